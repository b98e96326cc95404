package dev.oddity.samples.habits

import org.json.JSONArray
import org.json.JSONObject

/** Something to be done so many times a week, and the days on which it was done, counted from 1970, the last one first. */
data class Habit(
    val id: Long,
    val name: String,
    val goal: Int,
    val note: String = "",
    val days: List<Long> = emptyList(),
) {
    fun isDone(day: Long) = day in days

    /** How often within the seven days up to this one. */
    fun timesThisWeek(day: Long) = days.count { it in day - 6..day }

    fun toggled(day: Long) = copy(days = if (isDone(day)) days - day else (days + day).sortedDescending())

    fun toJson(): JSONObject = JSONObject()
        .put("id", id)
        .put("name", name)
        .put("goal", goal)
        .put("note", note)
        .put("days", JSONArray(days))

    companion object {
        private const val DAY_MS = 24 * 60 * 60 * 1000L

        fun today() = System.currentTimeMillis() / DAY_MS

        fun fromJson(json: JSONObject): Habit {
            val days = json.getJSONArray("days")
            return Habit(
                json.getLong("id"),
                json.getString("name"),
                json.getInt("goal"),
                json.getString("note"),
                List(days.length(), days::getLong),
            )
        }
    }
}
