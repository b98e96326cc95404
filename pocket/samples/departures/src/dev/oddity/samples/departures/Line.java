package dev.oddity.samples.departures;

/** A bus line. It leaves each stop at regular times, all day. */
final class Line {
    /** All lines there are. */
    static final Line[] ALL = {
        new Line("1", Stop.HARBOUR, 6, 0),
        new Line("2", Stop.MUSEUM, 10, 3),
        new Line("3", Stop.PARK, 15, 4),
        new Line("4", Stop.STATION, 7, 1),
    };

    final String number;
    final Stop destination;
    private final int everyMinutes;
    private final int firstMinute;

    private Line(String number, Stop destination, int everyMinutes, int firstMinute) {
        this.number = number;
        this.destination = destination;
        this.everyMinutes = everyMinutes;
        this.firstMinute = firstMinute;
    }

    boolean calls(Stop stop) {
        return stop != destination;
    }

    boolean leaves(Stop stop, long minute) {
        return calls(stop) && (minute - firstMinute - 2 * stop.ordinal()) % everyMinutes == 0;
    }
}
