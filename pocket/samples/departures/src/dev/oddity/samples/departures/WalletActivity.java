package dev.oddity.samples.departures;

import android.app.Activity;
import android.os.Bundle;
import android.view.View;
import android.widget.ListView;
import android.widget.TextView;
import android.widget.ToggleButton;
import dev.oddity.samples.common.Question;
import dev.oddity.samples.common.Rows;

/** The tickets: one can be pinned to the board, all can be given back. */
public final class WalletActivity extends Activity implements Question.Asker {
    private Wallet wallet;
    private Rows<Ticket> rows;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.wallet);
        wallet = new Wallet(this);
        rows = new TicketRows();
        ListView list = findViewById(R.id.tickets);
        list.setAdapter(rows);
        list.setEmptyView(findViewById(R.id.no_tickets));
        list.setItemsCanFocus(true);
        rows.show(wallet.tickets());
    }

    private void pin(Ticket ticket, boolean pin) {
        if (pin) {
            wallet.pin(ticket);
        } else {
            wallet.unpin();
        }
        rows.show(wallet.tickets());
    }

    private void askToRefund(Ticket ticket) {
        Bundle about = new Bundle();
        about.putLong("ticket", ticket.id);
        Question.ask(this, "refund", getString(R.string.refund_question, ticket.title(this)), R.string.refund, R.string.cancel, about);
    }

    @Override
    public void onYes(String question, Bundle about) {
        wallet.remove(wallet.ticket(about.getLong("ticket")));
        rows.show(wallet.tickets());
    }

    private final class TicketRows extends Rows<Ticket> {
        TicketRows() {
            super(WalletActivity.this, R.layout.wallet_row);
        }

        @Override
        protected long idOf(Ticket ticket) {
            return ticket.id;
        }

        @Override
        protected void fill(View row, Ticket ticket) {
            String title = ticket.title(WalletActivity.this);
            row.<TextView>findViewById(R.id.row_ticket).setText(title);
            row.<TextView>findViewById(R.id.row_price).setText(ticket.price());
            Ticket pinned = wallet.pinned();
            ToggleButton pin = row.findViewById(R.id.pin);
            pin.setChecked(pinned != null && pinned.id == ticket.id);
            pin.setContentDescription(getString(R.string.pin_this, title));
            pin.setOnClickListener(button -> pin(ticket, pin.isChecked()));
            View refund = row.findViewById(R.id.refund);
            refund.setContentDescription(getString(R.string.refund_this, title));
            refund.setOnClickListener(button -> askToRefund(ticket));
        }
    }
}
