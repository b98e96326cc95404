//! What a client can ask of the phone: shell, files, pictures, ports.

mod shell;
mod sync;
mod reverse;
mod framebuffer;
mod ports;

use std::io;
use std::sync::Arc;

use crate::phone::Phone;
use crate::wire::stream::Stream;
pub(crate) use reverse::Reverses;

/// A service that someone has asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Service {
    Shell {
        script: String,
        framed: bool,
        terminal: bool,
    },
    Sync,
    Reverse(String),
    Framebuffer,
    /// A port of the computer that the phone is on.
    Port(u16),
    /// One sentence, whatever is asked.
    Say(&'static str),
}

/// The service of a name; `None` where the phone refuses.
pub(crate) fn find(name: &str, phone: &Phone) -> Option<Service> {
    let (kind, rest) = name.split_once(':')?;
    let mut options = kind.split(',');
    Some(match options.next()? {
        "shell" => {
            let has = |wanted: &str| options.clone().any(|option| option == wanted);
            let (framed, raw, pty) = (has("v2"), has("raw"), has("pty"));
            Service::Shell { script: rest.to_owned(), framed, terminal: pty || (rest.is_empty() && !raw) }
        }
        "exec" => Service::Shell { script: rest.to_owned(), framed: false, terminal: false },
        "sync" => Service::Sync,
        "reverse" => Service::Reverse(rest.to_owned()),
        "framebuffer" => Service::Framebuffer,
        "tcp" if phone.settings().host_ports => Service::Port(rest.parse().ok()?),
        "root" => Service::Say("adbd cannot run as root in production builds\n"),
        "unroot" => Service::Say("adbd not running as root\n"),
        "remount" => Service::Say("remount failed: Operation not permitted\n"),
        _ => return None,
    })
}

impl Service {
    /// Serves until either side has had enough.
    pub(crate) fn serve(self, phone: &Arc<Phone>, stream: &Arc<Stream>) -> io::Result<()> {
        match self {
            Service::Shell { script, framed, terminal } => {
                shell::serve(phone, stream, &script, framed, terminal)
            }
            Service::Sync => sync::serve(phone, stream),
            Service::Reverse(wish) => reverse::serve(phone, stream, &wish),
            Service::Framebuffer => framebuffer::serve(phone, stream),
            Service::Port(port) => ports::serve(stream, port),
            Service::Say(text) => stream.write(text.as_bytes()),
        }
    }
}
