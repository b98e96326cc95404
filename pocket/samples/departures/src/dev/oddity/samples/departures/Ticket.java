package dev.oddity.samples.departures;

import android.content.Context;
import java.util.Locale;
import org.json.JSONException;
import org.json.JSONObject;

/** Tickets of one kind for one passenger, bought together. */
final class Ticket {
    static final int SINGLE = 0;
    static final int DAY = 1;
    static final int WEEK = 2;
    private static final int[] CENTS = {260, 780, 2800};
    private static final int[] NAMES = {R.string.single, R.string.day, R.string.week};

    /** 0 until it is in the wallet. */
    long id;
    int kind = SINGLE;
    int count = 1;
    boolean reduced;
    String passenger = "";

    /** The price of all. */
    String price() {
        int cents = CENTS[kind] * count;
        if (reduced) {
            cents = cents * 3 / 5;
        }
        return String.format(Locale.ROOT, "€ %d.%02d", cents / 100, cents % 100);
    }

    /** For instance "2 × Day ticket for Ada". */
    String title(Context context) {
        String kind = context.getString(NAMES[this.kind]);
        String several = count == 1 ? kind : context.getString(R.string.ticket_several, count, kind);
        return context.getString(R.string.ticket_for, several, passenger);
    }

    JSONObject toJson() throws JSONException {
        return new JSONObject().put("id", id).put("kind", kind).put("count", count).put("reduced", reduced).put("passenger", passenger);
    }

    static Ticket fromJson(JSONObject json) throws JSONException {
        Ticket ticket = new Ticket();
        ticket.id = json.getLong("id");
        ticket.kind = json.getInt("kind");
        ticket.count = json.getInt("count");
        ticket.reduced = json.getBoolean("reduced");
        ticket.passenger = json.getString("passenger");
        return ticket;
    }
}
