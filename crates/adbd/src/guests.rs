//! Who is connected, and who has to go when there are too many.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crate::locked;

/// The most connections at a time.
pub(crate) const MAX_CONNECTIONS: usize = 32;

/// The connections of one listener.
///
/// Anybody on this computer may connect and say nothing. So one more than there may be is not turned away: the one goes that was not let in
/// yet, else has nothing open, and of those the one that has said nothing for longest.
#[derive(Debug, Default)]
pub(crate) struct Guests(Mutex<Vec<Arc<Guest>>>);

/// One connection, as far as it matters for who has to go.
#[derive(Debug)]
pub(crate) struct Guest {
    socket: TcpStream,
    came: Instant,
    /// When it last said something, in microseconds since it came.
    last: AtomicU64,
    is_in: AtomicBool,
    is_busy: AtomicBool,
}

impl Guests {
    /// Lets one in, and shows another out if there are too many.
    pub(crate) fn enter(&self, socket: &TcpStream) -> io::Result<Arc<Guest>> {
        let guest = Arc::new(Guest::new(socket.try_clone()?));
        let mut there = locked(&self.0);
        while there.len() >= MAX_CONNECTIONS {
            let now = Instant::now();
            let least = there.iter().enumerate().max_by_key(|(_, guest)| guest.dispensable(now));
            let Some((at, _)) = least else { break };
            // Whoever serves it finds the socket closed, and ends.
            let _ = there.swap_remove(at).socket.shutdown(Shutdown::Both);
        }
        there.push(Arc::clone(&guest));
        Ok(guest)
    }

    /// Forgets one that has left.
    pub(crate) fn leave(&self, guest: &Arc<Guest>) {
        locked(&self.0).retain(|there| !Arc::ptr_eq(there, guest));
    }
}

impl Guest {
    fn new(socket: TcpStream) -> Guest {
        let (is_in, is_busy) = (AtomicBool::new(false), AtomicBool::new(false));
        Guest { socket, came: Instant::now(), last: AtomicU64::new(0), is_in, is_busy }
    }

    /// It said something just now, and is known or not, busy or not.
    pub(crate) fn speaks(&self, is_in: bool, is_busy: bool) {
        let micros = u64::try_from(self.came.elapsed().as_micros()).unwrap_or(u64::MAX);
        self.last.store(micros, Ordering::Relaxed);
        self.is_in.store(is_in, Ordering::Relaxed);
        self.is_busy.store(is_busy, Ordering::Relaxed);
    }

    /// The greater, the sooner it has to go.
    fn dispensable(&self, now: Instant) -> (bool, bool, u128) {
        let silent = (now - self.came).as_micros().saturating_sub(self.last.load(Ordering::Relaxed).into());
        (!self.is_in.load(Ordering::Relaxed), !self.is_busy.load(Ordering::Relaxed), silent)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::net::TcpListener;
    use std::time::Duration;

    use super::*;

    #[test]
    fn the_least_known_and_longest_silent_goes() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let guests = Guests::default();
        let come = || {
            let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
            client.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
            (client, guests.enter(&listener.accept().unwrap().0).unwrap())
        };
        let there: Vec<_> = (0..MAX_CONNECTIONS).map(|_| come()).collect();
        // Two are let in, one of them at work; all others have greeted nobody, and the second of those spoke last.
        there[0].1.speaks(true, false);
        there[1].1.speaks(true, true);
        there[2].1.speaks(false, false);
        let is_gone = |at: usize| matches!((&there[at].0).read(&mut [0]), Ok(0));
        let late = come();
        assert!(is_gone(3) && !is_gone(0) && !is_gone(1) && !is_gone(2) && !is_gone(4));
        assert_eq!(locked(&guests.0).len(), MAX_CONNECTIONS);
        there[4..].iter().for_each(|(_, guest)| guest.speaks(true, true));
        late.1.speaks(true, true);
        let _later = come();
        assert!(is_gone(2), "the one that is not let in");
        guests.leave(&late.1);
        let more = come();
        assert!(!is_gone(0), "there was room");
        more.1.speaks(true, true);
        _later.1.speaks(true, true);
        let _last = come();
        assert!(is_gone(0) && !is_gone(1), "the one that does nothing, before those at work");
    }
}
