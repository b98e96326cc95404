//! The protocol byte by byte: what real clients sent, and what nobody should send.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use crate::common::FormPhone;
use adbd::{Door, DoorSettings};

/// A packet as it travels: command, two numbers, payload.
type Packet = (String, u32, u32, Vec<u8>);

/// The host's side of a connection.
struct Host {
    socket: TcpStream,
    next_id: u32,
}

impl Host {
    fn connect(door: &Door) -> Host {
        let socket = TcpStream::connect(door.address()).unwrap();
        socket.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        let mut host = Host { socket, next_id: 7 };
        host.send("CNXN", 0x0100_0001, 1 << 20, b"host::features=shell_v2\0");
        let (command, _, _, banner) = host.receive().unwrap();
        assert_eq!((command.as_str(), &banner[..8]), ("CNXN", &b"device::"[..]));
        host
    }

    fn send(&mut self, command: &str, arg0: u32, arg1: u32, payload: &[u8]) {
        let id = u32::from_le_bytes(command.as_bytes().try_into().unwrap());
        let mut bytes = Vec::new();
        for word in [id, arg0, arg1, payload.len() as u32, 0, !id] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(payload);
        self.socket.write_all(&bytes).unwrap();
    }

    /// The next packet; `None` at the end of the connection.
    fn receive(&mut self) -> Option<Packet> {
        let mut head = [0; 24];
        self.socket.read_exact(&mut head).ok()?;
        let word = |at: usize| u32::from_le_bytes(head[at..at + 4].try_into().unwrap());
        let mut payload = vec![0; word(12) as usize];
        self.socket.read_exact(&mut payload).unwrap();
        Some((String::from_utf8(head[..4].to_vec()).unwrap(), word(4), word(8), payload))
    }

    /// Opens a service, sends it the packets one after the other, and tells all that it answered; `None` where it refused.
    fn ask(&mut self, service: &[u8], packets: &[Vec<u8>]) -> Option<Vec<u8>> {
        let own = self.next_id;
        self.next_id += 1;
        self.send("OPEN", own, 0, service);
        let (mut answer, mut packets, mut remote) = (Vec::new(), packets.iter(), 0);
        loop {
            let (command, theirs, ours, payload) = self.receive().unwrap();
            // The last packet of an earlier stream may be acknowledged after that stream's end; adb lets it pass too.
            if ours < own && command == "OKAY" {
                continue;
            }
            assert_eq!(ours, own);
            match command.as_str() {
                "CLSE" if theirs == 0 => return None,
                "CLSE" => {
                    self.send("CLSE", own, theirs, b"");
                    return Some(answer);
                }
                "OKAY" => {
                    assert!(remote == 0 || remote == theirs);
                    remote = theirs;
                    if let Some(packet) = packets.next() {
                        self.send("WRTE", own, remote, packet);
                    }
                }
                "WRTE" => {
                    answer.extend(payload);
                    self.send("OKAY", own, theirs, b"");
                }
                other => panic!("{other}"),
            }
        }
    }
}

fn door(api: u32) -> Door {
    Door::open(Box::new(FormPhone::new(api).0), DoorSettings::default()).unwrap()
}

/// Plays the host's packets of a recording and compares all that the phone said.
#[test]
fn recorded_clients_are_answered_as_recorded() {
    let Some(folder) = testkit::shared_data("android-fixtures") else { return };
    let door = door(34);
    let mut host = Host::connect(&door);
    for case in [
        "shell-ok",
        "shell-T-n",
        "shell-x",
        "pull-missing",
        "remount",
        "reverse",
        "reverse-remove-missing",
        "raw-unknown-service",
    ] {
        let text =
            std::fs::read_to_string(folder.join("adb-wire").join(case).with_extension("json")).unwrap();
        let recorded: serde_json::Value = serde_json::from_str(&text).unwrap();
        let packets = |from: &str, command: &str| -> Vec<Vec<u8>> {
            let all = recorded["transport"].as_array().unwrap().iter();
            let wanted = all.filter(|packet| packet["dir"] == from && packet["cmd"] == command);
            wanted.map(|packet| bytes_of(packet["data"].as_str().unwrap())).collect()
        };
        let answer = host.ask(&packets("host>dev", "OPEN")[0], &packets("host>dev", "WRTE"));
        let refused = packets("dev>host", "OKAY").is_empty();
        assert_eq!(answer, (!refused).then(|| packets("dev>host", "WRTE").concat()), "{case}");
    }
}

