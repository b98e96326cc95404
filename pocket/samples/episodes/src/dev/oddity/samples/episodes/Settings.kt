package dev.oddity.samples.episodes

import android.content.Context

/** What a person has chosen. */
class Settings(context: Context) {
    private val file = context.getSharedPreferences("settings", Context.MODE_PRIVATE)

    var onlyNew: Boolean
        get() = file.getBoolean("only new", false)
        set(on) {
            val change = file.edit()
            if (Faults.SPEED_RESETS) change.clear()
            change.putBoolean("only new", on).apply()
        }

    var speed: Speed
        get() = Speed.valueOf(file.getString("speed", null) ?: Speed.NORMAL.name)
        set(speed) = file.edit().putString("speed", speed.name).apply()
}

enum class Speed(val button: Int, val percent: Int) {
    SLOW(R.id.slow, 80),
    NORMAL(R.id.normal, 100),
    FAST(R.id.fast, 150),
}
