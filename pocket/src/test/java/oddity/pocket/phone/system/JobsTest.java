package oddity.pocket.phone.system;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;

import android.app.job.JobInfo;
import android.app.job.JobParameters;
import android.app.job.JobScheduler;
import android.app.job.JobService;
import android.app.job.JobWorkItem;
import android.content.ComponentName;
import android.content.Intent;
import android.os.PersistableBundle;
import android.os.SystemClock;
import java.util.ArrayList;
import java.util.List;
import oddity.pocket.boot.PhoneRunner;
import oddity.pocket.phone.Phone;
import oddity.pocket.phone.TestPhone;
import org.junit.Before;
import org.junit.Rule;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.robolectric.Shadows;

@RunWith(PhoneRunner.class)
public class JobsTest {
    private static final long MINUTE_MS = 60_000;
    private static final long HOUR_MS = 60 * MINUTE_MS;

    @Rule
    public final TestPhone phone = new TestPhone();

    @Before
    public void declare() {
        Watched.STORY.clear();
        Watched.goesOn = false;
        phone.declare(Watched.class, JobService.PERMISSION_BIND);
        Shadows.shadowOf(Phone.application()).grantPermissions("android.permission.ACCESS_NETWORK_STATE");
    }

    @Test
    public void aJobIsCarriedOutOnceAfterItsDelay() {
        jobs().schedule(job(7).setMinimumLatency(MINUTE_MS).build());
        phone.pass(MINUTE_MS - 1000);
        check();
        phone.pass(1000);
        check("start 7");
        assertEquals(List.of(), jobs().getAllPendingJobs());
        phone.pass(HOUR_MS);
        check("start 7");
    }

    @Test
    public void aJobKnowsItsExtras() {
        PersistableBundle extras = new PersistableBundle();
        extras.putString("who", "me");
        jobs().schedule(job(7).setMinimumLatency(0).setExtras(extras).build());
        phone.rest();
        assertEquals("me", Watched.parameters.getExtras().getString("who"));
        assertEquals(7, Watched.parameters.getJobId());
    }

    @Test
    public void anotherJobOfTheSameNumberReplacesIt() {
        jobs().schedule(job(7).setMinimumLatency(MINUTE_MS).build());
        jobs().schedule(job(7).setMinimumLatency(HOUR_MS).build());
        assertEquals(1, jobs().getAllPendingJobs().size());
        phone.pass(MINUTE_MS);
        check();
        phone.pass(HOUR_MS);
        check("start 7");
    }

    @Test
    public void aCancelledJobIsForgotten() {
        jobs().schedule(job(7).setMinimumLatency(MINUTE_MS).build());
        jobs().schedule(job(8).setMinimumLatency(MINUTE_MS).build());
        jobs().cancel(7);
        assertNull(jobs().getPendingJob(7));
        assertNotNull(jobs().getPendingJob(8));
        phone.pass(MINUTE_MS);
        check("start 8");
    }

    @Test
    public void aJobThatIsCancelledWhileItRunsIsTold() {
        Watched.goesOn = true;
        jobs().schedule(job(7).setMinimumLatency(0).build());
        phone.rest();
        jobs().cancelAll();
        phone.rest();
        check("start 7", "stop 7");
        phone.pass(HOUR_MS);
        check("start 7", "stop 7");
    }

    @Test
    public void aJobThatGoesOnIsPendingUntilItSaysThatItIsDone() {
        Watched.goesOn = true;
        jobs().schedule(job(7).setMinimumLatency(0).build());
        phone.rest();
        assertEquals(1, jobs().getAllPendingJobs().size());
        Watched.last.jobFinished(Watched.parameters, false);
        phone.rest();
        assertEquals(0, jobs().getAllPendingJobs().size());
        check("start 7");
    }

    @Test
    public void aJobThatFailedIsTriedAgainAfterLongerAndLongerPauses() {
        Watched.goesOn = true;
        jobs().schedule(job(7).setMinimumLatency(0).setBackoffCriteria(MINUTE_MS, JobInfo.BACKOFF_POLICY_EXPONENTIAL).build());
        phone.rest();
        for (long pause : new long[] {MINUTE_MS, 2 * MINUTE_MS, 4 * MINUTE_MS}) {
            Watched.last.jobFinished(Watched.parameters, true);
            Watched.STORY.clear();
            phone.pass(pause - 1000);
            check();
            phone.pass(1000);
            check("start 7");
        }
    }

    @Test
    public void pausesCanGrowByTheSameEachTime() {
        Watched.goesOn = true;
        jobs().schedule(job(7).setMinimumLatency(0).setBackoffCriteria(MINUTE_MS, JobInfo.BACKOFF_POLICY_LINEAR).build());
        phone.rest();
        for (int times = 1; times <= 3; times++) {
            Watched.last.jobFinished(Watched.parameters, true);
            Watched.STORY.clear();
            phone.pass(times * MINUTE_MS - 1000);
            check();
            phone.pass(1000);
            check("start 7");
        }
    }

