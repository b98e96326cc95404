package dev.oddity.samples.lending;

import android.app.Service;
import android.content.Intent;
import android.os.IBinder;

/** Keeps the process while a backup is written, and tells when it is done. */
public final class BackupService extends Service {
    @Override
    public int onStartCommand(Intent intent, int flags, int id) {
        Backup backup = Backup.of(this);
        backup.run(() -> {
            if (backup.state() == Backup.State.DONE) {
                Notifications.backupDone(this, backup.written());
            }
            stopSelf();
        });
        return START_NOT_STICKY;
    }

    @Override
    public IBinder onBind(Intent intent) {
        return null;
    }
}
