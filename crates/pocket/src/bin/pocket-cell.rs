//! The way into a cell, for tests of this crate.

fn main() -> std::io::Result<()> {
    Err(pocket::cell_main(std::env::args_os().skip(2)))
}
