package dev.oddity.samples.habits

import androidx.activity.compose.BackHandler
import androidx.compose.foundation.ExperimentalFoundationApi
import androidx.compose.foundation.combinedClickable
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.itemsIndexed
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.filled.Add
import androidx.compose.material.icons.filled.Clear
import androidx.compose.material.icons.filled.Delete
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.FloatingActionButton
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.ListItem
import androidx.compose.material3.ListItemDefaults
import androidx.compose.material3.MaterialTheme
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Text
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.runtime.MutableState
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.selected
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.createSavedStateHandle
import androidx.lifecycle.viewModelScope
import androidx.lifecycle.viewmodel.compose.SavedStateHandleSaveableApi
import androidx.lifecycle.viewmodel.compose.saveable
import androidx.lifecycle.viewmodel.compose.viewModel
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.launch

/** All habits in the order of the settings, what they are searched for, and those that are selected. */
@OptIn(SavedStateHandleSaveableApi::class)
class ListModel(private val file: Habits, settings: SettingsFile, saved: SavedStateHandle) : ViewModel() {
    private val searchState: MutableState<String> =
        if (Faults.SEARCH_DIES) mutableStateOf("") else saved.saveable("search") { mutableStateOf("") }
    private val selectedState = saved.saveable("selected") { mutableStateOf(longArrayOf()) }

    var search by searchState
    var selected: Set<Long>
        get() = selectedState.value.toSet()
        set(value) {
            selectedState.value = value.toLongArray()
        }

    /** Null until they were read. */
    val habits = combine(file.all, settings.now) { all, settings -> (if (settings.mostFirst) mostFirst(all) else all) to settings }
        .stateIn(viewModelScope, SharingStarted.WhileSubscribed(), null)

    fun toggle(key: Long) {
        selected = if (key in selected) selected - key else selected + key
    }

    /** Removes what is selected, shown or not. */
    fun removeSelected(shown: List<Habit>) {
        val ids = if (Faults.SELECTION_BY_PLACE) selected.map { shown[it.toInt()].id } else selected
        selected = emptySet()
        viewModelScope.launch { file.remove(ids) }
    }

    private fun mostFirst(all: List<Habit>) =
        if (Faults.MOST_BY_LETTERS) all.sortedByDescending { "${it.days.size}" } else all.sortedByDescending { it.days.size }
}

/** All habits, searched. A long touch selects, and what is selected can be removed. */
@Composable
fun ListScreen(
    open: (Long) -> Unit,
    add: () -> Unit,
    model: ListModel = viewModel { ListModel(app.habits, app.settings, createSavedStateHandle()) },
) {
    val (all, settings) = model.habits.collectAsStateWithLifecycle().value ?: return
    val shown = all.filter { it.name.contains(model.search.trim(), ignoreCase = true) }
    BackHandler(model.selected.isNotEmpty()) { model.selected = emptySet() }
    Scaffold(
        topBar = { ListBar(model, remove = { model.removeSelected(shown) }) },
        floatingActionButton = {
            FloatingActionButton(add, Modifier.testTag("add")) { Icon(Icons.Default.Add, "Add a habit") }
        },
    ) { room ->
        Column(Modifier.padding(top = room.calculateTopPadding())) {
            OutlinedTextField(
                model.search,
                onValueChange = { model.search = it },
                Modifier.fillMaxWidth().padding(horizontal = 16.dp).testTag("search"),
                label = { Text("Search") },
                singleLine = true,
            )
            LazyColumn(Modifier.testTag("habits")) {
                itemsIndexed(shown, key = { _, habit -> habit.id }) { place, habit ->
                    val key = if (Faults.SELECTION_BY_PLACE) place.toLong() else habit.id
                    HabitRow(
                        habit,
                        settings.showNotes,
                        selected = key in model.selected,
                        tap = { if (model.selected.isEmpty()) open(habit.id) else model.toggle(key) },
                        select = { model.toggle(key) },
                    )
                }
            }
        }
    }
}

@OptIn(ExperimentalMaterial3Api::class)
@Composable
private fun ListBar(model: ListModel, remove: () -> Unit) {
    val count = model.selected.size
    TopAppBar(
        { Text(if (count == 0) "Habits" else "$count selected") },
        actions = {
            if (count > 0) {
                IconButton(remove, Modifier.testTag("remove")) { Icon(Icons.Default.Delete, "Remove") }
                IconButton({ model.selected = emptySet() }) { Icon(Icons.Default.Clear, "Select none") }
            }
        },
    )
}

@OptIn(ExperimentalFoundationApi::class)
@Composable
private fun HabitRow(habit: Habit, showNote: Boolean, selected: Boolean, tap: () -> Unit, select: () -> Unit) {
    val colors = MaterialTheme.colorScheme
    ListItem(
        headlineContent = { Text(habit.name) },
        supportingContent = { if (showNote && habit.note.isNotEmpty()) Text(habit.note) },
        trailingContent = { Text("${habit.days.size} times") },
        colors = ListItemDefaults.colors(if (selected) colors.secondaryContainer else colors.surface),
        modifier = Modifier
            .combinedClickable(onClick = tap, onLongClick = select)
            .semantics { this.selected = selected },
    )
}
