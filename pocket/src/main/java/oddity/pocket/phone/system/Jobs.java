package oddity.pocket.phone.system;

import android.app.Application;
import android.app.job.IJobCallback;
import android.app.job.IJobService;
import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.app.job.JobWorkItem;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.ServiceConnection;
import android.content.pm.PackageManager;
import android.content.pm.ServiceInfo;
import android.os.Binder;
import android.os.IBinder;
import android.os.Parcel;
import android.os.PersistableBundle;
import android.os.RemoteException;
import android.os.SystemClock;
import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.Refusal;

/**
 * Carries out the app's jobs when their time has come.
 *
 * <p>Besides time, whether there is a network and how the battery is count. The phone is idle, has room, and its network costs nothing.
 */
public final class Jobs implements Keeper {
    /** However often a job fails, it is tried again within this time. */
    private static final long MAX_PAUSE_MS = 5 * 60 * 60 * 1000;

    private final Services services;
    private final Battery battery;
    private final Map<Integer, Pending> pending = new LinkedHashMap<>();
    private final Map<Integer, Run> runs = new HashMap<>();
    /** What is to be done on the main thread, whatever thread it came from. */
    private final Queue<Runnable> chores = new ArrayDeque<>();
    private int lastWork;

    public Jobs(Services services, Battery battery) {
        this.services = services;
        this.battery = battery;
    }

    /** A job that is to be carried out. While that is done, it says when it will be tried again should the process end meanwhile. */
    private record Pending(JobInfo job, long dueMs, long deadlineMs, int tries, List<JobWorkItem> work) {
        /** From then on it is carried out whatever it needs. One that failed has no such time any more. */
        private static final long NEVER = Long.MAX_VALUE;

        static Pending since(long now, JobInfo job, List<JobWorkItem> work) {
            long delay = job.isPeriodic() ? job.getIntervalMillis() - job.getFlexMillis() : job.getMinLatencyMillis();
            boolean hasDeadline = !job.isPeriodic() && job.hasLateConstraint();
            return new Pending(job, now + delay, hasDeadline ? now + job.getMaxExecutionDelayMillis() : NEVER, 0, work);
        }

        Pending beganAt(long now) {
            long pause = job.getInitialBackoffMillis();
            pause = job.getBackoffPolicy() == JobInfo.BACKOFF_POLICY_LINEAR ? pause * (tries + 1) : pause << Math.min(tries, 20);
            return new Pending(job, now + Math.min(pause, MAX_PAUSE_MS), NEVER, tries + 1, work);
        }

        /** It failed: the pause begins now, not when it began. */
        Pending retried(long now) {
            return new Pending(job, now, NEVER, tries - 1, work).beganAt(now);
        }

        Pending with(List<JobWorkItem> more) {
            return new Pending(job, dueMs, deadlineMs, tries, more);
        }
    }

    /** A new job, or another one of the same number; with work, if it takes that piece by piece. */
    public synchronized int schedule(JobInfo job, JobWorkItem item) {
        check(job);
        List<JobWorkItem> work = new ArrayList<>();
        Pending before = pending.get(job.getId());
        boolean isMore = item != null && before != null && before.job.equals(job);
        if (isMore) {
            work.addAll(before.work);
        }
        if (item != null) {
            item.setWorkId(++lastWork);
            work.add(item);
        }
        if (isMore) {
            pending.put(job.getId(), before.with(work));
        } else {
            cancel(job.getId());
            pending.put(job.getId(), Pending.since(SystemClock.elapsedRealtime(), job, work));
        }
        return JobScheduler.RESULT_SUCCESS;
    }

    public synchronized void cancel(int id) {
        pending.remove(id);
        Run run = runs.remove(id);
        if (run != null) {
            chores.add(run::stop);
        }
    }

    public synchronized List<JobInfo> all() {
        return pending.values().stream().map(Pending::job).toList();
    }

    /** Starts the next job that is due, or ends one. Says whether there was one. */
    public boolean run() {
        Runnable chore = nextChore();
        if (chore != null) {
            chore.run();
            return true;
        }
        Run due = nextDue(SystemClock.elapsedRealtime());
        if (due != null) {
            services.bind(new Intent().setComponent(due.job.getService()), due, Context.BIND_AUTO_CREATE, Runnable::run);
        }
        return due != null;
    }

    /** By the phone's clock; the end of time where there is no job. */
    public synchronized long nextDueMs() {
        return pending.values().stream().mapToLong(Pending::dueMs).min().orElse(Long.MAX_VALUE);
    }

    @Override
    public synchronized List<Thing> things() {
        return pending.values().stream().map(job -> new Thing(job, parcel -> {
            job.job.writeToParcel(parcel, 0);
            parcel.writeLong(job.dueMs);
            parcel.writeLong(job.deadlineMs);
            parcel.writeInt(job.tries);
            parcel.writeTypedList(job.work);
        })).toList();
    }

    @Override
    public synchronized void takeUp(Parcel written) {
        JobInfo job = JobInfo.CREATOR.createFromParcel(written);
        long due = written.readLong();
        long deadline = written.readLong();
        int tries = written.readInt();
        List<JobWorkItem> work = written.createTypedArrayList(JobWorkItem.CREATOR);
        for (JobWorkItem item : work) {
            lastWork = Math.max(lastWork, item.getWorkId());
        }
        pending.put(job.getId(), new Pending(job, due, deadline, tries, work));
    }

