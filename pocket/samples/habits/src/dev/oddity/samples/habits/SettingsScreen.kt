package dev.oddity.samples.habits

import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.Row
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.rememberScrollState
import androidx.compose.foundation.selection.selectable
import androidx.compose.foundation.selection.toggleable
import androidx.compose.foundation.verticalScroll
import androidx.compose.material3.Button
import androidx.compose.material3.CircularProgressIndicator
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.RadioButton
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Switch
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.ui.Alignment
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.semantics.Role
import androidx.compose.ui.unit.dp
import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.createSavedStateHandle
import androidx.lifecycle.viewModelScope
import androidx.lifecycle.viewmodel.compose.viewModel
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.launch

class SettingsModel(private val file: SettingsFile, private val habits: Habits, private val saved: SavedStateHandle) : ViewModel() {
    /** Null until they were read. */
    val settings = file.now.stateIn(viewModelScope, SharingStarted.WhileSubscribed(), null)
    val counting = saved.getStateFlow("counting", false)
    val sum = saved.getStateFlow("sum", "")
    private var job: Job? = null

    init {
        if (counting.value) count()
    }

    fun setShowNotes(on: Boolean) = change { file.setShowNotes(on) }

    fun setMostFirst(on: Boolean) = change { file.setMostFirst(on) }

    fun setDark(on: Boolean) = change { file.setDark(on) }

    /** Counts as slowly as if there were years of it. */
    fun count() {
        saved["counting"] = true
        saved["sum"] = ""
        job = viewModelScope.launch {
            var days = 0
            for (habit in habits.all.first()) {
                delay(1_500)
                days += habit.days.size
            }
            saved["sum"] = "In all $days times"
            saved["counting"] = false
        }
    }

    fun cancel() {
        job?.cancel()
        if (!Faults.CANCEL_SPINS) saved["counting"] = false
    }

    private fun change(change: suspend () -> Unit) {
        viewModelScope.launch { change() }
    }
}

/** How lists are shown, the colours, and a sum over everything. */
@OptIn(ExperimentalMaterial3Api::class)
@Composable
fun SettingsScreen(model: SettingsModel = viewModel { SettingsModel(app.settings, app.habits, createSavedStateHandle()) }) {
    val settings = model.settings.collectAsStateWithLifecycle().value ?: return
    Scaffold(topBar = { TopAppBar({ Text("Settings") }) }) { room ->
        Column(Modifier.padding(top = room.calculateTopPadding()).verticalScroll(rememberScrollState())) {
            Toggle("show_notes", "Show notes in the list", settings.showNotes, model::setShowNotes)
            Toggle("dark", "Dark colours", settings.dark, model::setDark)
            Choice("by_name", "By name", !settings.mostFirst) { model.setMostFirst(false) }
            Choice("most_first", "Most often done first", settings.mostFirst) { model.setMostFirst(true) }
            Sum(model)
        }
    }
}

@Composable
private fun Sum(model: SettingsModel) {
    val counting = model.counting.collectAsStateWithLifecycle().value
    val sum = model.sum.collectAsStateWithLifecycle().value
    Row(Modifier.padding(16.dp), verticalAlignment = Alignment.CenterVertically) {
        if (counting) {
            CircularProgressIndicator(Modifier.testTag("progress"))
            TextButton(model::cancel, Modifier.testTag("cancel")) { Text("Cancel") }
        } else {
            Button(model::count, Modifier.testTag("count_all")) { Text("Count everything") }
            Text(sum, Modifier.padding(horizontal = 8.dp).testTag("sum"))
        }
    }
}

@Composable
private fun Toggle(tag: String, label: String, on: Boolean, set: (Boolean) -> Unit) {
    Row(
        Modifier.fillMaxWidth().toggleable(on, role = Role.Switch, onValueChange = set).padding(16.dp, 8.dp).testTag(tag),
        verticalAlignment = Alignment.CenterVertically,
    ) {
        Text(label, Modifier.weight(1f))
        Switch(on, onCheckedChange = null)
    }
}

@Composable
private fun Choice(tag: String, label: String, chosen: Boolean, choose: () -> Unit) {
    Row(
        Modifier.fillMaxWidth().selectable(chosen, role = Role.RadioButton, onClick = choose).padding(16.dp, 8.dp).testTag(tag),
        verticalAlignment = Alignment.CenterVertically,
    ) {
        RadioButton(chosen, onClick = null)
        Text(label, Modifier.padding(start = 8.dp))
    }
}
