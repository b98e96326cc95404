package dev.oddity.samples.visitor;

import android.app.Service;
import android.content.Intent;
import android.os.Binder;
import android.os.IBinder;

/** Counts for those who bind to it, and rings when it is started and when it ends. */
public class CountingService extends Service {
    private int count;

    final class Counter extends Binder {
        int next() {
            return ++count;
        }
    }

    @Override
    public IBinder onBind(Intent intent) {
        return new Counter();
    }

    @Override
    public int onStartCommand(Intent intent, int flags, int start) {
        Waiting.ring(this, "started, counted " + ++count);
        return START_NOT_STICKY;
    }

    @Override
    public void onDestroy() {
        Waiting.ring(this, "the service has ended");
    }
}
