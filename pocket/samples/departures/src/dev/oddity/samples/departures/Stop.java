package dev.oddity.samples.departures;

/** The stops of the town. */
enum Stop {
    MARKET("Market"),
    STATION("Station"),
    HARBOUR("Harbour"),
    MUSEUM("Museum"),
    PARK("Park");

    final String title;

    Stop(String title) {
        this.title = title;
    }

    static String[] titles() {
        String[] titles = new String[values().length];
        for (Stop stop : values()) {
            titles[stop.ordinal()] = stop.title;
        }
        return titles;
    }
}
