package oddity.pocket.phone.shadows;

import android.os.LocaleList;
import oddity.pocket.phone.Phone;
import org.robolectric.annotation.Implementation;
import org.robolectric.annotation.Implements;
import org.robolectric.shadows.ShadowLocaleManager;

/** Languages that are chosen for the app are not only noted: the app gets them. */
@Implements(className = "android.app.LocaleManager", minSdk = 33)
public class PhoneLocales extends ShadowLocaleManager {
    /** Since API level 34 the framework says besides who asks; Robolectric leads that here, too. */
    @Implementation(maxSdk = 33)
    @Override
    protected void setApplicationLocales(String app, LocaleList languages) {
        super.setApplicationLocales(app, languages);
        if (app.equals(Phone.application().getPackageName())) {
            Phone.current().languages().choose(languages);
        }
    }
}
