package dev.oddity.samples.plants;

import android.os.Bundle;
import android.view.View;
import android.widget.TextView;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import androidx.fragment.app.Fragment;
import androidx.recyclerview.widget.LinearLayoutManager;
import androidx.recyclerview.widget.RecyclerView;
import java.text.DateFormat;
import java.util.Date;
import java.util.List;

/** When a plant was watered. The entry that is chosen is told in full above the list. */
public final class DiaryFragment extends Fragment {
    private static final long NONE = -1;

    private final EntryCells cells = new EntryCells();
    private long chosen = NONE;
    private int chosenPlace = -1;

    public DiaryFragment() {
        super(R.layout.diary);
    }

    @Override
    public void onViewCreated(@NonNull View view, @Nullable Bundle saved) {
        RecyclerView list = view.findViewById(R.id.diary);
        list.setLayoutManager(new LinearLayoutManager(requireContext()));
        list.setAdapter(cells);
        if (saved != null) {
            chosen = saved.getLong("chosen");
            chosenPlace = saved.getInt("chosen_place");
        }
        cells.show(entries());
    }

    @Override
    public void onResume() {
        super.onResume();
        cells.show(entries());
        showChosen();
    }

    @Override
    public void onSaveInstanceState(@NonNull Bundle state) {
        super.onSaveInstanceState(state);
        state.putLong("chosen", chosen);
        state.putInt("chosen_place", chosenPlace);
    }

    private List<Long> entries() {
        return ((PlantActivity) requireActivity()).plant().watered;
    }

    private void choose(long time, int place) {
        chosen = time;
        chosenPlace = place;
        showChosen();
    }

    private void showChosen() {
        long time = chosen;
        if (Faults.ENTRY_BY_PLACE && chosenPlace >= 0) {
            time = entries().get(chosenPlace);
        } else if (!entries().contains(chosen)) {
            time = NONE;
        }
        requireView().<TextView>findViewById(R.id.chosen).setText(time == NONE ? getString(R.string.diary_choose) : told(time));
    }

    private String told(long time) {
        String day = DateFormat.getDateInstance(DateFormat.LONG).format(new Date(time));
        return getString(R.string.diary_entry, day, DateFormat.getTimeInstance(DateFormat.SHORT).format(new Date(time)));
    }

    private final class EntryCells extends Cells<Long> {
        EntryCells() {
            super(R.layout.diary_row);
        }

        @Override
        long idOf(Long time) {
            return time;
        }

        @Override
        void fill(View row, Long time, int position) {
            ((TextView) row).setText(DateFormat.getDateInstance(DateFormat.MEDIUM).format(new Date(time)));
            row.setOnClickListener(view -> choose(time, position));
        }
    }
}