    /** Throws as a phone does at a job that it would not carry out. */
    private static void check(JobInfo job) {
        Application app = Phone.application();
        ServiceInfo service;
        try {
            service = app.getPackageManager().getServiceInfo(job.getService(), 0);
        } catch (PackageManager.NameNotFoundException missing) {
            throw Refusal.fromOutside(new IllegalArgumentException("No such service " + job.getService()));
        }
        if (!JobService.PERMISSION_BIND.equals(service.permission)) {
            throw Refusal.fromOutside(new IllegalArgumentException("Scheduled service " + job.getService()
                    + " does not require android.permission.BIND_JOB_SERVICE permission"));
        }
        if (job.isPersisted() && !Phone.current().permissions().has("android.permission.RECEIVE_BOOT_COMPLETED")) {
            throw Refusal.fromOutside(new IllegalArgumentException(
                    "Error: requested job be persisted without holding RECEIVE_BOOT_COMPLETED permission."));
        }
    }

    private boolean isPossible(JobInfo job) {
        return (job.getNetworkType() == JobInfo.NETWORK_TYPE_NONE || Connectivity.isThere())
                && (!job.isRequireCharging() || battery.isPlugged())
                && (!job.isRequireBatteryNotLow() || !battery.isLow());
    }

    private synchronized Runnable nextChore() {
        runs.values().stream().filter(Run::isLost).forEach(Run::stopSoon);
        return chores.poll();
    }

    private synchronized Run nextDue(long now) {
        for (Pending next : pending.values()) {
            int id = next.job.getId();
            boolean isLate = next.deadlineMs <= now;
            if (next.dueMs <= now && !runs.containsKey(id) && (isLate || isPossible(next.job))) {
                Run run = new Run(next, isLate);
                runs.put(id, run);
                pending.put(id, next.beganAt(now));
                return run;
            }
        }
        return null;
    }

    /** One run of a job: the framework's own half of a job service speaks with it as with the system. */
    private final class Run implements ServiceConnection {
        private final JobInfo job;
        private final long wasDueMs;
        private final boolean isLate;
        private final Set<Integer> handedOut = new HashSet<>();
        private IJobService service;
        private JobParameters parameters;
        private boolean isStopping;

        Run(Pending job, boolean isLate) {
            this.job = job.job;
            this.wasDueMs = job.dueMs;
            this.isLate = isLate;
        }

        /** Whether it runs and has lost what it needs. */
        boolean isLost() {
            return !isLate && !isStopping && service != null && !isPossible(job);
        }

        void stopSoon() {
            isStopping = true;
            chores.add(this::stop);
        }

        @Override
        public void onServiceConnected(ComponentName name, IBinder binder) {
            if (!isCurrent()) {
                return;
            }
            service = IJobService.Stub.asInterface(binder);
            parameters = parameters(callback());
            try {
                service.startJob(parameters);
            } catch (RemoteException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void onServiceDisconnected(ComponentName name) {}

        /** Tells the job that it is not wanted any more; it lets go when it has heard. */
        void stop() {
            try {
                if (service == null) {
                    services.unbind(this);
                } else {
                    service.stopJob(parameters);
                }
            } catch (RemoteException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        /** What the job tells the system, from whatever thread. */
        private Object told(String what, Object[] with) {
            switch (what) {
                case "acknowledgeStartMessage" -> {
                    if (!(Boolean) with[1]) {
                        end(false);
                    }
                }
                case "acknowledgeStopMessage" -> {
                    if (isCurrent()) {
                        end((Boolean) with[1]);
                    } else {
                        services.unbind(this);
                    }
                }
                case "jobFinished" -> end((Boolean) with[1]);
                case "dequeueWork" -> {
                    return nextWork();
                }
                case "completeWork" -> {
                    return complete((Integer) with[1]);
                }
                default -> { }
            }
            return null;
        }

        /** Work that was handed out stays until it is done: the process may end before. */
        private JobWorkItem nextWork() {
            synchronized (Jobs.this) {
                if (!isCurrent()) {
                    return null;
                }
                List<JobWorkItem> work = pending.get(job.getId()).work;
                for (JobWorkItem item : work) {
                    if (handedOut.add(item.getWorkId())) {
                        item.bumpDeliveryCount();
                        return item;
                    }
                }
                if (work.isEmpty()) {
                    end(false);
                }
                return null;
            }
        }

        private boolean complete(int work) {
            synchronized (Jobs.this) {
                if (!isCurrent()) {
                    return false;
                }
                List<JobWorkItem> left = new ArrayList<>(pending.get(job.getId()).work);
                boolean wasThere = left.removeIf(item -> item.getWorkId() == work);
                pending.put(job.getId(), pending.get(job.getId()).with(left));
                return wasThere;
            }
        }

        private void end(boolean again) {
            synchronized (Jobs.this) {
                if (!isCurrent()) {
                    return;
                }
                runs.remove(job.getId());
                Pending done = pending.get(job.getId());
                long now = SystemClock.elapsedRealtime();
                if (again) {
                    pending.put(job.getId(), done.retried(now));
                } else if (job.isPeriodic()) {
                    long next = Math.max(now, wasDueMs + job.getIntervalMillis());
                    pending.put(job.getId(), new Pending(job, next, Pending.NEVER, 0, List.of()));
                } else {
                    pending.remove(job.getId());
                }
                chores.add(() -> services.unbind(this));
            }
        }

        private boolean isCurrent() {
            synchronized (Jobs.this) {
                return runs.get(job.getId()) == this;
            }
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
            boolean saysLate = false;
            Class<?>[] types = constructor.getParameterTypes();
            Object[] values = new Object[types.length];
            for (int at = 0; at < types.length; at++) {
                if (types[at] == IBinder.class) {
                    values[at] = callback;
                } else if (types[at] == int.class) {
                    values[at] = hasId ? 0 : job.getId();
                    hasId = true;
                } else if (types[at] == boolean.class) {
                    values[at] = !saysLate && isLate;
                    saysLate = true;
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
