//! Secrets that an app shows.

use std::sync::Arc;

use device::{DeviceError, Picture};
use gui::{Flag, Layout, LayoutBuilder, Node, Rect, Widget};
use script::Secret;
use trace::Crash;

/// How many of a secret's letters must stand on the screen to be taken for it.
const PIECE: usize = 6;

/// The same in a box, where it may have been typed.
const PIECE_IN_BOX: usize = 4;

/// The secrets of a login, kept out of whatever is written down.
#[derive(Debug, Clone, Default)]
pub(crate) struct Mask {
    secrets: Vec<Secret>,
}

impl Mask {
    pub(crate) fn new<'s>(secrets: impl Iterator<Item = &'s Secret>) -> Mask {
        // One of a letter or two is everywhere, and no secret.
        Mask { secrets: secrets.filter(|secret| secret.reveal().chars().count() > 2).cloned().collect() }
    }

    /// The layout with the secrets' names in their place.
    pub(crate) fn layout(&self, layout: Arc<Layout>) -> Arc<Layout> {
        let titles = layout.windows().iter().filter_map(|window| window.info.details.as_ref());
        let mut titles = titles.map(|details| details.title.as_str());
        let is_told =
            |title: &str| self.secrets.iter().any(|secret| secret.mask_pieces(title, PIECE).is_some());
        if !self.hides() || !layout.nodes().any(|node| self.shows(node)) && !titles.any(is_told) {
            return layout;
        }
        // A layout that cannot be built again is better not seen at all.
        Arc::new(self.rebuilt(&layout).unwrap_or_else(|_| LayoutBuilder::new().finish()))
    }

    /// Whether there is anything to hide.
    pub(crate) fn hides(&self) -> bool {
        !self.secrets.is_empty()
    }

    /// The picture with grey boxes over the widgets that show a secret.
    pub(crate) fn picture(&self, mut picture: Picture, layout: &Layout) -> Picture {
        for node in layout.nodes().filter(|&node| self.shows_name(node)) {
            blank(&mut picture, node.bounds());
        }
        picture
    }

    /// A text with the secrets' names in their place.
    pub(crate) fn text(&self, text: &str) -> String {
        self.secrets.iter().fold(text.to_owned(), |text, secret| secret.mask(&text))
    }

    /// A crash without what it tells of the secrets: an exception may quote what was typed.
    pub(crate) fn crash(&self, crash: Crash) -> Crash {
        if self.secrets.is_empty() {
            return crash;
        }
        let masked = |text: Option<String>| text.map(|text| self.text(&text));
        Crash {
            kind: crash.kind,
            summary: self.text(&crash.summary),
            stack: crash.stack.iter().map(|line| self.text(line)).collect(),
            process: masked(crash.process),
            own_frame: masked(crash.own_frame),
            identity: masked(crash.identity),
            paper_identity: masked(crash.paper_identity),
        }
    }

    /// An error without what it tells of the secrets: a phone may repeat what it was sent.
    pub(crate) fn error(&self, error: DeviceError) -> DeviceError {
        match error {
            DeviceError::Refused { serial, doing, why, remedy } => {
                DeviceError::Refused { serial, doing, why: self.text(&why), remedy }
            }
            DeviceError::Garbled { serial, doing, why, sent } => {
                DeviceError::Garbled { serial, doing, why: self.text(&why), sent }
            }
            error => error,
        }
    }

    fn shows(&self, node: Node<'_>) -> bool {
        let texts = [node.text(), node.content_desc(), node.hint()].into_iter();
        let mut texts = texts.chain(node.extras().map(|(_, value)| value));
        texts.any(|text| self.of_widget(node, text).is_some())
    }

    /// A widget's text with the secrets' names in their place; `None` where there are none. In a box even a few letters may be what is left
    /// of a secret that was typed there.
    fn of_widget(&self, node: Node<'_>, text: &str) -> Option<String> {
        let least = if node.is(Flag::Editable) { PIECE_IN_BOX } else { PIECE };
        self.secrets.iter().fold(None, |masked: Option<String>, secret| {
            secret.mask_pieces(masked.as_deref().unwrap_or(text), least).or(masked)
        })
    }

    /// Whether a widget of a masked layout showed a secret.
    fn shows_name(&self, node: Node<'_>) -> bool {
        let texts = [node.text(), node.content_desc(), node.hint()].into_iter();
        let mut texts = texts.chain(node.extras().map(|(_, value)| value));
        texts.any(|text| self.secrets.iter().any(|secret| text.contains(&secret.to_string())))
    }

    fn rebuilt(&self, layout: &Layout) -> Result<Layout, gui::LimitReached> {
        let mut builder = LayoutBuilder::new();
        for window in layout.windows() {
            let mut info = window.info.clone();
            if let Some(details) = &mut info.details {
                details.title = self.text(&details.title);
            }
            builder.window(info);
            let mut depth = 0;
            for node in window.nodes().map(|id| layout.node(id)) {
                while depth > node.depth() {
                    builder.close();
                    depth -= 1;
                }
                let masked = |text: &str| self.of_widget(node, text).unwrap_or_else(|| text.to_owned());
                let (text, content_desc, hint) =
                    (masked(node.text()), masked(node.content_desc()), masked(node.hint()));
                let extras: Vec<(&str, String)> =
                    node.extras().map(|(name, value)| (name, masked(value))).collect();
                builder.open(&Widget {
                    text: &text,
                    content_desc: &content_desc,
                    hint: &hint,
                    extras: extras.iter().map(|(name, value)| (*name, value.as_str())).collect(),
                    ..node.widget()
                })?;
                depth = node.depth() + 1;
            }
        }
        Ok(builder.finish())
    }
}

