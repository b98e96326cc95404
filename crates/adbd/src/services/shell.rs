//! `shell:` and `exec:`: a script and its output, framed or not.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Arc, Mutex};

use crate::locked;
use crate::phone::Phone;
use crate::shell::run::{Io, Shell};
use crate::shell::sink::Sink;
use crate::wire::stream::{Stream, StreamIo};

const STDIN: u8 = 0;
const STDOUT: u8 = 1;
const STDERR: u8 = 2;
const EXIT: u8 = 3;
const CLOSE_STDIN: u8 = 4;

/// Output is sent in pieces of about this size.
const PIECE_BYTES: usize = 32 << 10;

/// The longest line of a script that comes through the input.
const MAX_LINE_BYTES: u64 = 64 << 10;

/// Runs a script, or the lines of the input where there is none. Framed streams tell standard error apart and end with the
/// status; the others mix the two, as on a phone.
pub(super) fn serve(
    phone: &Arc<Phone>,
    stream: &Arc<Stream>,
    script: &str,
    framed: bool,
    terminal: bool,
) -> io::Result<()> {
    let out = Arc::new(Mutex::new(Output {
        stream: Arc::clone(stream),
        framed,
        terminal,
        pending: Vec::new(),
        id: STDOUT,
    }));
    let side = |id| Sink::new(OutputSide { output: Arc::clone(&out), id });
    let still_there = Arc::clone(stream);
    let mut shell = Shell::new(Arc::clone(phone), Arc::new(move || still_there.is_open()));
    let mut input: Box<dyn Read + Send> = if framed {
        Box::new(FramedInput { stream: StreamIo(Arc::clone(stream)), left: 0, ended: false })
    } else {
        Box::new(StreamIo(Arc::clone(stream)))
    };
    let mut io = Io { input: &mut *input, out: side(STDOUT), err: side(STDERR) };
    let ended = if script.is_empty() {
        interact(phone, &mut shell, &mut io, terminal)
    } else {
        shell.run_text(script, &mut io).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))
    };
    let status = ended?;
    let mut out = locked(&out);
    out.send()?;
    if framed { stream.write(&[EXIT, 1, 0, 0, 0, status]) } else { Ok(()) }
}

/// Runs line after line of the input. A terminal also gets a prompt and hears its own typing.
fn interact(phone: &Arc<Phone>, shell: &mut Shell, io: &mut Io<'_>, terminal: bool) -> io::Result<u8> {
    let prompt = format!("{}:/ $ ", phone.build().prop("ro.product.device"));
    let (mut out, err) = (io.out.clone(), io.err.clone());
    let mut input: Box<dyn BufRead + Send> = if terminal {
        Box::new(BufReader::with_capacity(1, Typed { input: &mut *io.input, echo: out.clone() }))
    } else {
        Box::new(BufReader::new(&mut *io.input))
    };
    let mut status = 0;
    while !shell.has_left() {
        if terminal {
            write!(out, "{prompt}")?;
            out.flush()?;
        }
        let mut line = Vec::new();
        if Read::take(&mut input, MAX_LINE_BYTES).read_until(b'\n', &mut line)? == 0 {
            break;
        }
        // What follows on the input is the next line, not what this one reads.
        let mut nothing = io::empty();
        let mut io = Io { input: &mut nothing, out: out.clone(), err: err.clone() };
        let script = String::from_utf8_lossy(&line).into_owned();
        status = shell.run_text(&script, &mut io).map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        out.flush()?;
    }
    Ok(status)
}

/// What someone types at a terminal: return ends a line, and every letter is shown.
struct Typed<'a> {
    input: &'a mut (dyn Read + Send),
    echo: Sink,
}

impl Read for Typed<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        const END_OF_INPUT: u8 = 4;
        let mut byte = [0];
        if self.input.read(&mut byte)? == 0 || byte[0] == END_OF_INPUT {
            return Ok(0);
        }
        let typed = if byte[0] == b'\r' { b'\n' } else { byte[0] };
        self.echo.write_all(&[typed])?;
        self.echo.flush()?;
        match buffer.first_mut() {
            Some(place) => {
                *place = typed;
                Ok(1)
            }
            None => Ok(0),
        }
    }
}

/// Both outputs of a script, in the order in which they were written.
struct Output {
    stream: Arc<Stream>,
    framed: bool,
    /// Whether a line end must also take the cursor back.
    terminal: bool,
    pending: Vec<u8>,
    /// Whose the pending bytes are.
    id: u8,
}

impl Output {
    fn write(&mut self, id: u8, bytes: &[u8]) -> io::Result<()> {
        if self.id != id {
            self.send()?;
            self.id = id;
        }
        if self.terminal {
            for line in bytes.split_inclusive(|&byte| byte == b'\n') {
                self.pending.extend_from_slice(line.strip_suffix(b"\n").unwrap_or(line));
                self.pending.extend_from_slice(if line.ends_with(b"\n") { b"\r\n" } else { b"" });
            }
        } else {
            self.pending.extend_from_slice(bytes);
        }
        if self.pending.len() >= PIECE_BYTES { self.send() } else { Ok(()) }
    }

    fn send(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        if !self.framed {
            return self.stream.write(&pending);
        }
        for piece in pending.chunks(self.stream.link().max_payload().saturating_sub(5).max(1)) {
            let length = u32::try_from(piece.len()).unwrap_or(u32::MAX);
            let mut packet = vec![self.id];
            packet.extend_from_slice(&length.to_le_bytes());
            packet.extend_from_slice(piece);
            self.stream.write(&packet)?;
        }
        Ok(())
    }
}

/// Standard output or standard error of a script.
struct OutputSide {
    output: Arc<Mutex<Output>>,
    id: u8,
}

impl Write for OutputSide {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        locked(&self.output).write(self.id, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        locked(&self.output).send()
    }
}

/// The input of a framed stream, without its frames.
struct FramedInput {
    stream: StreamIo,
    /// Bytes left of the packet that is being read.
    left: u32,
    ended: bool,
}

impl Read for FramedInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 && !self.ended {
            self.next_packet()?;
        }
        if self.ended {
            return Ok(0);
        }
        let wanted = buffer.len().min(self.left as usize);
        let count = self.stream.read(&mut buffer[..wanted])?;
        self.ended = count == 0;
        self.left -= u32::try_from(count).unwrap_or(self.left);
        Ok(count)
    }
}

impl FramedInput {
    /// Reads the next head. Anything but input, such as the size of a window, is passed over.
    fn next_packet(&mut self) -> io::Result<()> {
        let mut head = [0; 5];
        match self.stream.read_exact(&mut head) {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => self.ended = true,
            read => read?,
        }
        let [id, length @ ..] = head;
        match id {
            _ if self.ended => {}
            STDIN => self.left = u32::from_le_bytes(length),
            CLOSE_STDIN => self.ended = true,
            _ => {
                io::copy(
                    &mut (&mut self.stream).take(u64::from(u32::from_le_bytes(length))),
                    &mut io::sink(),
                )?;
            }
        }
        Ok(())
    }
}
