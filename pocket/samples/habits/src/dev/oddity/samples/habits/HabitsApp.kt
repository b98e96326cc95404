package dev.oddity.samples.habits

import android.app.Application
import androidx.lifecycle.ViewModelProvider.AndroidViewModelFactory.Companion.APPLICATION_KEY
import androidx.lifecycle.viewmodel.CreationExtras

/** Holds what all screens share. */
class HabitsApp : Application() {
    val habits by lazy { Habits(this) }
    val settings by lazy { SettingsFile(this) }
}

/** The app, for a model that is being made. */
val CreationExtras.app get() = this[APPLICATION_KEY] as HabitsApp
