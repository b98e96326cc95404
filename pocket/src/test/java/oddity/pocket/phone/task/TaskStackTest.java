package oddity.pocket.phone.task;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.Test;

/** Activities are pages that write down what happens to them: {@code "List created"}. */
public class TaskStackTest {
    private final TaskStack stack = new TaskStack();
    private final List<String> story = new ArrayList<>();

    @Test
    public void theFirstActivityIsCreatedStartedAndResumed() {
        open("List");
        check("List created", "List started", "List resumed");
    }

    @Test
    public void theOneBelowStopsWhenTheNewOneIsInFront() {
        open("List");
        open("Note", plain());
        check("List paused", "Note created", "Note started", "Note resumed", "List stopped");
    }

    @Test
    public void behindAWindowThatOneCanSeeThroughNothingStops() {
        open("List");
        open("Dialog", plain());
        check("List paused", "Dialog created", "Dialog started", "Dialog resumed");
    }

    @Test
    public void onTheWayBackTheOneBelowIsResumedBeforeTheFinishedOneStops() {
        open("List");
        open("Note", plain());
        story.clear();
        finishTop();
        check("Note paused", "List started", "List resumed", "Note stopped", "Note destroyed");
    }

    @Test
    public void anAnswerComesBeforeTheOneThatAskedIsResumed() {
        open("List");
        TestStart start = plain();
        start.caller = stack.top();
        start.request = 7;
        open("Picker", start);
        story.clear();
        finishTop();
        check("Picker paused", "List started", "List got 42 for 7", "List resumed", "Picker stopped", "Picker destroyed");
    }

    @Test
    public void anAnswerFromOutsideGoesToTheOneThatAsked() {
        open("List");
        TestStart start = plain();
        start.caller = stack.top();
        start.request = 3;
        open(null, start);
        check("List got 0 for 3");
    }

    @Test
    public void anActivityThatFinishesWhileItIsCreatedIsNeverShown() {
        open("List");
        open("Door-that-closes", plain());
        check("List paused", "Door-that-closes created", "List resumed", "Door-that-closes destroyed");
    }

    @Test
    public void aSingleTopActivityInFrontTakesTheWishItself() {
        open("List");
        TestStart start = plain();
        start.singleTop = true;
        open("List", start);
        check("List paused", "List told", "List resumed");
    }

    @Test
    public void aSingleTaskActivityComesBackAndThoseAboveItGo() {
        open("List");
        open("Note", plain());
        open("Photo", plain());
        TestStart start = plain();
        start.mode = Start.LaunchMode.SINGLE_TASK;
        open("List", start);
        check("List told", "Note destroyed", "Photo paused", "List started", "List resumed", "Photo stopped",
                "Photo destroyed");
        assertEquals(1, stack.pages().size());
    }

    @Test
    public void clearTopMakesAStandardActivityAnew() {
        open("List");
        open("Note", plain());
        TestStart start = plain();
        start.clearTop = true;
        open("List", start);
        assertEquals(List.of("List"), names());
        assertEquals("a new one", "List created", story.stream().filter(line -> line.endsWith("created")).findFirst().get());
    }

    @Test
    public void clearTaskLeavesOnlyTheNewOne() {
        open("List");
        open("Note", plain());
        TestStart start = plain();
        start.clearTask = true;
        open("Login", start);
        assertEquals(List.of("Login"), names());
    }

    @Test
    public void reorderToFrontLeavesTheOthersWhereTheyAre() {
        open("List");
        open("Note", plain());
        TestStart start = plain();
        start.reorder = true;
        open("List", start);
        assertEquals(List.of("Note", "List"), names());
    }

    @Test
    public void anActivityWithoutHistoryGoesWhenItIsLeft() {
        TestStart start = plain();
        start.noHistory = true;
        open("Splash", start);
        open("List", plain());
        assertEquals(List.of("List"), names());
    }

    @Test
    public void leavingStopsAndReturningStartsAgain() {
        open("List");
        story.clear();
        stack.setInFront(false);
        settle();
        check("List paused", "List stopped");
        assertFalse(stack.isInFront());
        stack.setInFront(true);
        settle();
        check("List started", "List resumed");
    }

    @Test
    public void onlyTheFrontActivityIsReconfiguredAtOnce() {
        open("List");
        open("Note", plain());
        story.clear();
        stack.reconfigureAll();
        settle();
        check("Note reconfigured");
        finishTop();
        check("Note paused", "List reconfigured", "List started", "List resumed", "Note stopped", "Note destroyed");
    }

