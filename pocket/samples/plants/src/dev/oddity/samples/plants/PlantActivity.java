package dev.oddity.samples.plants;

import android.content.Intent;
import android.os.Bundle;
import android.view.Menu;
import android.view.MenuItem;
import androidx.annotation.NonNull;
import androidx.appcompat.app.AppCompatActivity;
import androidx.fragment.app.Fragment;
import androidx.viewpager2.adapter.FragmentStateAdapter;
import androidx.viewpager2.widget.ViewPager2;
import com.google.android.material.tabs.TabLayoutMediator;

/** One plant, on two pages: its care and its diary. */
public final class PlantActivity extends AppCompatActivity {
    /** The plant to show. */
    static final String ID = "id";
    private static final int[] PAGES = {R.string.care, R.string.diary};

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.plant);
        ViewPager2 pages = findViewById(R.id.pages);
        pages.setAdapter(new Pages());
        new TabLayoutMediator(findViewById(R.id.pages_tabs), pages, (tab, position) -> tab.setText(PAGES[position])).attach();
    }

    @Override
    protected void onResume() {
        super.onResume();
        setTitle(plant().name);
    }

    Plant plant() {
        return new Plants(this).get(getIntent().getLongExtra(ID, 0));
    }

    @Override
    public boolean onCreateOptionsMenu(Menu menu) {
        getMenuInflater().inflate(R.menu.plant, menu);
        return true;
    }

    @Override
    public boolean onOptionsItemSelected(MenuItem item) {
        if (item.getItemId() != R.id.menu_edit) {
            return super.onOptionsItemSelected(item);
        }
        startActivity(new Intent(this, EditActivity.class).putExtra(ID, plant().id));
        return true;
    }

    private final class Pages extends FragmentStateAdapter {
        Pages() {
            super(PlantActivity.this);
        }

        @Override
        public int getItemCount() {
            return PAGES.length;
        }

        @Override
        public @NonNull Fragment createFragment(int position) {
            return position == 0 ? new CareFragment() : new DiaryFragment();
        }
    }
}
