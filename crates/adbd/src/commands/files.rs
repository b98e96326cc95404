//! Files of the phone: `cat`, `ls`, `rm` and the like.

use std::io::{self, Write};
use std::sync::Arc;

use super::{Call, Outcome};
use crate::files::{File, FileError, Files};
use crate::phone::Phone;
use crate::shell::run::Stop;
use device::DateTime;

/// What a file holds, those of the system included that are made when they are read.
pub(crate) fn content(phone: &Phone, path: &str) -> Result<Vec<u8>, FileError> {
    match path {
        "/dev/null" => Ok(Vec::new()),
        "/proc/uptime" => {
            let up = phone.ask(|state| state.device.now()).map_err(|_| FileError::Denied)?.as_secs_f64();
            Ok(format!("{up:.2} {up:.2}\n").into_bytes())
        }
        "/system/build.prop" => Ok(phone
            .build()
            .props()
            .iter()
            .map(|(name, value)| format!("{name}={value}\n"))
            .collect::<String>()
            .into_bytes()),
        _ => phone.memory(|memory| memory.files.read(path)).map(Arc::unwrap_or_clone),
    }
}

/// What stands in the arguments beside options.
fn operands(call: &Call<'_>) -> Vec<String> {
    call.args.iter().filter(|arg| !arg.starts_with('-') || *arg == "-").cloned().collect()
}

/// Whether one of the letters stands in an option.
fn has(call: &Call<'_>, letters: &[char]) -> bool {
    call.args.iter().any(|arg| arg.starts_with('-') && !arg.starts_with("--") && arg.contains(letters))
}

/// Does the same to each path, and says which failed. `how` completes the sentence: `rm: a: No such file`.
fn each(
    call: &mut Call<'_>,
    paths: &[String],
    mut act: impl FnMut(&mut Files, &str, u64) -> Result<(), FileError>,
) -> Outcome {
    let now = call.phone.unix_ms()? / 1000;
    if paths.is_empty() {
        writeln!(call.err, "{}: Needs 1 argument", call.name)?;
        return Ok(1);
    }
    let mut status = 0;
    for shown in paths {
        let path = call.path(shown);
        if let Err(error) = call.phone.memory(|memory| act(&mut memory.files, &path, now)) {
            writeln!(call.err, "{}: {shown}: {}", call.name, error.text())?;
            status = 1;
        }
    }
    Ok(status)
}

/// `cat [FILE…]`.
pub(super) fn cat(call: &mut Call<'_>) -> Outcome {
    let paths = operands(call);
    let mut status = 0;
    if paths.is_empty() {
        io::copy(&mut *call.input, &mut call.out)?;
    }
    for shown in paths {
        if shown == "-" {
            io::copy(&mut *call.input, &mut call.out)?;
            continue;
        }
        match content(call.phone, &call.path(&shown)) {
            Ok(content) => call.out.write_all(&content)?,
            Err(error) => {
                writeln!(call.err, "cat: {shown}: {}", error.text())?;
                status = 1;
            }
        }
    }
    Ok(status)
}

/// `rm [-f] [-r] FILE…`.
pub(super) fn rm(call: &mut Call<'_>) -> Outcome {
    let (quiet, recursive) = (has(call, &['f']), has(call, &['r', 'R']));
    let paths = operands(call);
    if quiet && paths.is_empty() {
        return Ok(0);
    }
    each(call, &paths, |files, path, _| match files.get(path) {
        Err(FileError::Missing) if quiet => Ok(()),
        Err(error) => Err(error),
        Ok(file) if file.is_folder() && !recursive => Err(FileError::IsAFolder),
        Ok(_) if recursive => files.remove_all(path),
        Ok(_) => files.remove(path),
    })
}

pub(super) fn rmdir(call: &mut Call<'_>) -> Outcome {
    let paths = operands(call);
    each(call, &paths, |files, path, _| {
        if files.get(path)?.is_folder() { files.remove(path) } else { Err(FileError::NotAFolder) }
    })
}

/// `mkdir [-p] FOLDER…`.
pub(super) fn mkdir(call: &mut Call<'_>) -> Outcome {
    let (parents, paths) = (has(call, &['p']), operands(call));
    each(
        call,
        &paths,
        |files, path, now| if parents { files.make_folders(path, now) } else { files.make_folder(path, now) },
    )
}

pub(super) fn touch(call: &mut Call<'_>) -> Outcome {
    let paths = operands(call);
    each(call, &paths, |files, path, now| files.touch(path, now))
}

/// `chmod MODE FILE…`, with the mode in octal digits.
pub(super) fn chmod(call: &mut Call<'_>) -> Outcome {
    let paths = operands(call);
    let mode = paths.first().and_then(|mode| u32::from_str_radix(mode, 8).ok()).filter(|mode| *mode <= 0o777);
    let Some(mode) = mode else {
        writeln!(call.err, "chmod: bad mode '{}'", call.arg(0))?;
        return Ok(1);
    };
    each(call, &paths[1..], |files, path, _| files.set_mode(path, mode))
}

/// `cp FROM… TO`.
pub(super) fn cp(call: &mut Call<'_>) -> Outcome {
    transfer(call, false)
}

/// `mv FROM… TO`.
pub(super) fn mv(call: &mut Call<'_>) -> Outcome {
    transfer(call, true)
}