fn blank(picture: &mut Picture, bounds: Rect) {
    let side = |from: i32, to: i32, most: u32| {
        from.clamp(0, most as i32) as usize..to.clamp(0, most as i32) as usize
    };
    let (across, down) = (
        side(bounds.left, bounds.right, picture.width_px),
        side(bounds.top, bounds.bottom, picture.height_px),
    );
    let width = picture.width_px as usize;
    let rgba = Arc::make_mut(&mut picture.rgba);
    for y in down {
        if let Some(row) = rgba.get_mut((y * width + across.start) * 4..(y * width + across.end) * 4) {
            row.fill(0x80);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_on_screen_is_shown_by_its_name() {
        let secret = Secret::from_environment("USER", &|_| Some("ada@example.org".to_owned())).unwrap();
        let mask = Mask::new([secret].iter());
        let mut builder = LayoutBuilder::new();
        builder.window(gui::WindowInfo::default());
        let bounds = Rect { left: 0, top: 0, right: 2, bottom: 1 };
        builder.open(&Widget { class: "List", ..Widget::default() }).unwrap();
        builder.leaf(&Widget { text: "Hello ada@example.org!", bounds, ..Widget::default() }).unwrap();
        builder.leaf(&Widget { text: "Bye", ..Widget::default() }).unwrap();
        let masked = mask.layout(Arc::new(builder.finish()));
        let texts: Vec<&str> = masked.nodes().map(|node| node.text()).collect();
        assert_eq!(texts, ["", "Hello $USER!", "Bye"]);
        assert_eq!(masked.nodes().map(|node| node.depth()).collect::<Vec<_>>(), [0, 1, 1]);

        let line = |message: &str| format!("11-16 10:00:00.000  900  900 E AndroidRuntime: {message}\n");
        let log =
            ["FATAL EXCEPTION: main", "Process: a.b, PID: 900", "java.lang.Exception: no ada@example.org"];
        let log: String = log.into_iter().chain(["\tat a.b.Login.check(Login.java:3)"]).map(line).collect();
        let crash = Crash::in_log(&android::logcat::Logcat::parse(&log), "a.b").unwrap();
        let crash = mask.crash(crash);
        assert!(crash.summary.ends_with("no $USER"), "{}", crash.summary);
        assert!(!format!("{crash:?}").contains("ada"), "{crash:?}");

        let mut builder = LayoutBuilder::new();
        builder.window(gui::WindowInfo::default());
        let flags = gui::Flags::default().with(Flag::Editable, true);
        let extras = vec![("tooltip", "ADA@EXAMPLE.ORG")];
        builder.leaf(&Widget { text: "ada@e", flags, extras, ..Widget::default() }).unwrap();
        builder.leaf(&Widget { text: "ada@e", ..Widget::default() }).unwrap();
        let half_erased = mask.layout(Arc::new(builder.finish()));
        let texts: Vec<&str> = half_erased.nodes().map(|node| node.text()).collect();
        assert_eq!(texts, ["$USER", "ada@e"]);
        let first = half_erased.nodes().next().unwrap();
        assert_eq!(first.extras().collect::<Vec<_>>(), [("tooltip", "$USER")]);

        let picture = Picture { width_px: 2, height_px: 2, rgba: Arc::new(vec![1; 16]) };
        let masked = mask.picture(picture, &masked);
        assert_eq!(*masked.rgba, [[0x80; 8], [1; 8]].concat());
    }
}
