package dev.oddity.samples.episodes

import android.view.LayoutInflater
import android.view.View
import android.view.ViewGroup
import android.widget.ImageButton
import android.widget.TextView
import androidx.recyclerview.widget.DiffUtil
import androidx.recyclerview.widget.ListAdapter
import androidx.recyclerview.widget.RecyclerView

/** Episodes as rows with a button each; `fill` says what is done where a row or its button is touched. */
class Rows(private val icon: Int, private val fill: Row.(Episode) -> Unit) : ListAdapter<Rows.Item, Row>(Same) {
    /** What a row shows; another mark is another content. */
    data class Item(val episode: Episode, val marked: Boolean)

    fun show(episodes: List<Episode>, marked: Set<Long> = emptySet()) = submitList(episodes.map { Item(it, it.id in marked) })

    override fun onCreateViewHolder(parent: ViewGroup, type: Int): Row {
        val view = LayoutInflater.from(parent.context).inflate(R.layout.row, parent, false)
        return Row(view).apply { button.setImageResource(icon) }
    }

    override fun onBindViewHolder(row: Row, position: Int) {
        val (episode, marked) = getItem(position)
        row.title.text = episode.title
        row.show.text = if (episode.heard) "${episode.show}, heard" else episode.show
        row.itemView.isSelected = marked
        row.itemView.setBackgroundColor(if (marked) row.itemView.context.getColor(R.color.marked) else 0)
        row.fill(episode)
    }

    private object Same : DiffUtil.ItemCallback<Item>() {
        override fun areItemsTheSame(before: Item, after: Item) = before.episode.id == after.episode.id

        override fun areContentsTheSame(before: Item, after: Item) = before == after
    }
}

class Row(view: View) : RecyclerView.ViewHolder(view) {
    val title: TextView = view.findViewById(R.id.row_title)
    val show: TextView = view.findViewById(R.id.row_show)
    val button: ImageButton = view.findViewById(R.id.row_button)
}
