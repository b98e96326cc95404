package dev.oddity.samples.departures;

import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.widget.CheckBox;
import android.widget.EditText;
import android.widget.RadioGroup;
import android.widget.TextView;
import dev.oddity.samples.common.Question;

/** Buys tickets. The price follows what is chosen. */
public final class TicketActivity extends Activity implements Question.Asker {
    private static final int[] KINDS = {R.id.single, R.id.day, R.id.week};
    private static final int MOST = 20;

    private Settings settings;
    private int count = 1;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.ticket);
        settings = new Settings(this);
        if (saved == null) {
            kind().check(R.id.single);
            passenger().setText(settings.passenger());
        } else {
            // The other fields bring back their own contents.
            count = saved.getInt("count");
        }
        kind().setOnCheckedChangeListener((group, id) -> showPrice());
        if (!Faults.OLD_PRICE) {
            discount().setOnCheckedChangeListener((button, on) -> showPrice());
        }
        findViewById(R.id.fewer).setOnClickListener(button -> setCount(Math.max(1, count - 1)));
        findViewById(R.id.more).setOnClickListener(button -> setCount(Math.min(MOST, count + 1)));
        findViewById(R.id.buy).setOnClickListener(button -> buy());
    }

    @Override
    protected void onStart() {
        super.onStart();
        if (Faults.PASSENGER_LEFT_BEHIND) {
            passenger().setText(settings.passenger());
        }
    }

    @Override
    protected void onResume() {
        super.onResume();
        setCount(count);
    }

    @Override
    protected void onSaveInstanceState(Bundle state) {
        super.onSaveInstanceState(state);
        state.putInt("count", count);
    }

    private void setCount(int count) {
        this.count = count;
        this.<TextView>findViewById(R.id.count).setText(String.valueOf(count));
        showPrice();
    }

    private void showPrice() {
        this.<TextView>findViewById(R.id.price).setText(filled().price());
    }

    private Ticket filled() {
        Ticket ticket = new Ticket();
        for (int kind = 0; kind < KINDS.length; kind++) {
            if (KINDS[kind] == kind().getCheckedRadioButtonId()) {
                ticket.kind = kind;
            }
        }
        ticket.count = count;
        ticket.reduced = discount().isChecked();
        ticket.passenger = passenger().getText().toString().trim();
        return ticket;
    }

    private void buy() {
        Ticket ticket = filled();
        if (ticket.passenger.isEmpty()) {
            passenger().setError(getString(R.string.name_missing));
            passenger().requestFocus();
            return;
        }
        String question = getString(R.string.buy_question, ticket.title(this), ticket.price());
        Question.ask(this, "buy", question, R.string.buy_yes, R.string.cancel, null);
    }

    @Override
    public void onYes(String question, Bundle about) {
        Ticket ticket = filled();
        new Wallet(this).add(ticket);
        settings.setPassenger(ticket.passenger);
        startActivity(new Intent(this, WalletActivity.class));
        finish();
    }

    private RadioGroup kind() {
        return findViewById(R.id.kind);
    }

    private CheckBox discount() {
        return findViewById(R.id.discount);
    }

    private EditText passenger() {
        return findViewById(R.id.passenger);
    }
}
