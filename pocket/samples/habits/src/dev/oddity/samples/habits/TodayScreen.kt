package dev.oddity.samples.habits

import androidx.compose.foundation.clickable
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.lazy.LazyColumn
import androidx.compose.foundation.lazy.itemsIndexed
import androidx.compose.material3.Checkbox
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.FilterChip
import androidx.compose.material3.ListItem
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Text
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.contentDescription
import androidx.compose.ui.semantics.semantics
import androidx.compose.ui.unit.dp
import androidx.lifecycle.ViewModel
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.viewModelScope
import androidx.lifecycle.viewmodel.compose.viewModel
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.launch

class TodayModel(private val file: Habits) : ViewModel() {
    /** Null until they were read. */
    val habits = file.all.stateIn(viewModelScope, SharingStarted.WhileSubscribed(), null)

    fun tick(habit: Habit) {
        viewModelScope.launch { file.save(habit.toggled(Habit.today())) }
    }
}

/** What is to be done today. Ticking a habit marks it as done. */
@OptIn(ExperimentalMaterial3Api::class)
@Composable
fun TodayScreen(open: (Long) -> Unit, model: TodayModel = viewModel { TodayModel(app.habits) }) {
    val all = model.habits.collectAsStateWithLifecycle().value ?: return
    var onlyOpen by rememberSaveable { mutableStateOf(false) }
    val today = Habit.today()
    val done = remember(if (Faults.OLD_COUNT) all.size else all) { all.count { it.isDone(today) } }
    val shown = all.filter { !onlyOpen || !it.isDone(today) }
    Scaffold(topBar = { TopAppBar({ Text("Today") }) }) { room ->
        Column(Modifier.padding(top = room.calculateTopPadding())) {
            Text("$done of ${all.size} done", Modifier.padding(horizontal = 16.dp).testTag("count"))
            FilterChip(
                onlyOpen,
                onClick = { onlyOpen = !onlyOpen },
                label = { Text("Only open") },
                modifier = Modifier.padding(horizontal = 16.dp).testTag("only_open"),
            )
            LazyColumn(Modifier.testTag("due")) {
                itemsIndexed(shown, key = { _, habit -> habit.id }) { place, habit ->
                    val meant = if (Faults.WRONG_ONE_TICKED) all[place] else habit
                    DueRow(habit, today, tick = { model.tick(meant) }, open = { open(habit.id) })
                }
            }
        }
    }
}

@Composable
private fun DueRow(habit: Habit, today: Long, tick: () -> Unit, open: () -> Unit) {
    ListItem(
        headlineContent = { Text(habit.name) },
        supportingContent = { Text("${habit.timesThisWeek(today)} of ${habit.goal} this week") },
        leadingContent = {
            Checkbox(
                habit.isDone(today),
                onCheckedChange = { tick() },
                modifier = Modifier.semantics { contentDescription = "${habit.name} is done" },
            )
        },
        modifier = Modifier.clickable(onClick = open),
    )
}
