package dev.oddity.samples.episodes

import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import androidx.lifecycle.createSavedStateHandle
import androidx.lifecycle.viewModelScope
import androidx.lifecycle.viewmodel.initializer
import androidx.lifecycle.viewmodel.viewModelFactory
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.StateFlow
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.launch

/** All episodes, which of them are shown, and which are marked. */
class EpisodesModel(private val episodes: Episodes, private val settings: Settings, private val saved: SavedStateHandle) : ViewModel() {
    private val search = MutableStateFlow("")
    private val show = MutableStateFlow<String?>(null)
    private val onlyNew = MutableStateFlow(settings.onlyNew)
    private val marksInMemory = MutableStateFlow(longArrayOf())
    private val marks: StateFlow<LongArray> =
        if (Faults.MARKS_DIE) marksInMemory else saved.getStateFlow("marks", longArrayOf())

    val all = episodes.all
    val shown = combine(all, search, show, onlyNew) { all, search, show, onlyNew ->
        val searched = all.filter { it.title.contains(search, ignoreCase = true) && !(onlyNew && it.heard) }
        if (show == null || Faults.SEARCH_IGNORES_SHOW && search.isNotEmpty()) searched else searched.filter { it.show == show }
    }
    val queue = episodes.queue
    val marked = combine(shown, marks) { shown, marks -> shown to marks.toSet() }

    fun search(text: String) {
        search.value = text.trim()
    }

    fun showOnly(name: String?) {
        show.value = name
    }

    fun readSettings() {
        onlyNew.value = settings.onlyNew
    }

    fun toggleMark(id: Long) {
        val now = marks.value
        setMarks(if (id in now) now.filter { it != id }.toLongArray() else now + id)
    }

    fun isMarking() = marks.value.isNotEmpty()

    fun unmark() = setMarks(longArrayOf())

    fun hearMarked() {
        val ids = marks.value.toList()
        unmark()
        viewModelScope.launch { episodes.markHeard(ids) }
    }

    fun enqueue(episode: Episode) {
        viewModelScope.launch { episodes.enqueue(episode.id) }
    }

    private fun setMarks(ids: LongArray) {
        if (Faults.MARKS_DIE) marksInMemory.value = ids else saved["marks"] = ids
    }

    companion object {
        val FACTORY = viewModelFactory { initializer { EpisodesModel(app.episodes, app.settings, createSavedStateHandle()) } }
    }
}
