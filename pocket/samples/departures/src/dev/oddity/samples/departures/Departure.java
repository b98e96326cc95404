package dev.oddity.samples.departures;

import java.util.ArrayList;
import java.util.List;

/** That a line leaves a stop at some minute, counted from 1970. */
final class Departure {
    static final long MINUTE_MS = 60_000;
    private static final int BOARD_MINUTES = 30;

    final Line line;
    final long minute;

    private Departure(Line line, long minute) {
        this.line = line;
        this.minute = minute;
    }

    /** What leaves a stop in the next half hour, by time. */
    static List<Departure> soon(Stop stop, long now, List<Line> shown) {
        List<Departure> departures = new ArrayList<>();
        for (long minute = now / MINUTE_MS; minute < now / MINUTE_MS + BOARD_MINUTES; minute++) {
            departures.addAll(at(stop, minute, shown));
        }
        return departures;
    }

    /** What leaves a stop next, however late; null if no line does. */
    static Departure next(Stop stop, long now, List<Line> shown) {
        if (!Faults.NO_LINE_LEFT && !anyCalls(stop, shown)) {
            return null;
        }
        long minute = now / MINUTE_MS;
        while (at(stop, minute, shown).isEmpty()) {
            minute++;
        }
        return at(stop, minute, shown).get(0);
    }

    private static boolean anyCalls(Stop stop, List<Line> shown) {
        for (Line line : shown) {
            if (line.calls(stop)) {
                return true;
            }
        }
        return false;
    }

    private static List<Departure> at(Stop stop, long minute, List<Line> shown) {
        List<Departure> departures = new ArrayList<>();
        for (Line line : shown) {
            if (line.leaves(stop, minute)) {
                departures.add(new Departure(line, minute));
            }
        }
        return departures;
    }
}
