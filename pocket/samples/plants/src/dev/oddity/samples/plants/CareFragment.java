package dev.oddity.samples.plants;

import android.os.Bundle;
import android.view.View;
import android.widget.TextView;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import androidx.fragment.app.Fragment;

/** When a plant wants water, and the button for it. */
public final class CareFragment extends Fragment {
    public CareFragment() {
        super(R.layout.care);
    }

    @Override
    public void onViewCreated(@NonNull View view, @Nullable Bundle saved) {
        view.findViewById(R.id.water).setOnClickListener(button -> {
            Plant plant = plant();
            plant.water(System.currentTimeMillis());
            save(plant);
        });
        view.findViewById(R.id.undo_watering).setOnClickListener(button -> {
            Plant plant = plant();
            plant.undoWatering();
            save(plant);
        });
    }

    @Override
    public void onResume() {
        super.onResume();
        showPlant();
    }

    private void save(Plant plant) {
        new Plants(requireContext()).save(plant);
        showPlant();
    }

    private void showPlant() {
        Plant plant = plant();
        long now = System.currentTimeMillis();
        text(R.id.status).setText(plant.status(requireContext(), now));
        text(R.id.room).setText(Plant.ROOMS[plant.room]);
        text(R.id.note).setText(plant.note);
        requireView().findViewById(R.id.undo_watering).setEnabled(plant.canUndo(now));
    }

    private Plant plant() {
        return ((PlantActivity) requireActivity()).plant();
    }

    private TextView text(int id) {
        return requireView().findViewById(id);
    }
}