fn transfer(call: &mut Call<'_>, moves: bool) -> Outcome {
    let mut paths = operands(call);
    let Some(to) = paths.pop().filter(|_| !paths.is_empty()) else {
        writeln!(call.err, "{}: Needs 2 arguments", call.name)?;
        return Ok(1);
    };
    let to = call.path(&to);
    each(call, &paths, |files, from, now| {
        let into_folder = files.get(&to).is_ok_and(File::is_folder);
        let name = from.rsplit('/').next().unwrap_or(from);
        let to = if into_folder { format!("{to}/{name}") } else { to.clone() };
        let (content, mode) = (files.read(from)?, files.get(from)?.mode);
        if to != from {
            files.write(&to, content.to_vec(), mode, now)?;
            if moves {
                files.remove(from)?;
            }
        }
        Ok(())
    })
}

/// `ls [-l] [-a] [-d] [-1] [FILE…]`.
pub(super) fn ls(call: &mut Call<'_>) -> Outcome {
    let (long, all, itself) = (has(call, &['l']), has(call, &['a', 'A']), has(call, &['d']));
    let mut paths = operands(call);
    if paths.is_empty() {
        paths.push(call.folder.to_owned());
    }
    let (mut status, several) = (0, paths.len() > 1);
    for shown in paths {
        let path = call.path(&shown);
        // A link is shown itself only in the long form, and only without a slash behind it.
        let target =
            call.phone.memory(|memory| memory.files.link(&path)).filter(|_| long && !shown.ends_with('/'));
        if let Some(target) = target {
            writeln!(call.out, "lrw-r--r-- 1 root root 21 2009-01-01 00:00 {shown} -> {target}")?;
            continue;
        }
        let found = call.phone.memory(|memory| {
            let file = memory.files.get(&path)?.clone();
            if file.is_folder() && !itself {
                memory.files.list(&path)
            } else {
                Ok(vec![(shown.clone(), file)])
            }
        });
        match found {
            Ok(entries) => {
                if several && !itself {
                    writeln!(call.out, "{shown}:")?;
                }
                for (name, file) in entries.iter().filter(|(name, _)| all || !name.starts_with('.')) {
                    if long {
                        writeln!(call.out, "{}", long_line(name, file))?;
                    } else {
                        writeln!(call.out, "{name}")?;
                    }
                }
            }
            Err(error) => {
                writeln!(call.err, "ls: {shown}: {}", error.text())?;
                status = 1;
            }
        }
    }
    Ok(status)
}

fn long_line(name: &str, file: &File) -> String {
    let at = DateTime::of(file.modified * 1000);
    let time = &at.time()[..5];
    format!("{} 1 shell shell {:>8} {} {time} {name}", mode_text(file.mode), file.size(), at.date())
}

/// `drwxrwx---`.
fn mode_text(mode: u32) -> String {
    let kind = match mode & 0o170_000 {
        0o040_000 => 'd',
        0o120_000 => 'l',
        _ => '-',
    };
    let letters = "rwxrwxrwx".chars().enumerate();
    let rights = letters.map(|(at, letter)| if mode & (0o400 >> at) == 0 { '-' } else { letter });
    std::iter::once(kind).chain(rights).collect()
}

/// `stat [-c FORMAT] FILE…`.
pub(super) fn stat(call: &mut Call<'_>) -> Outcome {
    let format = call.args.iter().position(|arg| arg == "-c");
    let value = format.map(|at| at + 1);
    let paths: Vec<String> = call
        .args
        .iter()
        .enumerate()
        .filter(|(at, arg)| Some(*at) != value && !arg.starts_with('-'))
        .map(|(_, arg)| arg.clone())
        .collect();
    let format = value.and_then(|at| call.args.get(at)).cloned();
    let mut status = 0;
    for shown in paths {
        let path = call.path(&shown);
        match call.phone.memory(|memory| memory.files.get(&path).cloned()) {
            Ok(file) => {
                let text = told(
                    format.as_deref().unwrap_or("  File: %N\n  Size: %s\t%F\nAccess: (%a/%A)\nModify: %y"),
                    &shown,
                    &file,
                );
                writeln!(call.out, "{text}")?;
            }
            Err(error) => {
                writeln!(call.err, "stat: '{shown}': {}", error.text())?;
                status = 1;
            }
        }
    }
    Ok(status)
}

fn told(format: &str, name: &str, file: &File) -> String {
    let at = DateTime::of(file.modified * 1000);
    let kind = if file.is_folder() { "directory" } else { "regular file" };
    format
        .replace("%n", name)
        .replace("%N", &format!("`{name}'"))
        .replace("%s", &file.size().to_string())
        .replace("%F", kind)
        .replace("%a", &format!("{:o}", file.mode & 0o777))
        .replace("%A", &mode_text(file.mode))
        .replace("%Y", &file.modified.to_string())
        .replace("%y", &format!("{} {}.000000000 +0000", at.date(), at.time()))
}

/// `df [PATH]`: one disk for all.
pub(super) fn df(call: &mut Call<'_>) -> Outcome {
    let (used, limit) = call.phone.memory(|memory| memory.files.usage());
    let (used, limit) = (used / 1024, limit / 1024);
    let share = (used * 100).checked_div(limit).unwrap_or(100);
    writeln!(call.out, "Filesystem     1K-blocks    Used Available Use% Mounted on")?;
    writeln!(
        call.out,
        "/dev/fuse      {limit:>9} {used:>7} {:>9} {share:>3}% /storage/emulated",
        limit.saturating_sub(used)
    )?;
    Ok(0)
}

/// The bytes of the files named, or of the input.
pub(super) fn input_or_files(call: &mut Call<'_>, paths: &[String]) -> Result<Vec<u8>, Stop> {
    if paths.is_empty() {
        return call.read_input();
    }
    let mut all = Vec::new();
    for shown in paths {
        match content(call.phone, &call.path(shown)) {
            Ok(content) => all.extend(content),
            Err(error) => return Err(Stop::Refused(format!("{}: {shown}: {}", call.name, error.text()))),
        }
    }
    Ok(all)
}
