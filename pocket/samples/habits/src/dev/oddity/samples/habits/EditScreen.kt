package dev.oddity.samples.habits

import androidx.activity.compose.BackHandler
import androidx.compose.foundation.layout.Column
import androidx.compose.foundation.layout.fillMaxWidth
import androidx.compose.foundation.layout.padding
import androidx.compose.foundation.rememberScrollState
import androidx.compose.foundation.text.KeyboardOptions
import androidx.compose.foundation.verticalScroll
import androidx.compose.material.icons.Icons
import androidx.compose.material.icons.automirrored.filled.ArrowBack
import androidx.compose.material3.AlertDialog
import androidx.compose.material3.ExperimentalMaterial3Api
import androidx.compose.material3.Icon
import androidx.compose.material3.IconButton
import androidx.compose.material3.OutlinedTextField
import androidx.compose.material3.Scaffold
import androidx.compose.material3.Text
import androidx.compose.material3.TextButton
import androidx.compose.material3.TopAppBar
import androidx.compose.runtime.Composable
import androidx.compose.runtime.getValue
import androidx.compose.runtime.mutableStateOf
import androidx.compose.runtime.remember
import androidx.compose.runtime.saveable.rememberSaveable
import androidx.compose.runtime.setValue
import androidx.compose.ui.Modifier
import androidx.compose.ui.platform.testTag
import androidx.compose.ui.text.input.KeyboardType
import androidx.compose.ui.unit.dp
import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import androidx.lifecycle.compose.collectAsStateWithLifecycle
import androidx.lifecycle.createSavedStateHandle
import androidx.lifecycle.viewModelScope
import androidx.lifecycle.viewmodel.compose.viewModel
import kotlinx.coroutines.flow.SharingStarted
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.stateIn
import kotlinx.coroutines.launch

class EditModel(private val file: Habits, saved: SavedStateHandle) : ViewModel() {
    private val id: Long = checkNotNull(saved["id"])

    /** The habit as it is kept, or as a new one begins; null until it was read. */
    val before = file.all.map { all -> all.find { it.id == id } ?: Habit(0, "", 3) }
        .stateIn(viewModelScope, SharingStarted.WhileSubscribed(), null)

    fun save(habit: Habit, then: () -> Unit) {
        viewModelScope.launch {
            file.save(habit)
            then()
        }
    }
}

/** Changes a habit, or adds one. Nothing is kept until Save; leaving with changes asks. */
@Composable
fun EditScreen(back: () -> Unit, model: EditModel = viewModel { EditModel(app.habits, createSavedStateHandle()) }) {
    val before = model.before.collectAsStateWithLifecycle().value ?: return
    var name by rememberSaveable { mutableStateOf(before.name) }
    var goal by rememberSaveable { mutableStateOf("${before.goal}") }
    var note by if (Faults.NOTE_TURNED_AWAY) remember { mutableStateOf(before.note) } else rememberSaveable { mutableStateOf(before.note) }
    var asking by rememberSaveable { mutableStateOf(false) }
    var leaving by remember { mutableStateOf(false) }

    val times = if (Faults.NO_GOAL) goal.toIntOrNull() else goal.toIntOrNull()?.takeIf { it in 1..7 }
    val leave = {
        if (!leaving) {
            leaving = true
            back()
        }
    }
    val ask = { if (name == before.name && goal == "${before.goal}" && note == before.note) leave() else asking = true }
    BackHandler { ask() }
    EditForm(
        title = if (before.id == 0L) "New habit" else "Edit habit",
        complete = name.isNotBlank() && (Faults.NO_GOAL || times != null),
        back = ask,
        save = {
            val kept = if (Faults.RENAMING_FORGETS && name != before.name) before.copy(days = emptyList()) else before
            model.save(kept.copy(name = name.trim(), goal = times!!, note = note), leave)
        },
    ) {
        Field("name", "Name", name, { name = it })
        Field("goal", "Times a week, 1 to 7", goal, { goal = it.filter(Char::isDigit).take(2) }, KeyboardType.Number)
        Field("note", "Note", note, { note = it })
    }
    if (asking) {
        Discard(stay = { asking = false }, discard = leave)
    }
}

@OptIn(ExperimentalMaterial3Api::class)
@Composable
private fun EditForm(title: String, complete: Boolean, back: () -> Unit, save: () -> Unit, fields: @Composable () -> Unit) {
    Scaffold(topBar = {
        TopAppBar(
            { Text(title) },
            navigationIcon = { IconButton(back) { Icon(Icons.AutoMirrored.Default.ArrowBack, "Back") } },
            actions = { TextButton(save, Modifier.testTag("save"), enabled = complete) { Text("Save") } },
        )
    }) { room ->
        Column(Modifier.padding(top = room.calculateTopPadding()).verticalScroll(rememberScrollState())) { fields() }
    }
}

@Composable
private fun Field(tag: String, label: String, text: String, change: (String) -> Unit, keys: KeyboardType = KeyboardType.Text) {
    OutlinedTextField(
        text,
        onValueChange = change,
        Modifier.fillMaxWidth().padding(horizontal = 16.dp, vertical = 4.dp).testTag(tag),
        label = { Text(label) },
        singleLine = true,
        keyboardOptions = KeyboardOptions(keyboardType = keys),
    )
}

@Composable
private fun Discard(stay: () -> Unit, discard: () -> Unit) {
    AlertDialog(
        onDismissRequest = stay,
        title = { Text("Discard the changes?") },
        confirmButton = { TextButton(discard) { Text("Discard") } },
        dismissButton = { TextButton(stay) { Text("Keep editing") } },
    )
}
