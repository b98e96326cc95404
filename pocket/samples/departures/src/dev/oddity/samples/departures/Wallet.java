package dev.oddity.samples.departures;

import android.content.Context;
import android.content.SharedPreferences;
import java.util.ArrayList;
import java.util.List;
import org.json.JSONArray;
import org.json.JSONException;

/** The tickets, and which one is pinned to the board. Begins with one ticket. */
final class Wallet {
    private final SharedPreferences file;

    Wallet(Context context) {
        file = context.getSharedPreferences("wallet", Context.MODE_PRIVATE);
        if (!file.contains("tickets")) {
            Ticket first = new Ticket();
            first.kind = Ticket.DAY;
            first.passenger = "Alex";
            add(first);
        }
    }

    List<Ticket> tickets() {
        try {
            List<Ticket> tickets = new ArrayList<>();
            JSONArray all = new JSONArray(file.getString("tickets", "[]"));
            for (int i = 0; i < all.length(); i++) {
                tickets.add(Ticket.fromJson(all.getJSONObject(i)));
            }
            return tickets;
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
    }

    void add(Ticket ticket) {
        ticket.id = file.getLong("next", 1);
        file.edit().putLong("next", ticket.id + 1).apply();
        List<Ticket> tickets = tickets();
        tickets.add(ticket);
        save(tickets);
    }

    void remove(Ticket ticket) {
        List<Ticket> tickets = tickets();
        for (int i = 0; i < tickets.size(); i++) {
            if (tickets.get(i).id == ticket.id) {
                tickets.remove(i);
                break;
            }
        }
        save(tickets);
    }

    Ticket ticket(long id) {
        for (Ticket ticket : tickets()) {
            if (ticket.id == id) {
                return ticket;
            }
        }
        return null;
    }

    /** The ticket on the board; null if none is pinned, or the pinned one was given back. */
    Ticket pinned() {
        if (Faults.PINNED_BY_PLACE) {
            int place = file.getInt("pinned_place", -1);
            return place < 0 ? null : tickets().get(place);
        }
        return ticket(file.getLong("pinned", 0));
    }

    void pin(Ticket ticket) {
        file.edit().putLong("pinned", ticket.id).putInt("pinned_place", placeOf(ticket)).apply();
    }

    void unpin() {
        file.edit().remove("pinned").remove("pinned_place").apply();
    }

    private int placeOf(Ticket ticket) {
        List<Ticket> tickets = tickets();
        for (int place = 0; place < tickets.size(); place++) {
            if (tickets.get(place).id == ticket.id) {
                return place;
            }
        }
        return -1;
    }

    private void save(List<Ticket> tickets) {
        try {
            JSONArray all = new JSONArray();
            for (Ticket ticket : tickets) {
                all.put(ticket.toJson());
            }
            file.edit().putString("tickets", all.toString()).apply();
        } catch (JSONException e) {
            throw new IllegalStateException(e);
        }
    }
}
