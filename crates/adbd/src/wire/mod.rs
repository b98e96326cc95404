//! The transport protocol between an adb server and a phone: packets, streams of bytes, and who may come in.

pub(crate) mod packet;
pub(crate) mod link;
pub(crate) mod stream;
pub(crate) mod auth;
pub(crate) mod connection;
