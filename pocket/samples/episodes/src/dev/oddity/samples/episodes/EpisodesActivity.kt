package dev.oddity.samples.episodes

import android.content.Intent
import android.os.Bundle
import android.view.Menu
import android.view.MenuItem
import android.view.View
import android.widget.AdapterView
import android.widget.ArrayAdapter
import android.widget.EditText
import android.widget.Spinner
import androidx.activity.addCallback
import androidx.activity.viewModels
import androidx.appcompat.app.AppCompatActivity
import androidx.core.widget.doAfterTextChanged
import androidx.lifecycle.Lifecycle
import androidx.lifecycle.lifecycleScope
import androidx.lifecycle.repeatOnLifecycle
import androidx.recyclerview.widget.LinearLayoutManager
import androidx.recyclerview.widget.RecyclerView
import kotlinx.coroutines.flow.first
import kotlinx.coroutines.launch

/** All episodes, searched, of one show or of all. A long touch marks, and what is marked can be set as heard. */
class EpisodesActivity : AppCompatActivity() {
    private val model: EpisodesModel by viewModels { EpisodesModel.FACTORY }
    private val rows = Rows(android.R.drawable.ic_menu_add) { fill(it) }
    private var all = emptyList<Episode>()
    private var queued: Int? = null

    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        setContentView(R.layout.episodes)
        val list: RecyclerView = findViewById(R.id.episodes)
        list.layoutManager = LinearLayoutManager(this)
        list.adapter = rows
        findViewById<EditText>(R.id.search).doAfterTextChanged { model.search("$it") }
        offerShows(findViewById(R.id.show))
        val back = onBackPressedDispatcher.addCallback(this) { model.unmark() }
        lifecycleScope.launch {
            repeatOnLifecycle(Lifecycle.State.STARTED) {
                launch { model.all.collect { all = it } }
                launch { if (Faults.OLD_QUEUE_COUNT) showQueued(model.queue.first().size) else model.queue.collect { showQueued(it.size) } }
                model.marked.collect { (shown, marked) ->
                    rows.show(shown, marked)
                    back.isEnabled = marked.isNotEmpty()
                    invalidateOptionsMenu()
                }
            }
        }
    }

    override fun onResume() {
        super.onResume()
        model.readSettings()
    }

    override fun onCreateOptionsMenu(menu: Menu): Boolean {
        menuInflater.inflate(R.menu.episodes, menu)
        return true
    }

    override fun onPrepareOptionsMenu(menu: Menu): Boolean {
        menu.findItem(R.id.menu_heard).isVisible = model.isMarking()
        menu.findItem(R.id.menu_queue).title = getString(R.string.queue_count, queued ?: 0)
        return super.onPrepareOptionsMenu(menu)
    }

    override fun onOptionsItemSelected(item: MenuItem): Boolean {
        when (item.itemId) {
            R.id.menu_heard -> model.hearMarked()
            R.id.menu_queue -> startActivity(Intent(this, QueueActivity::class.java))
            R.id.menu_settings -> startActivity(Intent(this, SettingsActivity::class.java))
            else -> return super.onOptionsItemSelected(item)
        }
        return true
    }

    private fun offerShows(spinner: Spinner) {
        val names = listOf(getString(R.string.all_shows), "Birds", "Kitchen", "Maps")
        spinner.adapter = ArrayAdapter(this, android.R.layout.simple_spinner_dropdown_item, names)
        spinner.onItemSelectedListener = object : AdapterView.OnItemSelectedListener {
            override fun onItemSelected(parent: AdapterView<*>, view: View?, position: Int, id: Long) =
                model.showOnly(names[position].takeIf { position > 0 })

            override fun onNothingSelected(parent: AdapterView<*>) = model.showOnly(null)
        }
    }

    private fun showQueued(count: Int) {
        if (queued == null || !Faults.OLD_QUEUE_COUNT) queued = count
        invalidateOptionsMenu()
    }

    private fun Row.fill(episode: Episode) {
        button.contentDescription = getString(R.string.queue_this, episode.title)
        button.setOnClickListener { model.enqueue(if (Faults.ANOTHER_QUEUED) all[bindingAdapterPosition] else episode) }
        itemView.setOnClickListener { if (model.isMarking()) model.toggleMark(episode.id) else open(episode) }
        itemView.setOnLongClickListener {
            model.toggleMark(episode.id)
            true
        }
    }

    private fun open(episode: Episode) = startActivity(Intent(this, EpisodeActivity::class.java).putExtra(EpisodeActivity.ID, episode.id))
}
