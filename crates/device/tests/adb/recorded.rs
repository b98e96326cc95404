//! A server that answers as the real one did: the same bytes for the same bytes.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;

use device::adb::{Adb, AdbSettings, Deadline};
use serde_json::Value;

/// The serial of the phone in the recordings.
pub(super) const SERIAL: &str = "127.0.0.1:15571";

/// What is answered to what, and whether the connection ends then.
type Answers = BTreeMap<Vec<u8>, (Vec<u8>, bool)>;

/// A client of a server that knows these recordings. Whatever else it is asked, it closes the connection.
pub(super) fn recorded(folder: &Path, features: &str, cases: &[&str]) -> Adb {
    let mut answers = Answers::new();
    for case in cases {
        let text = std::fs::read_to_string(folder.join(format!("adb-wire/{case}.json"))).unwrap();
        let recording: Value = serde_json::from_str(&text).unwrap();
        answers.extend(exchanges(&recording));
    }
    // The recorded client chose its phone in another way than ours, with the same effect.
    let framed = |text: &str| format!("{:04x}{text}", text.len()).into_bytes();
    answers.insert(framed(&format!("host:transport:{SERIAL}")), (b"OKAY".to_vec(), false));
    let offers = [&b"OKAY"[..], &framed(features)].concat();
    answers.insert(framed(&format!("host-serial:{SERIAL}:features")), (offers, true));
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    // Ends with the test's process; nothing waits for it.
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let answers = answers.clone();
            std::thread::spawn(move || serve(stream.unwrap(), &answers));
        }
    });
    Adb::new(AdbSettings { port, ..AdbSettings::default() })
}

pub(super) fn soon() -> Deadline {
    Deadline::after(std::time::Duration::from_secs(10))
}

fn serve(mut stream: TcpStream, answers: &Answers) {
    let mut asked = Vec::new();
    let mut byte = [0; 1];
    while stream.read(&mut byte).is_ok_and(|read| read == 1) {
        asked.push(byte[0]);
        if let Some((answer, ends)) = answers.get(&asked) {
            if stream.write_all(answer).is_err() || *ends {
                return;
            }
            asked.clear();
        } else if !answers.keys().any(|known| known.starts_with(&asked)) {
            return;
        }
    }
}

type Exchange = (Vec<u8>, (Vec<u8>, bool));

/// What was sent, all that came back before more was sent, and whether the connection ended then.
fn exchanges(recording: &Value) -> Vec<Exchange> {
    let mut found = Vec::new();
    let connections = recording["host_connections"].as_array().cloned();
    for connection in connections.unwrap_or_else(|| vec![recording["host"].clone()]) {
        let mut exchanges: Vec<Exchange> = Vec::new();
        for message in connection.as_array().unwrap() {
            let text = message["data"].as_str().unwrap();
            let bytes = if recording["host"].is_array() { unescape(text) } else { unhex(text) };
            match (message["dir"].as_str().unwrap(), exchanges.last_mut()) {
                // That there is no input: the program says so, we just send none. Nobody waits for it.
                ("client>server", Some(_)) if bytes == [4, 0, 0, 0, 0] => {}
                ("client>server", _) => exchanges.push((bytes, (Vec::new(), false))),
                (_, last) => last.unwrap().1.0.extend(bytes),
            }
        }
        let last = exchanges.last_mut().unwrap();
        last.1.1 = !last.0.ends_with(b"track-devices");
        found.extend(exchanges);
    }
    found
}

fn unhex(text: &str) -> Vec<u8> {
    let pairs = text.as_bytes().chunks_exact(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

/// The recordings made by hand write bytes as Python does.
fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text.strip_suffix("<EOF>").unwrap_or(text);
    while let Some(character) = rest.chars().next() {
        let (byte, taken) = match (character, rest.as_bytes().get(1)) {
            ('\\', Some(b'x')) => (u8::from_str_radix(&rest[2..4], 16).unwrap(), 4),
            ('\\', Some(b'n')) => (b'\n', 2),
            ('\\', Some(b'r')) => (b'\r', 2),
            ('\\', Some(b't')) => (b'\t', 2),
            _ => (u8::try_from(character).unwrap(), character.len_utf8()),
        };
        bytes.push(byte);
        rest = &rest[taken..];
    }
    bytes
}
