package oddity.pocket.phone.system;

import android.app.LocaleManager;
import android.os.Handler;
import android.os.LocaleList;
import android.os.Looper;
import android.os.Parcel;
import java.util.List;
import java.util.Locale;
import oddity.pocket.phone.Phone;

/**
 * The languages that somebody chose for the app alone, in it or in the system's settings (Android 13 and later). They outlive the
 * process, and go before the phone's.
 */
public final class AppLanguages implements Keeper {
    /** The phone's own, while the app has others. */
    private Locale ofPhone;
    /** What was chosen; empty for the phone's. */
    private String chosen = "";

    /** The app is to have these, or none of its own. Its screens are made anew in them a message later, as on a phone. */
    public void choose(LocaleList languages) {
        chosen = languages.toLanguageTags().intern();
        new Handler(Looper.getMainLooper()).post(() -> apply(languages));
    }

    private void apply(LocaleList languages) {
        if (languages.isEmpty() && ofPhone == null) {
            return;
        }
        if (ofPhone == null) {
            ofPhone = Phone.application().getResources().getConfiguration().getLocales().get(0);
        }
        Phone.current().screen.speak(languages.isEmpty() ? ofPhone : languages.get(0));
        if (languages.isEmpty()) {
            ofPhone = null;
        }
    }

    /** What was chosen, as the name of a resource folder has it. */
    public static String qualifierOf(Locale language) {
        if (language.getScript().isEmpty() && language.getVariant().isEmpty()) {
            return language.getLanguage() + (language.getCountry().isEmpty() ? "" : "-r" + language.getCountry());
        }
        return "b+" + language.toLanguageTag().replace('-', '+');
    }

    @Override
    public List<Thing> things() {
        return chosen.isEmpty() ? List.of() : List.of(new Thing(chosen, parcel -> parcel.writeString(chosen)));
    }

    @Override
    public void takeUp(Parcel written) {
        LocaleList languages = LocaleList.forLanguageTags(written.readString());
        Phone.application().getSystemService(LocaleManager.class).setApplicationLocales(languages);
        // Nothing of the app has run yet: it begins in them.
        apply(languages);
    }
}
