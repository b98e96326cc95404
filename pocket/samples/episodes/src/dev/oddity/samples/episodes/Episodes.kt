package dev.oddity.samples.episodes

import android.content.ContentValues
import android.content.Context
import android.database.Cursor
import android.database.sqlite.SQLiteDatabase
import android.database.sqlite.SQLiteOpenHelper
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.MutableStateFlow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.flow.map
import kotlinx.coroutines.flow.update
import kotlinx.coroutines.withContext

/** All episodes and the queue of those to hear next, in a database. Begins with examples. */
class Episodes(context: Context) : SQLiteOpenHelper(context, "episodes.db", null, 1) {
    private val changes = MutableStateFlow(0)

    /** All episodes, by show. */
    val all: Flow<List<Episode>> = changes.map { readAll() }.flowOn(Dispatchers.IO)

    /** What is queued, the next one first. */
    val queue: Flow<List<Episode>> = changes.map { readQueue() }.flowOn(Dispatchers.IO)

    suspend fun save(episode: Episode) = change { db ->
        db.update("episodes", values(episode), "id = ?", arrayOf("${episode.id}"))
    }

    suspend fun markHeard(ids: Collection<Long>) = change { db ->
        ids.forEach { db.execSQL("UPDATE episodes SET heard = 1 WHERE id = ?", arrayOf(it)) }
    }

    suspend fun setHeard(id: Long, heard: Boolean) = change { db ->
        db.execSQL("UPDATE episodes SET heard = ? WHERE id = ?", arrayOf<Any>(if (heard) 1 else 0, id))
    }

    /** Whether it came from `from`, else nothing is changed. */
    suspend fun setDownload(id: Long, from: Download, to: Download) = change { db ->
        db.execSQL("UPDATE episodes SET download = ? WHERE id = ? AND download = ?", arrayOf<Any>(to.name, id, from.name))
    }

    /** Puts it at the end of the queue, unless it is there. */
    suspend fun enqueue(id: Long) = change { db ->
        val queued = readQueue().map { it.id }
        if (id !in queued) writeQueue(db, queued + id)
    }

    suspend fun setQueue(ids: List<Long>) = change { db -> writeQueue(db, ids) }

    override fun onCreate(db: SQLiteDatabase) {
        db.execSQL(
            "CREATE TABLE episodes (id INTEGER PRIMARY KEY, show TEXT, title TEXT, minutes INTEGER, " +
                "start INTEGER, note TEXT, heard INTEGER, download TEXT)",
        )
        db.execSQL("CREATE TABLE queue (place INTEGER PRIMARY KEY, id INTEGER)")
        EXAMPLES.forEach { db.insert("episodes", null, values(it)) }
        writeQueue(db, listOf(2, 5, 8))
    }

    override fun onUpgrade(db: SQLiteDatabase, before: Int, after: Int) = Unit

    private suspend fun change(change: (SQLiteDatabase) -> Unit) {
        withContext(Dispatchers.IO) { change(writableDatabase) }
        changes.update { it + 1 }
    }

    private fun readAll() = read("SELECT * FROM episodes ORDER BY show, id")

    private fun readQueue() = read("SELECT episodes.* FROM queue JOIN episodes ON episodes.id = queue.id ORDER BY place")

    private fun read(query: String): List<Episode> = readableDatabase.rawQuery(query, null).use { rows ->
        List(rows.count) {
            rows.moveToPosition(it)
            episode(rows)
        }
    }

    private fun episode(row: Cursor) = Episode(
        row.getLong(0),
        row.getString(1),
        row.getString(2),
        row.getInt(3),
        row.getInt(4),
        row.getString(5),
        row.getInt(6) == 1,
        Download.valueOf(row.getString(7)),
    )

    private fun values(episode: Episode) = ContentValues().apply {
        put("id", episode.id)
        put("show", episode.show)
        put("title", episode.title)
        put("minutes", episode.minutes)
        put("start", episode.from)
        put("note", episode.note)
        put("heard", episode.heard)
        put("download", episode.download.name)
    }

    private fun writeQueue(db: SQLiteDatabase, ids: List<Long>) {
        db.delete("queue", null, null)
        ids.forEachIndexed { place, id -> db.execSQL("INSERT INTO queue VALUES (?, ?)", arrayOf<Any>(place, id)) }
    }

    private companion object {
        val EXAMPLES = listOf(
            Episode(1, "Birds", "The blackbird", 24),
            Episode(2, "Birds", "The heron", 31, note = "By the lake"),
            Episode(3, "Birds", "The swift", 18, heard = true),
            Episode(4, "Kitchen", "Bread", 42),
            Episode(5, "Kitchen", "Soup", 27),
            Episode(6, "Kitchen", "The lake fish", 35, from = 12),
            Episode(7, "Maps", "Old roads", 51),
            Episode(8, "Maps", "The lake district", 46, heard = true),
            Episode(9, "Maps", "Under water", 39),
        )
    }
}
