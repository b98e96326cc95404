package dev.oddity.samples.plants;

import android.os.Bundle;
import android.view.View;
import androidx.annotation.NonNull;
import androidx.annotation.Nullable;
import androidx.fragment.app.Fragment;
import com.google.android.material.switchmaterial.SwitchMaterial;

/** Settings, kept as soon as they are changed. */
public final class SettingsFragment extends Fragment {
    public SettingsFragment() {
        super(R.layout.settings);
    }

    @Override
    public void onViewCreated(@NonNull View view, @Nullable Bundle saved) {
        Settings settings = new Settings(requireContext());
        SwitchMaterial thirsty = view.findViewById(R.id.thirsty_first);
        thirsty.setChecked(settings.thirstyFirst());
        thirsty.setOnCheckedChangeListener((button, on) -> settings.setThirstyFirst(on));
        SwitchMaterial rooms = view.findViewById(R.id.show_rooms);
        rooms.setChecked(settings.showRooms());
        rooms.setOnCheckedChangeListener((button, on) -> settings.setShowRooms(on));
    }
}
