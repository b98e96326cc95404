package oddity.pocket.phone.system;

import android.app.Application;
import android.content.ContentProvider;
import android.content.pm.PackageParser;
import android.content.pm.ProviderInfo;
import android.util.Log;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import oddity.pocket.phone.AppManifest;
import org.robolectric.Robolectric;

/** The app's own content providers, which a phone makes before anything else of the app, in the order that they ask for. */
public final class Providers {
    private Providers() {}

    public static void install(Application application, AppManifest manifest) {
        List<PackageParser.Provider> all = new ArrayList<>(manifest.parsed().providers);
        all.sort(Comparator.comparingInt(declared -> -declared.info.initOrder));
        for (PackageParser.Provider declared : all) {
            ProviderInfo info = declared.info;
            if (info.applicationInfo == null) {
                info.applicationInfo = application.getApplicationInfo();
            }
            try {
                Class<?> type = Class.forName(info.name);
                Robolectric.buildContentProvider(type.asSubclass(ContentProvider.class)).create(info);
            } catch (ClassNotFoundException missing) {
                // A phone would end the app here; libraries that were shrunk away leave such entries behind.
                Log.w("ActivityThread", "Unable to get provider " + info.name, missing);
            }
        }
    }
}
