//! The phone's shell: a small part of Android's `sh`, over commands of our own. The host's shell is never involved.
//!
//! Understood are words with all quotes, `$VAR`, `${VAR}`, `$?`, `$(…)`, patterns with `*` and `?`, comments, `;`, `&&`, `||`,
//! `!`, `|`, `( … )`, `{ …; }`, `<`, `>`, `>>`, `2>&1` and assignments. Loops, `if`, functions, jobs and arithmetic are not: they
//! are syntax errors.

pub(crate) mod parse;
mod lex;
mod expand;
mod pipe;
mod builtin;
pub(crate) mod run;
pub(crate) mod sink;
