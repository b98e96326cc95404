package dev.oddity.samples.visitor;

import android.app.Activity;
import android.os.Bundle;
import android.widget.TextView;

/** What a notification opens. */
public class DoorActivity extends Activity {
    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        TextView text = new TextView(this);
        text.setText("Nobody is there");
        setContentView(text);
    }
}