    @Test
    public void aPeriodicJobRunsOnceInEachPeriod() {
        jobs().schedule(job(7).setPeriodic(HOUR_MS).build());
        phone.rest();
        check("start 7");
        phone.pass(HOUR_MS);
        check("start 7", "start 7");
        phone.pass(HOUR_MS);
        check("start 7", "start 7", "start 7");
        jobs().cancel(7);
        phone.pass(HOUR_MS);
        check("start 7", "start 7", "start 7");
    }

    @Test
    public void aJobThatNeedsTheNetworkWaitsForIt() {
        Connectivity.set(false);
        jobs().schedule(job(7).setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).build());
        phone.pass(HOUR_MS);
        check();
        Connectivity.set(true);
        phone.rest();
        check("start 7");
    }

    @Test
    public void aJobThatNeedsTheCableWaitsForIt() {
        phone.get().battery().set(50);
        jobs().schedule(job(7).setRequiresCharging(true).build());
        phone.pass(HOUR_MS);
        check();
        phone.get().battery().set(100);
        phone.rest();
        check("start 7");
    }

    @Test
    public void atItsDeadlineAJobRunsWhateverItNeeds() {
        Connectivity.set(false);
        jobs().schedule(job(7).setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).setOverrideDeadline(HOUR_MS).build());
        phone.pass(HOUR_MS - 1000);
        check();
        phone.pass(1000);
        check("start 7");
        assertEquals(true, Watched.parameters.isOverrideDeadlineExpired());
    }

    @Test
    public void aJobThatLosesWhatItNeedsIsStoppedAndTriedAgain() {
        Watched.goesOn = true;
        jobs().schedule(job(7).setRequiredNetworkType(JobInfo.NETWORK_TYPE_ANY).build());
        phone.rest();
        Connectivity.set(false);
        phone.rest();
        check("start 7", "stop 7");
    }

    @Test
    public void workIsHandedOutPieceByPiece() {
        Watched.goesOn = true;
        JobInfo job = job(7).setMinimumLatency(0).build();
        jobs().enqueue(job, new JobWorkItem(new Intent("one")));
        jobs().enqueue(job, new JobWorkItem(new Intent("two")));
        phone.rest();
        check("start 7");
        for (String expected : new String[] {"one", "two"}) {
            JobWorkItem item = Watched.parameters.dequeueWork();
            assertEquals(expected, item.getIntent().getAction());
            Watched.parameters.completeWork(item);
        }
        assertNull("and with the last one the job is done", Watched.parameters.dequeueWork());
        assertEquals(List.of(), jobs().getAllPendingJobs());
    }

    @Test
    public void aJobOutlivesTheProcess() {
        jobs().schedule(job(7).setMinimumLatency(HOUR_MS).build());
        phone.launch();
        phone.endProcess();
        phone.declare(Watched.class, JobService.PERMISSION_BIND);
        assertEquals(7, jobs().getAllPendingJobs().get(0).getId());
        phone.pass(HOUR_MS);
        check("start 7");
    }

    @Test
    public void aJobThatRanAsTheProcessEndedIsTriedAgain() {
        Watched.goesOn = true;
        jobs().schedule(job(7).setMinimumLatency(0).setBackoffCriteria(MINUTE_MS, JobInfo.BACKOFF_POLICY_LINEAR).build());
        phone.launch();
        check("start 7");
        phone.endProcess();
        phone.declare(Watched.class, JobService.PERMISSION_BIND);
        phone.pass(MINUTE_MS);
        check("start 7", "start 7");
    }

    @Test
    public void onlyAServiceThatIsDeclaredForJobsTakesThem() {
        ComponentName nothing = new ComponentName(Phone.application(), "dev.oddity.Nothing");
        assertThrows(IllegalArgumentException.class,
                () -> jobs().schedule(new JobInfo.Builder(7, nothing).setMinimumLatency(1).build()));
        phone.declare(Watched.class, null);
        assertThrows(IllegalArgumentException.class, () -> jobs().schedule(job(7).setMinimumLatency(1).build()));
    }

    @Test
    public void aJobForAfterTheNextBootNeedsToHearOfBoots() {
        assertThrows(IllegalArgumentException.class,
                () -> jobs().schedule(job(7).setMinimumLatency(1).setPersisted(true).build()));
    }

    @Test
    public void theNextJobIsDueByThePhonesClock() {
        long now = SystemClock.elapsedRealtime();
        jobs().schedule(job(7).setMinimumLatency(HOUR_MS).build());
        assertEquals(now + HOUR_MS, phone.get().world().nextDueMs());
    }

    private static JobInfo.Builder job(int id) {
        return new JobInfo.Builder(id, new ComponentName(Phone.application(), Watched.class));
    }

    private static JobScheduler jobs() {
        return Phone.application().getSystemService(JobScheduler.class);
    }

    private static void check(String... expected) {
        assertEquals(List.of(expected), Watched.STORY);
    }

    /** Notes what becomes of it. */
    public static final class Watched extends JobService {
        static final List<String> STORY = new ArrayList<>();
        static boolean goesOn;
        static Watched last;
        static JobParameters parameters;

        @Override
        public boolean onStartJob(JobParameters given) {
            last = this;
            parameters = given;
            STORY.add("start " + given.getJobId());
            return goesOn;
        }

        @Override
        public boolean onStopJob(JobParameters given) {
            STORY.add("stop " + given.getJobId());
            return false;
        }
    }
}
