package oddity.pocket.phone;

import android.app.job.IJobCallback;
import android.app.job.IJobService;
import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobWorkItem;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.os.Binder;
import android.os.IBinder;
import android.os.PersistableBundle;
import android.os.RemoteException;
import android.os.SystemClock;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;

/**
 * Carries out the app's jobs when their time has come.
 *
 * <p>The phone is charging, idle and in a network that nobody pays for: conditions other than time always hold.
 */
public final class Jobs {
    private final Services services;
    private final Map<Integer, Long> due = new HashMap<>();
    private final Map<Integer, Run> runs = new HashMap<>();
    private final Map<Integer, Queue<JobWorkItem>> work = new HashMap<>();

    Jobs(Services services) {
        this.services = services;
    }

    /** Work for a job that takes it piece by piece. */
    public synchronized void enqueue(JobInfo job, JobWorkItem item) {
        work.computeIfAbsent(job.getId(), none -> new ArrayDeque<>()).add(item);
    }

    /** Starts the next job that is due. Says whether there was one. */
    boolean run() {
        JobScheduler scheduler = (JobScheduler) Phone.application().getSystemService(Context.JOB_SCHEDULER_SERVICE);
        long now = SystemClock.elapsedRealtime();
        for (JobInfo job : scheduler.getAllPendingJobs()) {
            long when = due.computeIfAbsent(job.getId(), fresh -> now + delayOf(job));
            if (when <= now && !runs.containsKey(job.getId())) {
                begin(job, scheduler);
                return true;
            }
        }
        due.keySet().removeIf(id -> !runs.containsKey(id)
                && scheduler.getAllPendingJobs().stream().noneMatch(job -> job.getId() == id));
        return false;
    }

    private static long delayOf(JobInfo job) {
        return job.isPeriodic() ? job.getIntervalMillis() : job.getMinLatencyMillis();
    }

    private void begin(JobInfo job, JobScheduler scheduler) {
        Run run = new Run(job, scheduler);
        runs.put(job.getId(), run);
        services.bind(new Intent().setComponent(job.getService()), run, Runnable::run);
    }

    private synchronized JobWorkItem nextWork(int id) {
        Queue<JobWorkItem> items = work.get(id);
        return items == null ? null : items.poll();
    }

    /** One run of a job: the framework's own half of a job service speaks with it as with the system. */
    private final class Run implements ServiceConnection {
        private final JobInfo job;
        private final JobScheduler scheduler;
        private boolean isOver;

        Run(JobInfo job, JobScheduler scheduler) {
            this.job = job;
            this.scheduler = scheduler;
        }

        @Override
        public void onServiceConnected(ComponentName name, IBinder binder) {
            try {
                IJobService.Stub.asInterface(binder).startJob(parameters(callback()));
            } catch (RemoteException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void onServiceDisconnected(ComponentName name) {}

        /** What the job tells the system. */
        private Object told(String what, Object[] with) {
            switch (what) {
                case "acknowledgeStartMessage" -> {
                    if (!(Boolean) with[1]) {
                        end(false);
                    }
                }
                case "jobFinished" -> end((Boolean) with[1]);
                case "dequeueWork" -> {
                    JobWorkItem next = nextWork(job.getId());
                    if (next == null) {
                        end(false);
                    }
                    return next;
                }
                case "completeWork" -> {
                    return true;
                }
                default -> { }
            }
            return null;
        }

        private void end(boolean again) {
            if (isOver) {
                return;
            }
            isOver = true;
            runs.remove(job.getId());
            long pause = job.isPeriodic() ? job.getIntervalMillis() : again ? job.getInitialBackoffMillis() : -1;
            if (pause >= 0) {
                due.put(job.getId(), SystemClock.elapsedRealtime() + pause);
            } else {
                due.remove(job.getId());
                scheduler.cancel(job.getId());
            }
            services.unbind(this);
        }

        private IBinder callback() {
            Binder binder = new Binder();
            IJobCallback callback = (IJobCallback) Proxy.newProxyInstance(Jobs.class.getClassLoader(),
                    new Class<?>[] {IJobCallback.class}, (proxy, method, with) ->
                            method.getName().equals("asBinder") ? binder : told(method.getName(), with));
            binder.attachInterface(callback, "android.app.job.IJobCallback");
            return binder;
        }

        /** Their constructor has other parameters in each level; what we do not know of stays empty. */
        private JobParameters parameters(IBinder callback) {
            Constructor<?> constructor = null;
            for (Constructor<?> declared : JobParameters.class.getDeclaredConstructors()) {
                if (declared.getParameterCount() > 0 && declared.getParameterTypes()[0] == IBinder.class) {
                    constructor = declared;
                }
            }
            boolean hasId = false;
            Class<?>[] types = constructor.getParameterTypes();
            Object[] values = new Object[types.length];
            for (int at = 0; at < types.length; at++) {
                if (types[at] == IBinder.class) {
                    values[at] = callback;
                } else if (types[at] == int.class) {
                    values[at] = hasId ? 0 : job.getId();
                    hasId = true;
                } else if (types[at] == boolean.class) {
                    values[at] = false;
                } else if (types[at] == PersistableBundle.class) {
                    values[at] = job.getExtras();
                } else if (types[at] == android.os.Bundle.class) {
                    values[at] = job.getTransientExtras();
                }
            }
            try {
                constructor.setAccessible(true);
                return (JobParameters) constructor.newInstance(values);
            } catch (ReflectiveOperationException unknown) {
                throw new IllegalStateException(unknown);
            }
        }
    }
}
