package oddity.pocket.phone.apps;

import android.content.Intent;

/** The share sheet: shows what would be handed on, and to whom. Nobody gets it. */
public final class ShareScreen extends BuiltInScreen {
    @Override
    protected boolean isQuestion() {
        return true;
    }

    @Override
    protected void fill() {
        Intent shared = getIntent().getParcelableExtra(Intent.EXTRA_INTENT);
        CharSequence words = (shared == null ? getIntent() : shared).getCharSequenceExtra(Intent.EXTRA_TEXT);
        CharSequence title = getIntent().getCharSequenceExtra(Intent.EXTRA_TITLE);
        text("title", title == null ? "Share" : title);
        if (words != null) {
            text("content_preview_text", words);
        }
        for (String other : new String[] {"Mail", "Messages"}) {
            choice("chooser_item", other, this::finish);
        }
        choice("cancel_button", "Cancel", this::finish);
    }
}
