package dev.oddity.samples.plants;

import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.CheckBox;
import android.widget.TextView;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import androidx.fragment.app.Fragment;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import com.google.android.material.button.MaterialButton;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The thirsty plants. Those that are ticked can be watered all at once. */
public final class TodayFragment extends Fragment {
    private final DueCells cells = new DueCells();
    private final Set<Long> ticked = new HashSet<>();
    private Plants plants;

    public TodayFragment() {
        super(R.layout.today);
    }

    @Override
    public void onViewCreated(@NonNull View view, @Nullable Bundle saved) {
        plants = new Plants(requireContext());
        RecyclerView list = view.findViewById(R.id.due);
        list.setLayoutManager(new LinearLayoutManager(requireContext()));
        list.setAdapter(cells);
        view.findViewById(R.id.water_ticked).setOnClickListener(button -> waterTicked());
        if (saved != null && !Faults.TICKS_TURNED_AWAY) {
            for (long id : saved.getLongArray("ticked")) {
                ticked.add(id);
            }
        }
        showDue();
    }

    @Override
    public void onResume() {
        super.onResume();
        if (!Faults.STILL_THIRSTY) {
            showDue();
        }
    }

    @Override
    public void onHiddenChanged(boolean hidden) {
        showDue();
    }

    @Override
    public void onSaveInstanceState(@NonNull Bundle state) {
        super.onSaveInstanceState(state);
        long[] ids = new long[ticked.size()];
        int i = 0;
        for (long id : ticked) {
            ids[i++] = id;
        }
        state.putLongArray("ticked", ids);
    }

    private void showDue() {
        List<Plant> due = plants.thirsty(System.currentTimeMillis());
        Set<Long> ids = new HashSet<>();
        for (Plant plant : due) {
            ids.add(plant.id);
        }
        ticked.retainAll(ids);
        cells.show(due);
        requireView().findViewById(R.id.none_due).setVisibility(due.isEmpty() ? View.VISIBLE : View.GONE);
        showButton();
    }

    private void showButton() {
        MaterialButton button = requireView().findViewById(R.id.water_ticked);
        button.setText(getResources().getQuantityString(R.plurals.water_ticked, ticked.size(), ticked.size()));
        button.setEnabled(!ticked.isEmpty());
    }

    private void tick(Plant plant, boolean on) {
        if (on) {
            ticked.add(plant.id);
        } else {
            ticked.remove(plant.id);
        }
        showButton();
    }

    private void waterTicked() {
        for (long id : ticked) {
            Plant plant = plants.get(id);
            plant.water(System.currentTimeMillis());
            plants.save(plant);
        }
        showDue();
    }

    private final class DueCells extends Cells<Plant> {
        DueCells() {
            super(R.layout.due_row);
        }

        @Override
        long idOf(Plant plant) {
            return plant.id;
        }

        @Override
        void fill(View row, Plant plant, int position) {
            row.<TextView>findViewById(R.id.row_name).setText(plant.name);
            row.<TextView>findViewById(R.id.row_room).setText(Plant.ROOMS[plant.room]);
            CheckBox tick = row.findViewById(R.id.tick);
            tick.setContentDescription(getString(R.string.tick_this, plant.name));
            tick.setChecked(ticked.contains(plant.id));
            tick.setOnClickListener(box -> tick(plant, tick.isChecked()));
            row.setOnClickListener(view ->
                    startActivity(new Intent(requireContext(), PlantActivity.class).putExtra(PlantActivity.ID, plant.id)));
        }
    }
}
