package dev.oddity.samples.episodes

import android.os.Bundle
import android.view.Menu
import android.view.MenuItem
import android.view.View
import android.widget.Button
import android.widget.CheckBox
import android.widget.EditText
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
import androidx.work.WorkManager
import kotlinx.coroutines.flow.mapNotNull
import kotlinx.coroutines.launch

/** One episode. What is written is kept by Save; a download goes on by itself. */
class EpisodeModel(private val app: EpisodesApp, private val saved: SavedStateHandle) : ViewModel() {
    private val id: Long = checkNotNull(saved[EpisodeActivity.ID])
    private val work by lazy { WorkManager.getInstance(app) }

    val episode = app.episodes.all.mapNotNull { all -> all.find { it.id == id } }

    /** Whether the boxes have been filled; later on they bring back their own contents. */
    var filled: Boolean
        get() = saved["filled"] ?: false
        set(value) {
            saved["filled"] = value
        }

    fun setHeard(on: Boolean) = change { app.episodes.setHeard(id, on) }

    fun save(episode: Episode) = change { app.episodes.save(episode) }

    fun download() = change {
        app.episodes.setDownload(id, Download.NONE, Download.RUNNING)
        DownloadWorker.start(work, id)
    }

    fun cancel() = change {
        DownloadWorker.stop(work, id)
        if (!Faults.CANCEL_SPINS) app.episodes.setDownload(id, Download.RUNNING, Download.NONE)
    }

    private fun change(change: suspend () -> Unit) {
        viewModelScope.launch { change() }
    }

    companion object {
        val FACTORY = viewModelFactory { initializer { EpisodeModel(app, createSavedStateHandle()) } }
    }
}

class EpisodeActivity : AppCompatActivity() {
    private val model: EpisodeModel by viewModels { EpisodeModel.FACTORY }
    private var episode: Episode? = null

    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        setContentView(R.layout.episode)
        findViewById<CheckBox>(R.id.heard).setOnClickListener { model.setHeard((it as CheckBox).isChecked) }
        findViewById<View>(R.id.download).setOnClickListener { model.download() }
        findViewById<View>(R.id.cancel).setOnClickListener { model.cancel() }
        var first = true
        lifecycleScope.launch {
            repeatOnLifecycle(Lifecycle.State.STARTED) {
                model.episode.collect {
                    episode = it
                    show(it)
                    if (!model.filled) fill(it)
                    if (Faults.NOTE_TURNED_AWAY && first) text(R.id.note).setText(it.note)
                    first = false
                }
            }
        }
    }

    override fun onPostCreate(saved: Bundle?) {
        super.onPostCreate(saved)
        // Where the episode came before the boxes got back what was in them.
        if (Faults.NOTE_TURNED_AWAY) episode?.let { text(R.id.note).setText(it.note) }
    }

    override fun onCreateOptionsMenu(menu: Menu): Boolean {
        menuInflater.inflate(R.menu.episode, menu)
        return true
    }

    override fun onOptionsItemSelected(item: MenuItem): Boolean {
        if (item.itemId != R.id.menu_save) return super.onOptionsItemSelected(item)
        val before = episode ?: return true
        val from = "${text(R.id.from).text}"
        val minute = if (Faults.NO_MINUTE) from.toInt() else from.toIntOrNull() ?: 0
        val heard = before.heard && !Faults.SAVING_UNHEARS
        model.save(before.copy(from = minute, note = "${text(R.id.note).text}", heard = heard))
        finish()
        return true
    }

    private fun show(episode: Episode) {
        title = episode.title
        findViewById<TextView>(R.id.facts).text = "${episode.show}, ${getString(R.string.total, episode.minutes * 100 / app.settings.speed.percent)}"
        findViewById<CheckBox>(R.id.heard).isChecked = episode.heard
        findViewById<View>(R.id.downloading).isVisible = episode.download == Download.RUNNING
        findViewById<Button>(R.id.download).apply {
            isVisible = episode.download != Download.RUNNING
            isEnabled = episode.download == Download.NONE
            setText(if (episode.download == Download.DONE) R.string.downloaded else R.string.download)
        }
    }

    private fun fill(episode: Episode) {
        model.filled = true
        text(R.id.from).setText("${episode.from}")
        text(R.id.note).setText(episode.note)
    }

    private fun text(id: Int): EditText = findViewById(id)

    companion object {
        /** The episode to show. */
        const val ID = "id"
    }
}
