package dev.oddity.samples.episodes

import android.app.Application
import android.content.Context
import androidx.lifecycle.ViewModelProvider.AndroidViewModelFactory.Companion.APPLICATION_KEY
import androidx.lifecycle.viewmodel.CreationExtras

/** Holds what all screens share. */
class EpisodesApp : Application() {
    val episodes by lazy { Episodes(this) }
    val settings by lazy { Settings(this) }
}

val Context.app get() = applicationContext as EpisodesApp

/** The app, for a model that is being made. */
val CreationExtras.app get() = this[APPLICATION_KEY] as EpisodesApp
