package dev.oddity.samples.habits

import android.content.Context
import androidx.datastore.core.DataStore
import androidx.datastore.preferences.core.Preferences
import androidx.datastore.preferences.core.edit
import androidx.datastore.preferences.core.stringPreferencesKey
import androidx.datastore.preferences.preferencesDataStore
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.map
import org.json.JSONArray

private val Context.habitsFile: DataStore<Preferences> by preferencesDataStore("habits")
private val LIST = stringPreferencesKey("list")

/** All habits, in one entry of a DataStore. Begins with examples. */
class Habits(context: Context) {
    private val file = context.habitsFile

    /** All habits by name. */
    val all: Flow<List<Habit>> = file.data.map { read(it) }

    /** Adds a habit whose number is 0, or replaces the one of the same number. */
    suspend fun save(habit: Habit) = change { list ->
        if (habit.id == 0L) {
            list + habit.copy(id = (list.maxOfOrNull { it.id } ?: 0) + 1)
        } else {
            list.map { if (it.id == habit.id) habit else it }
        }
    }

    suspend fun remove(ids: Collection<Long>) = change { list -> list.filter { it.id !in ids } }

    private suspend fun change(change: (List<Habit>) -> List<Habit>) {
        file.edit { entries ->
            entries[LIST] = JSONArray(change(read(entries)).map(Habit::toJson)).toString()
        }
    }

    private fun read(entries: Preferences): List<Habit> {
        val text = entries[LIST] ?: return EXAMPLES
        val array = JSONArray(text)
        return List(array.length()) { Habit.fromJson(array.getJSONObject(it)) }.sortedWith(BY_NAME)
    }

    private companion object {
        val BY_NAME = compareBy<Habit> { it.name.lowercase() }.thenBy { it.id }

        val EXAMPLES = listOf(
            example(1, "Drink water", 7, 9, "Two litres"),
            example(2, "Meditate", 3, 4, ""),
            example(3, "Practise guitar", 4, 6, "Scales first"),
            example(4, "Read", 5, 12, "Ten pages"),
            example(5, "Run", 2, 3, ""),
            example(6, "Stretch", 7, 8, "After getting up"),
            example(7, "Tidy up", 1, 2, ""),
        )

        fun example(id: Long, name: String, goal: Int, times: Int, note: String) =
            Habit(id, name, goal, note, List(times) { Habit.today() - 1 - it * 7L / goal })
    }
}
