package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotSame;

import android.app.Activity;
import android.app.LocaleManager;
import android.os.LocaleList;
import android.widget.TextView;
import java.util.List;
import java.util.Locale;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Stage;
import oddity.pocket.phone.TestPhone;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;

@RunWith(PhoneRunner.class)
public class AppLanguagesTest {
    @Rule
    public final TestPhone phone = new TestPhone();

    @Test
    public void theAppSpeaksWhatWasChosenForIt() {
        Stage before = open();
        choose("de-AT");
        checkSpeaks("de-AT");
        assertNotSame("made anew", before, phone.get().front());
        assertEquals("de-AT", manager().getApplicationLocales().toLanguageTags());
    }

    @Test
    public void withNoneOfItsOwnItSpeaksThePhones() {
        open();
        String ofPhone = spoken();
        choose("");
        checkSpeaks(ofPhone);
        choose("fr");
        choose("zh-Hans-CN");
        checkSpeaks("zh-Hans-CN");
        choose("");
        checkSpeaks(ofPhone);
    }

    @Test
    public void aChoiceOutlivesTheProcess() {
        open();
        choose("fr,de");
        phone.endProcess();
        checkSpeaks("fr");
        assertEquals("fr,de", manager().getApplicationLocales().toLanguageTags());
        choose("");
        phone.endProcess();
        checkSpeaks("en-US");
    }

    @Test
    public void aLanguageIsNamedAsFoldersOfResourcesAre() {
        for (List<String> named : List.of(List.of("de", "de"), List.of("pt-BR", "pt-rBR"), List.of("sr-Latn", "b+sr+Latn"))) {
            assertEquals(named.get(1), AppLanguages.qualifierOf(Locale.forLanguageTag(named.get(0))));
        }
    }

    private Stage open() {
        return phone.open(here -> here.setContentView(new TextView(here)));
    }

    private void choose(String tags) {
        manager().setApplicationLocales(LocaleList.forLanguageTags(tags));
        phone.rest();
    }

    private void checkSpeaks(String tag) {
        Activity front = phone.get().front();
        assertEquals("the app", tag, spoken());
        assertEquals("its screen", tag, front.getResources().getConfiguration().getLocales().get(0).toLanguageTag());
        assertEquals("Java", tag, Locale.getDefault().toLanguageTag());
    }

    private static String spoken() {
        return Phone.application().getResources().getConfiguration().getLocales().get(0).toLanguageTag();
    }

    private static LocaleManager manager() {
        return Phone.application().getSystemService(LocaleManager.class);
    }
}
