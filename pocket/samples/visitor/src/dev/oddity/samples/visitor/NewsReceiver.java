package dev.oddity.samples.visitor;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;
import android.os.BatteryManager;

/** Says what it heard, whether the manifest or the code has it listen. */
public class NewsReceiver extends BroadcastReceiver {
    private final String who;

    public NewsReceiver() {
        this("manifest");
    }

    NewsReceiver(String who) {
        this.who = who;
    }

    @Override
    public void onReceive(Context context, Intent intent) {
        String action = intent.getAction().substring(intent.getAction().lastIndexOf('.') + 1);
        String level = intent.hasExtra(BatteryManager.EXTRA_LEVEL) ? " " + intent.getIntExtra(BatteryManager.EXTRA_LEVEL, -1) : "";
        Waiting.ring(context, who + ": " + action + level);
    }
}
