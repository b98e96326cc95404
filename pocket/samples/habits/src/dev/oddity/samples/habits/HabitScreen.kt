package dev.oddity.samples.habits

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.items
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.automirrored.filled.ArrowBack
import androidx.compose.material.icons.filled.Edit
import androidx.compose.material3.Button
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.ListItem
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Text
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.unit.dp
import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.createSavedStateHandle
import androidx.lifecycle.viewModelScope
import androidx.lifecycle.viewmodel.compose.viewModel
import java.time.LocalDate
import java.time.format.DateTimeFormatter
import java.util.Locale
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.launch

class HabitModel(private val file: Habits, saved: SavedStateHandle) : ViewModel() {
    private val id: Long = checkNotNull(saved["id"])

    /** Null until it was read. */
    val habit = file.all.map { all -> all.find { it.id == id } }.stateIn(viewModelScope, SharingStarted.WhileSubscribed(), null)

    fun toggle(habit: Habit) {
        viewModelScope.launch { file.save(habit.toggled(Habit.today())) }
    }
}

private val DAY = DateTimeFormatter.ofPattern("d MMMM yyyy", Locale.ENGLISH)

/** One habit, and the days on which it was done. */
@OptIn(ExperimentalMaterial3Api::class)
@Composable
fun HabitScreen(
    edit: (Long) -> Unit,
    back: () -> Unit,
    model: HabitModel = viewModel { HabitModel(app.habits, createSavedStateHandle()) },
) {
    val habit = model.habit.collectAsStateWithLifecycle().value ?: return
    val today = Habit.today()
    Scaffold(topBar = {
        TopAppBar(
            { Text(habit.name) },
            navigationIcon = { IconButton(back) { Icon(Icons.AutoMirrored.Default.ArrowBack, "Back") } },
            actions = {
                IconButton({ edit(habit.id) }, Modifier.testTag("edit")) { Icon(Icons.Default.Edit, "Edit") }
            },
        )
    }) { room ->
        Column(Modifier.padding(top = room.calculateTopPadding())) {
            Text("${habit.timesThisWeek(today)} of ${habit.goal} this week", Modifier.padding(horizontal = 16.dp).testTag("week"))
            Text("Done on ${habit.days.size} days", Modifier.padding(horizontal = 16.dp).testTag("times"))
            if (habit.note.isNotEmpty()) {
                Text(habit.note, Modifier.padding(horizontal = 16.dp).testTag("note_text"))
            }
            Button({ model.toggle(habit) }, Modifier.padding(horizontal = 16.dp).testTag("done")) {
                Text(if (habit.isDone(today)) "Not done today" else "Done today")
            }
            LazyColumn(Modifier.testTag("days")) {
                items(habit.days, key = { it }) { day -> ListItem({ Text(DAY.format(LocalDate.ofEpochDay(day))) }) }
            }
        }
    }
}
