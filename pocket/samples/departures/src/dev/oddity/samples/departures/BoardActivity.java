package dev.oddity.samples.departures;

import android.animation.ObjectAnimator;
import android.animation.ValueAnimator;
import android.app.Activity;
import android.content.Intent;
import android.os.Bundle;
import android.os.Handler;
import android.os.Looper;
import android.view.Menu;
import android.view.MenuItem;
import android.view.View;
import android.widget.ArrayAdapter;
import android.widget.ListView;
import android.widget.Spinner;
import android.widget.TextView;
import dev.oddity.samples.common.Rows;
import dev.oddity.samples.common.Watch;
import java.text.SimpleDateFormat;
import java.util.Date;
import java.util.List;
import java.util.Locale;

/** What leaves a stop soon. Everything moves here: the clock, the minutes left, the advertisements and a bus. */
public final class BoardActivity extends Activity {
    private static final int ADVERT_MS = 4000;

    private final Handler handler = new Handler(Looper.getMainLooper());
    private final Runnable tick = this::tick;
    private Settings settings;
    private Rows<Departure> rows;
    private ObjectAnimator drive;
    private long shownMinute;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.board);
        settings = new Settings(this);
        rows = new DepartureRows();
        ListView list = findViewById(R.id.departures);
        list.setAdapter(rows);
        list.setEmptyView(findViewById(R.id.no_departures));

        ArrayAdapter<String> stops = new ArrayAdapter<>(this, android.R.layout.simple_spinner_item, Stop.titles());
        stops.setDropDownViewResource(android.R.layout.simple_spinner_dropdown_item);
        Spinner stop = findViewById(R.id.stop);
        stop.setAdapter(stops);
        stop.setSelection(settings.stop().ordinal());
        Watch.choice(stop, position -> {
            settings.setStop(Stop.values()[position]);
            showDepartures();
        });

        opens(R.id.open_ticket, TicketActivity.class);
        opens(R.id.open_wallet, WalletActivity.class);
        opens(R.id.open_lines, LinesActivity.class);
        opens(R.id.open_news, NewsActivity.class);
        drive = ObjectAnimator.ofFloat(findViewById(R.id.bus), "translationX", 0, 24 * getResources().getDisplayMetrics().density);
        drive.setDuration(1200);
        drive.setRepeatCount(ValueAnimator.INFINITE);
        drive.setRepeatMode(ValueAnimator.REVERSE);
    }

    private void opens(int button, Class<? extends Activity> activity) {
        findViewById(button).setOnClickListener(view -> startActivity(new Intent(this, activity)));
    }

    @Override
    protected void onStart() {
        super.onStart();
        findViewById(R.id.clock).setVisibility(settings.showClock() ? View.VISIBLE : View.GONE);
        findViewById(R.id.banner).setVisibility(settings.showBanner() ? View.VISIBLE : View.GONE);
        showPinned();
        showDepartures();
        tick();
        if (settings.showBanner()) {
            drive.start();
        }
    }

    @Override
    protected void onStop() {
        super.onStop();
        handler.removeCallbacks(tick);
        drive.cancel();
    }

    private void tick() {
        long now = System.currentTimeMillis();
        text(R.id.clock).setText(new SimpleDateFormat("HH:mm:ss", Locale.ROOT).format(new Date(now)));
        String[] adverts = getResources().getStringArray(R.array.adverts);
        text(R.id.advert).setText(adverts[(int) (now / ADVERT_MS % adverts.length)]);
        if (now / Departure.MINUTE_MS != shownMinute) {
            showDepartures();
        }
        handler.postDelayed(tick, 1000 - now % 1000);
    }

    private void showPinned() {
        Ticket pinned = new Wallet(this).pinned();
        text(R.id.pinned).setVisibility(pinned == null ? View.GONE : View.VISIBLE);
        if (pinned != null) {
            text(R.id.pinned).setText(getString(R.string.pinned, pinned.title(this)));
        }
    }

    private void showDepartures() {
        long now = System.currentTimeMillis();
        List<Line> shown = settings.shownLines();
        Departure next = Departure.next(settings.stop(), now, shown);
        text(R.id.next).setVisibility(next == null ? View.GONE : View.VISIBLE);
        if (next != null) {
            String time = new SimpleDateFormat("HH:mm", Locale.ROOT).format(new Date(next.minute * Departure.MINUTE_MS));
            text(R.id.next).setText(getString(R.string.next, next.line.number, time));
        }
        shownMinute = now / Departure.MINUTE_MS;
        rows.show(Departure.soon(settings.stop(), now, shown));
    }

    @Override
    public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.board, menu);
        return true;
    }

    @Override
    public boolean onOptionsItemSelected(MenuItem item) {
        if (item.getItemId() != R.id.menu_settings) {
            return super.onOptionsItemSelected(item);
        }
        startActivity(new Intent(this, SettingsActivity.class));
        return true;
    }

    private TextView text(int id) {
        return findViewById(id);
    }

    private final class DepartureRows extends Rows<Departure> {
        DepartureRows() {
            super(BoardActivity.this, R.layout.departure_row);
        }

        @Override
        protected long idOf(Departure departure) {
            return departure.minute * 10 + Long.parseLong(departure.line.number);
        }

        @Override
        public boolean isEnabled(int position) {
            return false;
        }

        @Override
        protected void fill(View row, Departure departure) {
            row.<TextView>findViewById(R.id.row_line).setText(departure.line.number);
            row.<TextView>findViewById(R.id.row_destination).setText(departure.line.destination.title);
            long wait = departure.minute - shownMinute;
            row.<TextView>findViewById(R.id.row_wait).setText(wait == 0 ? getString(R.string.now) : getString(R.string.in_minutes, wait));
        }
    }
}
