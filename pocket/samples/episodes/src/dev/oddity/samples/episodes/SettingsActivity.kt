package dev.oddity.samples.episodes

import android.os.Bundle
import android.widget.RadioButton
import androidx.appcompat.app.AppCompatActivity
import androidx.appcompat.widget.SwitchCompat

/** What the list shows, and how fast an episode is played. */
class SettingsActivity : AppCompatActivity() {
    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        setContentView(R.layout.settings)
        val settings = app.settings
        findViewById<SwitchCompat>(R.id.only_new).apply {
            isChecked = settings.onlyNew
            setOnClickListener { settings.onlyNew = isChecked }
        }
        for (speed in Speed.entries) {
            findViewById<RadioButton>(speed.button).apply {
                isChecked = speed == settings.speed
                setOnClickListener { settings.speed = speed }
            }
        }
    }
}
