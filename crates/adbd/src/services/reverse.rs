//! `reverse:`: ports of the phone that lead back to the host.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Weak};
use std::thread;
use std::time::Duration;

use super::ports;
use crate::locked;
use crate::phone::Phone;
use crate::wire::link::Link;
use crate::wire::stream::Stream;

/// The most at a time.
const MAX_REVERSES: usize = 64;

/// How often a listener looks whether it is still wanted.
const PAUSE: Duration = Duration::from_millis(50);

/// The reversed ports of one connection.
#[derive(Default)]
pub(crate) struct Reverses(Mutex<Vec<Reverse>>);

struct Reverse {
    /// The end on the phone.
    from: String,
    /// The end on the host.
    to: String,
    /// Ends its listener, if it has one.
    stop: Arc<AtomicBool>,
}

impl Reverses {
    /// Ends all.
    pub(crate) fn clear(&self) {
        for reverse in locked(&self.0).drain(..) {
            reverse.stop.store(true, Ordering::SeqCst);
        }
    }
}

/// Does one of `forward:[norebind:]FROM;TO`, `list-forward`, `killforward:FROM`, `killforward-all`.
///
/// The phone's end is remembered. It is listened to, on this computer's loopback, only where the settings allow it: a simulated phone
/// has nothing of its own that would connect.
pub(super) fn serve(phone: &Arc<Phone>, stream: &Arc<Stream>, wish: &str) -> io::Result<()> {
    let (verb, rest) = wish.split_once(':').unwrap_or((wish, ""));
    let reverses = stream.link().reverses();
    let answer = match verb {
        "list-forward" => {
            let list = locked(&reverses.0);
            let lines: String =
                list.iter().map(|reverse| format!("host-1 {} {}\n", reverse.from, reverse.to)).collect();
            return stream.write(with_length(&lines).as_bytes());
        }
        "killforward-all" => {
            reverses.clear();
            Ok(String::new())
        }
        "killforward" => {
            let mut list = locked(&reverses.0);
            match list.iter().position(|reverse| reverse.from == rest) {
                Some(at) => {
                    list.remove(at).stop.store(true, Ordering::SeqCst);
                    Ok(String::new())
                }
                None => Err(format!("listener '{rest}' not found")),
            }
        }
        "forward" => forward(phone, stream, rest),
        _ => Err(format!("unknown reverse service '{verb}'")),
    };
    match answer {
        Ok(port) if port.is_empty() => stream.write(b"OKAY"),
        Ok(port) => stream.write(format!("OKAY{}", with_length(&port)).as_bytes()),
        Err(why) => stream.write(format!("FAIL{}", with_length(&why)).as_bytes()),
    }
}

/// Remembers one, and listens where that is allowed. The port, where we had to choose it.
fn forward(phone: &Phone, stream: &Arc<Stream>, wish: &str) -> Result<String, String> {
    let (wish, rebinds) = wish.strip_prefix("norebind:").map_or((wish, true), |rest| (rest, false));
    let (from, to) = wish.split_once(';').ok_or("bad forward")?;
    let mut list = locked(&stream.link().reverses().0);
    let known = list.iter().position(|reverse| reverse.from == from);
    match known {
        Some(_) if !rebinds => return Err(format!("cannot rebind existing socket '{from}'")),
        Some(at) => list.remove(at).stop.store(true, Ordering::SeqCst),
        None if list.len() >= MAX_REVERSES => return Err("too many listeners".to_owned()),
        None => {}
    }
    let stop = Arc::new(AtomicBool::new(false));
    let port =
        from.strip_prefix("tcp:").map(|port| port.parse::<u16>().map_err(|_| format!("bad port '{from}'")));
    let (from, chosen) = match (port.transpose()?, phone.settings().host_ports) {
        (Some(port), true) => {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
                .map_err(|error| format!("cannot bind {from}: {error}"))?;
            let bound = listener.local_addr().map_err(|error| error.to_string())?.port();
            listen(listener, Arc::downgrade(stream.link()), to.to_owned(), Arc::clone(&stop))
                .map_err(|error| error.to_string())?;
            (format!("tcp:{bound}"), if port == 0 { bound.to_string() } else { String::new() })
        }
        // Nobody listens, so any number will do that is not taken.
        (Some(0), false) => {
            let taken = |port: u32| list.iter().any(|reverse| reverse.from == format!("tcp:{port}"));
            let port = (38_000..).find(|port| !taken(*port)).unwrap_or(38_000);
            (format!("tcp:{port}"), port.to_string())
        }
        _ => (from.to_owned(), String::new()),
    };
    list.push(Reverse { from, to: to.to_owned(), stop });
    Ok(chosen)
}

fn listen(listener: TcpListener, link: Weak<Link>, to: String, stop: Arc<AtomicBool>) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let accept = move || {
        while !stop.load(Ordering::SeqCst) {
            let Some(link) = link.upgrade() else { return };
            match listener.accept() {
                Ok((socket, _)) if socket.set_nonblocking(false).is_ok() => {
                    let to = to.clone();
                    thread::spawn(move || {
                        if let Some(stream) = link.open_stream(&to) {
                            let _ = ports::join(&stream, &socket);
                            stream.close();
                        }
                    });
                }
                _ => {
                    drop(link);
                    thread::sleep(PAUSE);
                }
            }
        }
    };
    thread::Builder::new().name("adb reverse".to_owned()).spawn(accept).map(drop)
}

/// The text behind its length in four hexadecimal digits.
fn with_length(text: &str) -> String {
    format!("{:04x}{text}", text.len())
}