    @Test
    public void afterProcessDeathOnlyTheFrontActivityIsCreated() {
        Map<Page, Start> before = new LinkedHashMap<>();
        before.put(new TestPage("List"), plain());
        before.put(new TestPage("Note"), plain());
        stack.restore(before);
        settle();
        check("Note created", "Note started", "Note resumed");
        finishTop();
        check("Note paused", "List created", "List started", "List resumed", "Note stopped", "Note destroyed");
    }

    @Test
    public void whoWaitedForAnAnswerBeforeProcessDeathGetsIt() {
        Map<Page, Start> before = new LinkedHashMap<>();
        TestPage list = new TestPage("List");
        TestStart start = plain();
        start.caller = list;
        start.request = 7;
        before.put(list, plain());
        before.put(new TestPage("Picker"), start);
        stack.restore(before);
        settle();
        story.clear();
        finishTop();
        check("Picker paused", "List created", "List started", "List got 42 for 7", "List resumed", "Picker stopped",
                "Picker destroyed");
    }

    private void open(String activity) {
        open(activity, plain());
    }

    /** Forgets what came before. */
    private void open(String activity, TestStart start) {
        story.clear();
        start.activity = activity;
        stack.wish(start);
        settle();
    }

    private void finishTop() {
        stack.top().finish();
        settle();
    }

    private void settle() {
        for (int steps = 0; stack.settle(); steps++) {
            assertTrue("it comes to rest", steps < 100);
        }
    }

    private void check(String... expected) {
        assertEquals(List.of(expected), story);
        story.clear();
    }

    private List<String> names() {
        return stack.pages().stream().map(Page::activity).toList();
    }

    private TestStart plain() {
        return new TestStart();
    }

    private final class TestPage implements Page {
        private final String name;
        private State state = State.NEW;
        private boolean finishing;

        TestPage(String name) {
            this.name = name;
        }

        private void become(State next, String verb) {
            state = next;
            story.add(name + " " + verb);
        }

        @Override
        public String activity() {
            return name;
        }

        @Override
        public State state() {
            return state;
        }

        @Override
        public boolean isFinishing() {
            return finishing;
        }

        @Override
        public void finish() {
            finishing = true;
        }

        @Override
        public boolean isSeeThrough() {
            return name.equals("Dialog");
        }

        @Override
        public void create() {
            become(State.CREATED, "created");
            finishing = name.equals("Door-that-closes");
        }

        @Override
        public void start() {
            become(State.STARTED, "started");
        }

        @Override
        public void resume() {
            become(State.RESUMED, "resumed");
        }

        @Override
        public void pause(boolean isLeft) {
            become(State.PAUSED, "paused");
        }

        @Override
        public void stop() {
            become(State.STOPPED, "stopped");
        }

        @Override
        public void destroy() {
            become(State.DESTROYED, "destroyed");
        }

        @Override
        public void deliver(Start start) {
            story.add(name + " told");
        }

        @Override
        public void take(Answer answer) {
            story.add(name + " got " + answer.code() + " for " + answer.request());
        }

        @Override
        public Answer answer() {
            return new Answer(null, 0, 42, null);
        }

        @Override
        public void reconfigure() {
            story.add(name + " reconfigured");
        }
    }

    private final class TestStart implements Start {
        String activity;
        LaunchMode mode = LaunchMode.STANDARD;
        boolean singleTop;
        boolean clearTop;
        boolean clearTask;
        boolean reorder;
        boolean noHistory;
        Page caller;
        int request = -1;

        @Override
        public String activity() {
            return activity;
        }

        @Override
        public LaunchMode launchMode() {
            return mode;
        }

        @Override
        public boolean isSingleTop() {
            return singleTop;
        }

        @Override
        public boolean isClearTop() {
            return clearTop;
        }

        @Override
        public boolean isClearTask() {
            return clearTask;
        }

        @Override
        public boolean isReorderToFront() {
            return reorder;
        }

        @Override
        public boolean isNoHistory() {
            return noHistory;
        }

        @Override
        public boolean wantsAnswer() {
            return request >= 0;
        }

        @Override
        public String who() {
            return null;
        }

        @Override
        public int request() {
            return request;
        }

        @Override
        public Page caller() {
            return caller;
        }

        @Override
        public Page.Answer answerFromOutside() {
            return new Page.Answer(null, request, 0, null);
        }

        @Override
        public Page open() {
            return new TestPage(activity);
        }
    }
}
