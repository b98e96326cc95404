package dev.oddity.samples.episodes

/** One episode of a show, and what a person did with it. */
data class Episode(
    val id: Long,
    val show: String,
    val title: String,
    val minutes: Int,
    val from: Int = 0,
    val note: String = "",
    val heard: Boolean = false,
    val download: Download = Download.NONE,
)

enum class Download { NONE, RUNNING, DONE }
