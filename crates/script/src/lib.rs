//! Event sequences as text: our own readable format and Maestro's common commands.