fn bytes_of(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

#[test]
fn shell_of_old_clients_mixes_both_outputs() {
    let door = door(34);
    let answer = Host::connect(&door).ask(b"shell:echo out; foo; echo end\0", &[]).unwrap();
    assert_eq!(
        String::from_utf8(answer).unwrap(),
        "out\n/system/bin/sh: foo: inaccessible or not found\nend\n"
    );
}

#[test]
fn files_go_through_the_old_protocol() {
    let door = door(34);
    let mut host = Host::connect(&door);
    let path = "/sdcard/a.txt";
    let message =
        |id: &str, text: &str| [id.as_bytes(), &(text.len() as u32).to_le_bytes(), text.as_bytes()].concat();
    let done = [b"DONE".to_vec(), 1_600_000_000_u32.to_le_bytes().to_vec()].concat();
    let sent = [message("SEND", &format!("{path},33188")), message("DATA", "hello"), done].concat();
    // One byte at a time, as a slow network would bring them.
    let bytes: Vec<Vec<u8>> = sent.iter().map(|&byte| vec![byte]).collect();
    let quit = message("QUIT", "");
    assert_eq!(host.ask(b"sync:\0", &[bytes, vec![quit.clone()]].concat()).unwrap(), b"OKAY\0\0\0\0");
    let stat = host.ask(b"sync:\0", &[message("STAT", path), quit.clone()]).unwrap();
    let fields: Vec<u32> =
        stat[4..].chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(fields, [33_188, 5, 1_600_000_000]);
    let got = host.ask(b"sync:\0", &[message("RECV", path), quit.clone()]).unwrap();
    assert_eq!(got, b"DATA\x05\0\0\0helloDONE\0\0\0\0");
    let failed = host.ask(b"sync:\0", &[message("RECV", "/sdcard/none"), quit.clone()]).unwrap();
    assert_eq!(failed, message("FAIL", "open failed: No such file or directory"));
    let listed = host.ask(b"sync:\0", &[message("LIST", "/sdcard"), quit]).unwrap();
    assert!(
        listed.windows(5).any(|name| name == b"a.txt")
            && listed.ends_with(&[b"DONE".to_vec(), vec![0; 16]].concat())
    );
}

#[test]
fn the_framebuffer_is_a_header_and_its_pixels() {
    let door = door(34);
    let answer = Host::connect(&door).ask(b"framebuffer:\0", &[]).unwrap();
    let words: Vec<u32> =
        answer[..56].chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(words, [2, 32, 0, 108 * 192 * 4, 108, 192, 0, 8, 16, 8, 8, 8, 24, 8]);
    assert_eq!((answer.len(), &answer[56..60]), (56 + 108 * 192 * 4, &[200, 200, 200, 255][..]));
}

#[test]
fn nonsense_ends_its_own_connection_and_no_other() {
    let door = door(34);
    let mut good = Host::connect(&door);
    for nonsense in [&b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..], &[0xff; 64], &[0; 24]] {
        let mut bad = TcpStream::connect(door.address()).unwrap();
        bad.set_read_timeout(Some(Duration::from_secs(10))).unwrap();
        bad.write_all(nonsense).unwrap();
        assert_eq!(bad.read(&mut [0; 1]).unwrap_or(0), 0, "it should be closed");
    }
    // A service before the greeting.
    let mut bad = Host { socket: TcpStream::connect(door.address()).unwrap(), next_id: 1 };
    bad.send("OPEN", 1, 0, b"shell:echo in\0");
    assert_eq!(bad.receive(), None);
    assert_eq!(good.ask(b"exec:echo still here\0", &[]).unwrap(), b"still here\n");
}

#[test]
fn streams_are_limited_and_come_back() {
    let door = door(34);
    let mut host = Host::connect(&door);
    for id in 1000..1200 {
        host.send("OPEN", id, 0, b"exec:cat\0");
    }
    let answers: Vec<Packet> = (0..200).map(|_| host.receive().unwrap()).collect();
    let refused = answers.iter().filter(|(command, ..)| command == "CLSE").count();
    assert_eq!(refused, 200 - 128);
    for (command, theirs, ours, _) in answers {
        if command == "OKAY" {
            host.send("CLSE", ours, theirs, b"");
        }
    }
    for _ in 0..128 {
        assert_eq!(host.receive().unwrap().0, "CLSE");
    }
    assert_eq!(host.ask(b"exec:echo again\0", &[]).unwrap(), b"again\n");
}
