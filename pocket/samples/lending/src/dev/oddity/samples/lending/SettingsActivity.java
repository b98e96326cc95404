package dev.oddity.samples.lending;

import android.Manifest;
import android.app.Activity;
import android.os.Build;
import android.os.Bundle;
import android.view.View;
import android.widget.Spinner;
import android.widget.Switch;
import android.widget.TextView;
import dev.oddity.samples.common.Watch;

/** Settings, kept as soon as they are changed. Reminders need a permission, asked for when they are switched on. */
public final class SettingsActivity extends Activity {
    private Settings settings;
    private Switch remind;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.settings);
        settings = new Settings(this);
        Spinner days = findViewById(R.id.days);
        days.setAdapter(Settings.choices(this));
        days.setSelection(settings.days());
        Watch.choice(days, settings::setDays);
        remind = findViewById(R.id.remind);
        remind.setOnClickListener(button -> setRemind(remind.isChecked()));
        findViewById(R.id.check_now).setOnClickListener(button -> {
            int late = ReminderReceiver.look(this);
            String text = late == 0 ? getString(R.string.late_none) : getResources().getQuantityString(R.plurals.late_books, late, late);
            this.<TextView>findViewById(R.id.checked).setText(text);
        });
        if (saved != null) {
            showDenied(saved.getBoolean("denied"));
        }
    }

    @Override
    protected void onResume() {
        super.onResume();
        // The permission can be taken away in the phone's settings.
        remind.setChecked(settings.remind() && Notifications.allowed(this));
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        state.putBoolean("denied", findViewById(R.id.remind_denied).getVisibility() == View.VISIBLE);
    }

    private void setRemind(boolean on) {
        if (on && Build.VERSION.SDK_INT >= 33 && !Notifications.allowed(this)) {
            remind.setChecked(false);
            requestPermissions(new String[] {Manifest.permission.POST_NOTIFICATIONS}, 1);
            return;
        }
        settings.setRemind(on);
        ReminderReceiver.schedule(this, on);
        showDenied(false);
    }

    @Override
    public void onRequestPermissionsResult(int request, String[] permissions, int[] results) {
        if (results.length == 0) {
            return; // The question was interrupted.
        }
        boolean allowed = Notifications.allowed(this);
        showDenied(!allowed);
        if (allowed) {
            remind.setChecked(true);
            setRemind(true);
        }
    }

    private void showDenied(boolean denied) {
        findViewById(R.id.remind_denied).setVisibility(denied ? View.VISIBLE : View.GONE);
    }
}
