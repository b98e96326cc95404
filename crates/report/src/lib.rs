//! Tell people: one HTML file, JSON, `JUnit`.
