//! How apps end against their will.

use std::panic::Location;

/// What a part of an app gives back: a value, or the exception that ends the app.
pub type Outcome<T = ()> = Result<T, Exception>;

/// Something thrown that nobody catches. The place is that of the line which threw it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exception {
    /// What was thrown.
    pub thrown: Thrown,
    /// The line in the app's source.
    pub at: &'static Location<'static>,
}

/// What was thrown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Thrown {
    /// A Java exception.
    Java {
        /// `java.lang.IllegalStateException`.
        class: &'static str,
        /// Its message; empty for none.
        message: String,
    },
    /// A signal in native code.
    Native {
        /// `SIGSEGV`.
        signal: Signal,
        /// The function it happened in.
        function: &'static str,
    },
}

/// A signal that ends a process.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is the name of the signal")]
pub enum Signal {
    Segv,
    Abrt,
}

impl Exception {
    /// A Java exception.
    #[track_caller]
    pub fn java(class: &'static str, message: impl Into<String>) -> Exception {
        Exception { thrown: Thrown::Java { class, message: message.into() }, at: Location::caller() }
    }

    /// `java.lang.IllegalStateException`.
    #[track_caller]
    pub fn illegal_state(message: impl Into<String>) -> Exception {
        Exception::java("java.lang.IllegalStateException", message)
    }

    /// A crash in native code.
    #[track_caller]
    pub fn native(signal: Signal, function: &'static str) -> Exception {
        Exception { thrown: Thrown::Native { signal, function }, at: Location::caller() }
    }
}

/// Values that may be missing, as Java's references.
pub trait OrThrow<T> {
    /// The value, or a `NullPointerException` about `what`: "Note.title".
    #[track_caller]
    fn or_null_pointer(self, what: &str) -> Outcome<T>;
}

impl<T> OrThrow<T> for Option<T> {
    fn or_null_pointer(self, what: &str) -> Outcome<T> {
        match self {
            Some(value) => Ok(value),
            None => Err(Exception::java(
                "java.lang.NullPointerException",
                format!("Attempt to read from field '{what}' on a null object reference"),
            )),
        }
    }
}

/// The item at `index`, or an `IndexOutOfBoundsException`.
#[track_caller]
pub fn item<T>(list: &[T], index: usize) -> Outcome<&T> {
    match list.get(index) {
        Some(item) => Ok(item),
        None => Err(out_of_bounds(index, list.len())),
    }
}

/// Takes the item at `index` out, or throws an `IndexOutOfBoundsException`.
#[track_caller]
pub fn remove_item<T>(list: &mut Vec<T>, index: usize) -> Outcome<T> {
    if index < list.len() { Ok(list.remove(index)) } else { Err(out_of_bounds(index, list.len())) }
}

/// A number as Java's `Integer.parseInt` reads it, or a `NumberFormatException`.
#[track_caller]
pub fn whole_number(text: &str) -> Outcome<i64> {
    match text.parse::<i32>() {
        Ok(number) => Ok(i64::from(number)),
        Err(_) => {
            Err(Exception::java("java.lang.NumberFormatException", format!("For input string: \"{text}\"")))
        }
    }
}

#[track_caller]
fn out_of_bounds(index: usize, len: usize) -> Exception {
    let message = format!("Index: {index}, Size: {len}");
    Exception::java("java.lang.IndexOutOfBoundsException", message)
}
