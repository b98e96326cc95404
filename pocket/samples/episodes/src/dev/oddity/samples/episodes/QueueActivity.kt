package dev.oddity.samples.episodes

import android.os.Bundle
import android.view.Menu
import android.view.MenuItem
import android.view.View
import android.widget.TextView
import androidx.activity.viewModels
import androidx.appcompat.app.AppCompatActivity
import androidx.core.view.isVisible
import androidx.lifecycle.Lifecycle
import androidx.lifecycle.SavedStateHandle
import androidx.lifecycle.ViewModel
import androidx.lifecycle.createSavedStateHandle
import androidx.lifecycle.lifecycleScope
import androidx.lifecycle.repeatOnLifecycle
import androidx.lifecycle.viewModelScope
import androidx.lifecycle.viewmodel.initializer
import androidx.lifecycle.viewmodel.viewModelFactory
import androidx.recyclerview.widget.LinearLayoutManager
import androidx.recyclerview.widget.RecyclerView
import kotlinx.coroutines.flow.combine
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch

/** The queue, and what was removed from it last: where it stood and which it was. */
class QueueModel(private val episodes: Episodes, private val saved: SavedStateHandle) : ViewModel() {
    private val removed = saved.getStateFlow<LongArray?>("removed", null)

    val queue = combine(episodes.queue, removed) { queue, removed -> queue to (removed != null) }

    fun remove(id: Long) = change { ids ->
        saved["removed"] = longArrayOf(ids.indexOf(id).toLong(), id)
        ids - id
    }

    fun clear() = change { emptyList() }

    fun undo() = change { ids ->
        val (place, id) = removed.value ?: return@change ids
        saved["removed"] = null
        val there = if (Faults.UNDO_AFTER_CLEAR) place.toInt() else place.toInt().coerceAtMost(ids.size)
        (ids - id).toMutableList().apply { add(there.coerceAtLeast(0), id) }
    }

    private fun change(change: (List<Long>) -> List<Long>) {
        viewModelScope.launch { episodes.setQueue(change(episodes.queue.first().map { it.id })) }
    }

    companion object {
        val FACTORY = viewModelFactory { initializer { QueueModel(app.episodes, createSavedStateHandle()) } }
    }
}

class QueueActivity : AppCompatActivity() {
    private val model: QueueModel by viewModels { QueueModel.FACTORY }
    private val rows = Rows(android.R.drawable.ic_menu_delete) { episode ->
        button.contentDescription = getString(R.string.remove_this, episode.title)
        button.setOnClickListener { model.remove(episode.id) }
        itemView.isClickable = false
    }

    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        setContentView(R.layout.queue)
        val list: RecyclerView = findViewById(R.id.queue)
        list.layoutManager = LinearLayoutManager(this)
        list.adapter = rows
        val undo: View = findViewById(R.id.undo)
        undo.setOnClickListener { model.undo() }
        lifecycleScope.launch {
            repeatOnLifecycle(Lifecycle.State.STARTED) {
                model.queue.collect { (queue, canUndo) ->
                    rows.show(queue)
                    undo.isVisible = canUndo
                    findViewById<TextView>(R.id.total).text = getString(R.string.total, queue.sumOf { it.minutes })
                }
            }
        }
    }

    override fun onCreateOptionsMenu(menu: Menu): Boolean {
        menuInflater.inflate(R.menu.queue, menu)
        return true
    }

    override fun onOptionsItemSelected(item: MenuItem): Boolean {
        if (item.itemId != R.id.menu_clear) return super.onOptionsItemSelected(item)
        model.clear()
        return true
    }
}
