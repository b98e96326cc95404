package dev.oddity.samples.visitor;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** Says that the alarm rang. */
public class BellReceiver extends BroadcastReceiver {
    @Override
    public void onReceive(Context context, Intent intent) {
        Waiting.ring(context, "alarm");
    }
}
