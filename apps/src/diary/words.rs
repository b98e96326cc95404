//! The few words that the diary knows in another language.

use sim::Look;

use super::Diary;
use super::store::Mood;

const GERMAN: [(&str, &str); 17] = [
    ("Diary", "Tagebuch"),
    ("Calendar", "Kalender"),
    ("Moods", "Stimmungen"),
    ("Export", "Ausgabe"),
    ("Settings", "Einstellungen"),
    ("Search", "Suchen"),
    ("Save", "Speichern"),
    ("Delete", "Löschen"),
    ("Cancel", "Abbrechen"),
    ("Share", "Teilen"),
    ("Undo deletion", "Löschen rückgängig machen"),
    ("Write today", "Heute schreiben"),
    ("Great", "Großartig"),
    ("Good", "Gut"),
    ("Fair", "Mittel"),
    ("Sad", "Traurig"),
    ("Awful", "Schrecklich"),
];

/// A word in the language of the phone, if the diary knows it there; else in English.
pub(super) fn word(look: &Look<'_, Diary>, english: &'static str) -> &'static str {
    if look.config.locale.starts_with("de") {
        GERMAN.iter().find(|(known, _)| *known == english).map_or(english, |(_, german)| german)
    } else {
        english
    }
}

/// The name of a mood.
pub(super) fn mood(look: &Look<'_, Diary>, mood: Mood) -> &'static str {
    let english = match mood {
        Mood::Great => "Great",
        Mood::Good => "Good",
        Mood::Fair => "Fair",
        Mood::Sad => "Sad",
        Mood::Awful => "Awful",
    };
    word(look, english)
}
