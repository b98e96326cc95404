package dev.oddity.samples.plants;

import android.os.Bundle;
import androidx.appcompat.app.AppCompatActivity;
import androidx.fragment.app.Fragment;
import androidx.fragment.app.FragmentTransaction;
import com.google.android.material.bottomnavigation.BottomNavigationView;

/** Three tabs. They are hidden and not replaced, so that each stays as it was left. */
public final class MainActivity extends AppCompatActivity {
    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        setContentView(R.layout.main);
        BottomNavigationView tabs = findViewById(R.id.tabs);
        tabs.setOnNavigationItemSelectedListener(item -> {
            show(item.getItemId());
            return true;
        });
        if (saved == null) {
            show(R.id.tab_plants);
        }
    }

    private void show(int tab) {
        FragmentTransaction change = getSupportFragmentManager().beginTransaction();
        for (Fragment other : getSupportFragmentManager().getFragments()) {
            change.hide(other);
        }
        Fragment wanted = getSupportFragmentManager().findFragmentByTag(String.valueOf(tab));
        if (wanted == null) {
            change.add(R.id.tab, make(tab), String.valueOf(tab));
        } else {
            change.show(wanted);
        }
        change.commit();
    }

    private static Fragment make(int tab) {
        if (tab == R.id.tab_today) {
            return new TodayFragment();
        }
        return tab == R.id.tab_settings ? new SettingsFragment() : new PlantsFragment();
    }
}
