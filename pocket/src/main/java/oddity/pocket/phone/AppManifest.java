package oddity.pocket.phone;

import android.content.pm.PackageParser;
import java.nio.file.Path;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.shadows.ShadowPackageParser;

/** What the APK's own manifest says. Robolectric asks a source manifest for the target level, and there is none. */
public final class AppManifest extends AndroidManifest {
    private final Path apk;
    private PackageParser.Package parsed;

    AppManifest(Path apk) {
        super(null, null, null, null, "", apk);
        this.apk = apk;
    }

    /** Parsed when it is first asked for: the parser needs a framework that has been set up. */
    public PackageParser.Package parsed() {
        if (parsed == null) {
            parsed = ShadowPackageParser.callParsePackage(apk);
        }
        return parsed;
    }

    @Override
    public int getTargetSdkVersion() {
        return parsed().applicationInfo.targetSdkVersion;
    }

    @Override
    public String getAppComponentFactory() {
        return parsed().applicationInfo.appComponentFactory;
    }
}
