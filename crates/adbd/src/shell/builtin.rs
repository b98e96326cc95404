//! What the shell does itself.

use std::io::{Read, Write};
use std::sync::Arc;

use super::run::{Io, Shell, Stop};
use crate::commands::{self, Call};
use crate::files::{FileError, normalized};

impl Shell {
    /// What the shell does itself, because it changes the shell; all else is a command of the phone.
    pub(super) fn call(&mut self, words: &[String], io: &mut Io<'_>) -> Result<u8, Stop> {
        let mut words = words;
        while let [exec, rest @ ..] = words
            && exec == "exec"
            && !rest.is_empty()
        {
            self.leaving = true;
            words = rest;
        }
        let [name, arguments @ ..] = words else { return Ok(0) };
        match (name.as_str(), arguments) {
            (":", _) => Ok(0),
            ("exit", _) => {
                self.leaving = true;
                Ok(arguments
                    .first()
                    .and_then(|status| status.parse::<i32>().ok())
                    .map_or(0, |status| status as u8))
            }
            ("export" | "set" | "unset" | "readonly", _) => {
                for argument in arguments {
                    if name == "unset" {
                        self.variables.remove(argument);
                    } else if let Some((variable, value)) = argument.split_once('=') {
                        self.variables.insert(variable.to_owned(), value.to_owned());
                    }
                }
                Ok(0)
            }
            ("cd", _) => {
                let path = normalized(&self.folder, arguments.first().map_or("/", String::as_str));
                let file = self.phone.memory(|memory| memory.files.get(&path).cloned());
                let problem = match file {
                    Ok(file) if file.is_folder() => {
                        self.folder = path;
                        return Ok(0);
                    }
                    Ok(_) => FileError::NotAFolder,
                    Err(error) => error,
                };
                writeln!(io.err, "/system/bin/sh: cd: {path}: {}", problem.text())?;
                Ok(2)
            }
            ("sh", [flag, script, ..]) if flag == "-c" => self.nested()?.run_text(script, io),
            ("sh", []) => {
                let mut script = String::new();
                io.input.take(1 << 20).read_to_string(&mut script)?;
                self.nested()?.run_text(&script, io)
            }
            _ => {
                let wanted = Arc::clone(&self.wanted);
                commands::run(&mut Call {
                    phone: &self.phone,
                    name: name.rsplit('/').next().unwrap_or(name),
                    typed: name,
                    args: arguments,
                    folder: &self.folder,
                    variables: &self.variables,
                    wanted: &*wanted,
                    input: &mut *io.input,
                    out: io.out.clone(),
                    err: io.err.clone(),
                })
            }
        }
    }
}
