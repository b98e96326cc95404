package oddity.pocket.phone;

import android.content.pm.PackageParser;
import android.os.Build;
import java.util.List;
import oddity.pocket.boot.AppFiles;
import org.robolectric.manifest.AndroidManifest;
import org.robolectric.shadows.ShadowPackageParser;

/** What the APK's own manifest says. Robolectric asks a source manifest for the target level, and there is none. */
public final class AppManifest extends AndroidManifest {
    private static final String HTTP = "org.apache.http.legacy";

    private final AppFiles app;
    private PackageParser.Package parsed;

    AppManifest(AppFiles app) {
        super(null, null, null, null, "", app.apk());
        this.app = app;
    }

    /** Parsed when it is first asked for: the parser needs a framework that has been set up. */
    public PackageParser.Package parsed() {
        if (parsed == null) {
            parsed = ShadowPackageParser.callParsePackage(app.apk());
            if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.UPSIDE_DOWN_CAKE) {
                NewerManifest.addTo(parsed, app.apk());
            }
            app.setUsesHttp(usesHttp());
        }
        return parsed;
    }

    /** Apache's HTTP client was a part of the framework until Android 9, and is one still for apps that were made before. */
    private boolean usesHttp() {
        return getTargetSdkVersion() < Build.VERSION_CODES.P || isAmong(parsed.usesLibraries)
                || isAmong(parsed.usesOptionalLibraries);
    }

    private static boolean isAmong(List<String> libraries) {
        return libraries != null && libraries.contains(HTTP);
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
