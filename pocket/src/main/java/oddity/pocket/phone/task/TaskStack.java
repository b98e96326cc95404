package oddity.pocket.phone.task;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The task: its activities, the front one last, taken through their lives in the order in which Android does it.
 *
 * <p>Wishes are kept until {@link #settle} carries them out, as a phone does between two messages. There is one task: an
 * activity that asks for a task of its own (singleInstance, another affinity) is opened in this one.
 */
public final class TaskStack {
    private final List<Page> pages = new ArrayList<>();
    private final ArrayDeque<Start> wishes = new ArrayDeque<>();
    private final List<Page> stale = new ArrayList<>();
    /** Who is told of a page's answer, by the wish that opened it. */
    private final Map<Page, Start> openedFor = new IdentityHashMap<>();
    private boolean inFront = true;

    /** Notes a wish to see an activity. */
    public void wish(Start start) {
        wishes.add(start);
    }

    /** Notes that an activity is to be brought in line with the phone's configuration. */
    public void reconfigure(Page page) {
        if (!stale.contains(page)) {
            stale.add(page);
        }
    }

    /** The same for all of them, as when the phone is turned: those below when they come to the front. */
    public void reconfigureAll() {
        pages.forEach(this::reconfigure);
    }

    /** The task goes to the background or comes back. */
    public void setInFront(boolean inFront) {
        this.inFront = inFront;
    }

    public boolean isInFront() {
        return inFront && !pages.isEmpty();
    }

    public List<Page> pages() {
        return Collections.unmodifiableList(pages);
    }

    public Page top() {
        return pages.isEmpty() ? null : pages.get(pages.size() - 1);
    }

    /** Does the next thing that is due. Says whether there was one. */
    public boolean settle() {
        if (!wishes.isEmpty()) {
            carryOut(wishes.poll());
            return true;
        }
        Page finished = nextToClose();
        if (finished != null) {
            close(finished);
            return true;
        }
        Page top = top();
        if (top == null) {
            return false;
        }
        if (!inFront) {
            return leave();
        }
        if (stale.remove(top)) {
            top.reconfigure();
            return true;
        }
        return bringUp(top);
    }

    /**
     * Takes activities over that were there before the process ended, the lowest first, each with the wish that opened it. None of
     * them runs yet.
     */
    public void restore(Map<Page, Start> before) {
        pages.addAll(before.keySet());
        openedFor.putAll(before);
    }

    /** The wish that opened an activity. */
    Start openedFor(Page page) {
        return openedFor.get(page);
    }

    private void carryOut(Start start) {
        Page caller = start.caller();
        if (start.activity() == null) {
            if (caller != null && start.wantsAnswer()) {
                caller.take(start.answerFromOutside().to(start.who(), start.request()));
            }
            return;
        }
        inFront = true;
        if (start.isClearTask()) {
            pages.forEach(Page::finish);
        } else if (reuse(start)) {
            return;
        }
        Page before = top();
        if (before != null && before.state() == Page.State.RESUMED) {
            before.pause(true);
        }
        open(start);
        if (before != null && openedFor.containsKey(before) && openedFor.get(before).isNoHistory()) {
            before.finish();
        }
    }

    /** Brings an activity that is there already to the front instead of a new one, where the wish or its mode says so. */
    private boolean reuse(Start start) {
        Page same = lastOf(start.activity());
        boolean single = start.launchMode() == Start.LaunchMode.SINGLE_TASK;
        boolean top = start.isSingleTop() || start.launchMode() == Start.LaunchMode.SINGLE_TOP;
        if (same == null) {
            return false;
        }
        if (start.isReorderToFront() && !start.isClearTop()) {
            pauseTop(same);
            pages.remove(same);
            pages.add(same);
            same.deliver(start);
            return true;
        }
        if (!single && !start.isClearTop() && !(top && same == top())) {
            return false;
        }
        List<Page> above = pages.subList(pages.indexOf(same) + 1, pages.size());
        above.forEach(Page::finish);
        if (!single && !top) {
            // A standard activity does not take a second wish: it makes room for a new one.
            same.finish();
            return false;
        }
        if (same == top() && same.state() == Page.State.RESUMED) {
            same.pause(false);
        }
        same.deliver(start);
        return true;
    }

    private void pauseTop(Page unless) {
        Page top = top();
        if (top != null && top != unless && top.state() == Page.State.RESUMED) {
            top.pause(true);
        }
    }

    /** It is created as it comes to the front: of several that are opened at once, only the last one. */
    private void open(Start start) {
        Page page = start.open();
        pages.add(page);
        openedFor.put(page, start);
    }

    /** Of those that finish first what cannot be seen; what can be seen below another one only when that one is up. */
    private Page nextToClose() {
        Page next = null;
        for (Page page : pages) {
            if (page.isFinishing()) {
                if (page != top() && needsStart(page)) {
                    return page;
                }
                next = page;
            }
        }
        return next == top() || !inFront || top().state() == Page.State.RESUMED ? next : null;
    }

    /** The next activity is in front again before the finished one stops: that is the order on a phone. */
    private void close(Page page) {
        boolean wasTop = page == top();
        if (page.state() == Page.State.RESUMED) {
            page.pause(false);
        }
        pages.remove(page);
        stale.remove(page);
        Start start = openedFor.remove(page);
        Page next = top();
        boolean returns = wasTop && next != null && inFront && !next.isFinishing() && wishes.isEmpty();
        if (returns && stale.remove(next)) {
            next.reconfigure();
        }
        if (returns && needsStart(next)) {
            begin(next);
        }
        answer(start, page);
        if (returns && !next.isFinishing()) {
            next.resume();
        }
        if (page.state() == Page.State.PAUSED || page.state() == Page.State.STARTED) {
            page.stop();
        }
        page.destroy();
    }

    private void answer(Start start, Page page) {
        if (start == null || !start.wantsAnswer()) {
            return;
        }
        Page caller = start.caller();
        if (caller != null && pages.contains(caller) && !caller.isFinishing()) {
            caller.take(page.answer().to(start.who(), start.request()));
        }
    }

    /** One step of the front activity towards being resumed, and of those below it out of sight. */
    private boolean bringUp(Page top) {
        if (top.state() != Page.State.RESUMED) {
            begin(top);
            if (!top.isFinishing()) {
                top.resume();
            }
            return true;
        }
        return arrangeBelow();
    }

    private void begin(Page page) {
        if (page.state() == Page.State.NEW) {
            page.create();
        }
        if (!page.isFinishing() && needsStart(page)) {
            page.start();
        }
    }

    private static boolean needsStart(Page page) {
        return switch (page.state()) {
            case NEW, CREATED, STOPPED -> true;
            default -> false;
        };
    }

    /** Stops what can no longer be seen, and starts what can be seen again. */
    private boolean arrangeBelow() {
        boolean covered = false;
        for (int at = pages.size() - 1; at >= 0; at--) {
            Page page = pages.get(at);
            if (covered && (page.state() == Page.State.PAUSED || page.state() == Page.State.STARTED)) {
                page.stop();
                return true;
            }
            if (!covered && page.state() == Page.State.STOPPED) {
                page.start();
                return true;
            }
            covered |= !page.isSeeThrough();
        }
        return false;
    }

    /** One step of the task out of sight. */
    private boolean leave() {
        for (int at = pages.size() - 1; at >= 0; at--) {
            Page page = pages.get(at);
            switch (page.state()) {
                case RESUMED -> page.pause(true);
                case PAUSED, STARTED -> page.stop();
                default -> {
                    continue;
                }
            }
            return true;
        }
        return false;
    }

    private Page lastOf(String activity) {
        for (int at = pages.size() - 1; at >= 0; at--) {
            if (pages.get(at).activity().equals(activity) && !pages.get(at).isFinishing()) {
                return pages.get(at);
            }
        }
        return null;
    }
}
