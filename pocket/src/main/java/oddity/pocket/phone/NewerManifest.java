package oddity.pocket.phone;

import android.content.pm.ActivityInfo;
import android.content.pm.PackageParser;
import android.content.res.AssetManager;
import android.content.res.Resources;
import android.content.res.TypedArray;
import android.content.res.XmlResourceParser;
import android.util.DisplayMetrics;
import java.io.IOException;
import java.nio.file.Path;
import org.xmlpull.v1.XmlPullParser;
import org.xmlpull.v1.XmlPullParserException;

/** What a manifest says that the parser which Robolectric uses is too old for: who has callbacks for "back" instead of the key. */
final class NewerManifest {
    /** In the order of their numbers, as Android wants it. */
    private static final int[] WANTED = {android.R.attr.name, android.R.attr.enableOnBackInvokedCallback};
    private static final int NAME = 0;
    private static final int BACK = 1;

    private final PackageParser.Package parsed;
    private final Resources resources;

    private NewerManifest(PackageParser.Package parsed, AssetManager assets) {
        this.parsed = parsed;
        this.resources = new Resources(assets, new DisplayMetrics(), null);
    }

    /** Adds it to what was parsed. */
    static void addTo(PackageParser.Package parsed, Path apk) {
        AssetManager assets = new AssetManager();
        int cookie = assets.addAssetPath(apk.toString());
        try (XmlResourceParser manifest = assets.openXmlResourceParser(cookie, "AndroidManifest.xml")) {
            new NewerManifest(parsed, assets).read(manifest);
        } catch (IOException | XmlPullParserException error) {
            throw new IllegalStateException("cannot read the manifest of " + apk, error);
        }
    }

    private void read(XmlResourceParser manifest) throws IOException, XmlPullParserException {
        while (manifest.next() != XmlPullParser.END_DOCUMENT) {
            if (manifest.getEventType() != XmlPullParser.START_TAG) {
                continue;
            }
            TypedArray values = resources.obtainAttributes(manifest, WANTED);
            switch (manifest.getName()) {
                case "application" -> parsed.applicationInfo.setEnableOnBackInvokedCallback(values.getBoolean(BACK, false));
                case "activity", "activity-alias" -> addTo(activity(values.getString(NAME)), values);
                default -> {}
            }
            values.recycle();
        }
    }

    /** An activity that says nothing has what the application says. */
    private static void addTo(ActivityInfo activity, TypedArray values) {
        if (activity != null && values.hasValue(BACK)) {
            activity.privateFlags |= values.getBoolean(BACK, false)
                    ? ActivityInfo.PRIVATE_FLAG_ENABLE_ON_BACK_INVOKED_CALLBACK
                    : ActivityInfo.PRIVATE_FLAG_DISABLE_ON_BACK_INVOKED_CALLBACK;
        }
    }

    private ActivityInfo activity(String name) {
        for (PackageParser.Activity activity : parsed.activities) {
            String full = activity.info.name;
            if (full.equals(name) || full.equals(parsed.packageName + name) || full.equals(parsed.packageName + "." + name)) {
                return activity.info;
            }
        }
        return null;
    }
}
