package dev.oddity.samples.habits

import android.content.Context
import androidx.datastore.core.DataStore
import androidx.datastore.preferences.core.Preferences
import androidx.datastore.preferences.core.booleanPreferencesKey
import androidx.datastore.preferences.core.edit
import androidx.datastore.preferences.preferencesDataStore
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.map

private val Context.settingsFile: DataStore<Preferences> by preferencesDataStore("settings")

data class Settings(val showNotes: Boolean = true, val mostFirst: Boolean = false, val dark: Boolean = false)

/** What a person has chosen, in a DataStore of its own. */
class SettingsFile(context: Context) {
    private val file = context.settingsFile

    val now: Flow<Settings> = file.data.map {
        Settings(it[SHOW_NOTES] ?: true, it[MOST_FIRST] ?: false, it[DARK] ?: false)
    }

    suspend fun setShowNotes(on: Boolean) = set(SHOW_NOTES, on)

    suspend fun setDark(on: Boolean) = set(DARK, on)

    suspend fun setMostFirst(on: Boolean) {
        file.edit {
            if (Faults.ORDER_FORGETS) it.clear()
            it[MOST_FIRST] = on
        }
    }

    private suspend fun set(key: Preferences.Key<Boolean>, on: Boolean) {
        file.edit { it[key] = on }
    }

    private companion object {
        val SHOW_NOTES = booleanPreferencesKey("show notes")
        val MOST_FIRST = booleanPreferencesKey("most first")
        val DARK = booleanPreferencesKey("dark")
    }
}
