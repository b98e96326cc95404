package dev.oddity.samples.plants;

import android.content.Intent;
import android.os.Bundle;
import android.view.View;
import android.widget.TextView;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import androidx.fragment.app.Fragment;
import androidx.recyclerview.widget.ItemTouchHelper;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import com.google.android.material.chip.ChipGroup;
import com.google.android.material.snackbar.Snackbar;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The list of plants, of all rooms or of one. Swiping a plant away removes it; that can be undone. */
public final class PlantsFragment extends Fragment {
    private static final int[] CHIPS = {R.id.room_living, R.id.room_kitchen, R.id.room_bathroom, R.id.room_balcony};

    private final PlantCells cells = new PlantCells();
    private Plants plants;
    private Settings settings;
    /** What was swiped away last, as JSON; null once it is too late to undo. */
    private String removed;
    private Snackbar undo;

    public PlantsFragment() {
        super(R.layout.plants);
    }

    @Override
    public void onViewCreated(@NonNull View view, @Nullable Bundle saved) {
        plants = new Plants(requireContext());
        settings = new Settings(requireContext());
        RecyclerView list = view.findViewById(R.id.plants);
        list.setLayoutManager(new LinearLayoutManager(requireContext()));
        list.setAdapter(cells);
        new ItemTouchHelper(new SwipeAway()).attachToRecyclerView(list);
        view.findViewById(R.id.add).setOnClickListener(button -> startActivity(new Intent(requireContext(), EditActivity.class)));
        removed = saved == null ? null : saved.getString("removed");
        showPlants();
    }

    @Override
    public void onViewStateRestored(@Nullable Bundle saved) {
        super.onViewStateRestored(saved);
        ChipGroup rooms = requireView().findViewById(R.id.rooms);
        rooms.check(settings.room() == Settings.ALL_ROOMS ? R.id.room_all : CHIPS[settings.room()]);
        rooms.setOnCheckedChangeListener((group, chip) -> {
            settings.setRoom(roomOf(chip));
            showPlants();
        });
        if (removed != null) {
            offerUndo();
        }
    }

    @Override
    public void onResume() {
        super.onResume();
        showPlants();
    }

    @Override
    public void onHiddenChanged(boolean hidden) {
        if (hidden && undo != null) {
            undo.dismiss();
            removed = null;
        }
        showPlants();
    }

    @Override
    public void onSaveInstanceState(@NonNull Bundle state) {
        super.onSaveInstanceState(state);
        state.putString("removed", removed);
    }

    private static int roomOf(int chip) {
        for (int room = 0; room < CHIPS.length; room++) {
            if (CHIPS[room] == chip) {
                return room;
            }
        }
        return Settings.ALL_ROOMS;
    }

    private List<Plant> sorted() {
        List<Plant> all = plants.all();
        if (settings.thirstyFirst()) {
            long now = System.currentTimeMillis();
            Collections.sort(all, (a, b) -> Integer.compare(a.daysLeft(now), b.daysLeft(now)));
        }
        return all;
    }

    private void showPlants() {
        List<Plant> shown = new ArrayList<>();
        for (Plant plant : sorted()) {
            if (settings.room() == Settings.ALL_ROOMS || plant.room == settings.room()) {
                shown.add(plant);
            }
        }
        cells.show(shown);
        requireView().findViewById(R.id.none_here).setVisibility(shown.isEmpty() ? View.VISIBLE : View.GONE);
    }

    private void open(Plant plant, int position) {
        Plant meant = Faults.ANOTHER_OPENS ? sorted().get(position) : plant;
        startActivity(new Intent(requireContext(), PlantActivity.class).putExtra(PlantActivity.ID, meant.id));
    }

    private void offerUndo() {
        String name = Plant.fromJson(removed).name;
        undo = Snackbar.make(requireView().findViewById(R.id.plants_screen), getString(R.string.removed, name), Snackbar.LENGTH_INDEFINITE);
        undo.setAction(R.string.undo, button -> {
            plants.save(Plant.fromJson(removed));
            removed = null;
            showPlants();
        });
        undo.show();
    }

    private final class SwipeAway extends ItemTouchHelper.SimpleCallback {
        SwipeAway() {
            super(0, ItemTouchHelper.LEFT);
        }

        @Override
        public boolean onMove(@NonNull RecyclerView list, @NonNull RecyclerView.ViewHolder from, @NonNull RecyclerView.ViewHolder to) {
            return false;
        }

        @Override
        public void onSwiped(@NonNull RecyclerView.ViewHolder cell, int direction) {
            Plant plant = plants.get(cell.getItemId());
            removed = plant.toJson().toString();
            plants.remove(plant.id);
            showPlants();
            offerUndo();
        }
    }

    private final class PlantCells extends Cells<Plant> {
        PlantCells() {
            super(R.layout.plant_row);
        }

        @Override
        long idOf(Plant plant) {
            return plant.id;
        }

        @Override
        void fill(View row, Plant plant, int position) {
            row.<TextView>findViewById(R.id.row_name).setText(plant.name);
            row.<TextView>findViewById(R.id.row_room).setText(Plant.ROOMS[plant.room]);
            row.findViewById(R.id.row_room).setVisibility(settings.showRooms() ? View.VISIBLE : View.GONE);
            row.<TextView>findViewById(R.id.row_status).setText(plant.status(requireContext(), System.currentTimeMillis()));
            row.setOnClickListener(view -> open(plant, position));
        }
    }
}
