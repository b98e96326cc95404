//! A browser without a window, for pages that people will open.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The programs that are Chromium, by the names under which systems install it.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];
/// Longer than any page takes, even while everything else is being compiled.
const LIMIT: Duration = Duration::from_secs(120);

/// A Chromium with a profile of its own, forgotten when dropped.
pub struct Chromium {
    program: &'static str,
    home: tempfile::TempDir,
}

/// How a person looks at a page.
#[derive(Debug, Clone, Copy)]
pub struct Glance {
    /// The window's width,
    pub width_px: u32,
    /// and height.
    pub height_px: u32,
    /// Whether the person prefers dark pages.
    pub dark: bool,
}

/// A page after its scripts ran.
#[derive(Debug)]
pub struct Opened {
    /// The page as it is then.
    pub dom: String,
    /// What the browser had to complain about, and what the page logged.
    pub console: Vec<String>,
}

impl Chromium {
    /// Finds one; `None` after saying "skipped: needs …" where there is none.
    #[track_caller]
    pub fn find() -> Option<Chromium> {
        let runs = |name: &&str| {
            Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
        };
        let Some(program) = NAMES.into_iter().find(runs) else {
            crate::skip("the program chromium");
            return None;
        };
        Some(Chromium { program, home: tempfile::tempdir().expect("a folder for temporary files") })
    }

    /// Opens a page and lets its scripts run.
    #[track_caller]
    pub fn open(&self, page: &str, glance: Glance) -> Opened {
        let out = self.run(page, glance, "--dump-dom");
        let told = fs::read_to_string(self.file("err")).expect("Chromium says what it does");
        let console = told.lines().filter(|line| line.contains(":CONSOLE")).map(str::to_owned).collect();
        Opened { dom: String::from_utf8_lossy(&out).into_owned(), console }
    }

    /// A picture of the window, as a PNG file.
    #[track_caller]
    pub fn picture(&self, page: &str, glance: Glance) -> Vec<u8> {
        let file = self.file("picture.png");
        self.run(page, glance, &format!("--screenshot={}", file.display()));
        fs::read(file).expect("Chromium took a picture")
    }

    /// What it prints when asked for one thing.
    #[track_caller]
    fn run(&self, page: &str, glance: Glance, wish: &str) -> Vec<u8> {
        let file = self.file("page.html");
        fs::write(&file, page).expect("there is room for a page");
        let scheme = if glance.dark { 0 } else { 1 };
        let mut child = Command::new(self.program)
            // The sandbox does not work inside of most containers, and the page is ours.
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--hide-scrollbars",
                "--enable-logging=stderr",
            ])
            .arg(format!("--user-data-dir={}", self.file("profile").display()))
            .arg(format!("--window-size={},{}", glance.width_px, glance.height_px))
            .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
            .arg(wish)
            .arg(format!("file://{}", file.display()))
            .stdin(Stdio::null())
            .stdout(create(&self.file("out")))
            .stderr(create(&self.file("err")))
            .spawn()
            .unwrap_or_else(|error| panic!("{} does not start: {error}", self.program));
        let until = Instant::now() + LIMIT;
        while child.try_wait().expect("we started it").is_none() {
            if Instant::now() > until {
                let _ = child.kill();
                let _ = child.wait();
                panic!("{} takes more than {LIMIT:?} for a page", self.program);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        fs::read(self.file("out")).expect("written a moment ago")
    }

    fn file(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }
}

fn create(path: &Path) -> File {
    File::create(path).unwrap_or_else(|error| panic!("cannot write {}: {error}", path.display()))
}
