package oddity.pocket.phone.apps;

import android.content.ContentUris;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.provider.ContactsContract.CommonDataKinds.Email;
import android.provider.ContactsContract.CommonDataKinds.Phone;
import android.provider.ContactsContract.Contacts;
import oddity.pocket.phone.content.SystemContent;

/** Lists people, or their numbers or addresses; the app gets the one that is chosen. */
public final class ContactScreen extends BuiltInScreen {
    @Override
    protected boolean isQuestion() {
        return false;
    }

    @Override
    protected void fill() {
        text("title", "Choose a contact");
        Uri table = wanted();
        String[] columns = {"_id", Contacts.DISPLAY_NAME};
        try (Cursor people = SystemContent.ask(table, columns, Contacts.DISPLAY_NAME)) {
            while (people.moveToNext()) {
                Uri person = ContentUris.withAppendedId(table, people.getLong(0));
                choice("contact_item", people.getString(1), () -> hand(person));
            }
        }
        choice("cancel_button", "Cancel", this::finish);
    }

    private Uri wanted() {
        String wish = getIntent().getType() + " " + getIntent().getDataString();
        if (wish.contains("phone")) {
            return Phone.CONTENT_URI;
        }
        return wish.contains("email") ? Email.CONTENT_URI : Contacts.CONTENT_URI;
    }

    /** The app may read just this one, without the permission for all. */
    private void hand(Uri person) {
        SystemContent.allow(person);
        setResult(RESULT_OK, new Intent().setData(person).addFlags(Intent.FLAG_GRANT_READ_URI_PERMISSION));
        finish();
    }
}
