//! What is shown when no app is in front: one icon on a plain ground.

use std::sync::Arc;

use android::component::Component;
use device::{Picture, Point};
use gui::{Flag, Flags, Layout, LayoutBuilder, LimitReached, Rect, Widget};

const PACKAGE: &str = "com.android.launcher3";
const WALLPAPER: [u8; 4] = [0x1f, 0x3a, 0x5f, 0xff];

/// More than fits below an icon.
const MAX_LABEL: usize = 100;

/// The home screen, with the one app there is.
pub(crate) struct Launcher {
    layout: Arc<Layout>,
    screen: (u32, u32),
    icon: Rect,
}

impl Launcher {
    pub(crate) fn new(screen: (u32, u32), label: &str) -> Launcher {
        let (width, height) = (px(screen.0), px(screen.1));
        let side = width / 4;
        let (left, top) = (side / 2, height / 8);
        let icon = Rect { left, top, right: left + side, bottom: top + side };
        let all = Rect { left: 0, top: 0, right: width, bottom: height };
        // The label is the app's own word for itself, and may be of any length.
        let label: String = label.chars().take(MAX_LABEL).collect();
        let layout = layout(all, icon, &label).expect("two widgets are within every limit");
        Launcher { layout: Arc::new(layout), screen, icon }
    }

    pub(crate) fn layout(&self) -> Arc<Layout> {
        Arc::clone(&self.layout)
    }

    pub(crate) fn component() -> Component {
        Component { package: PACKAGE.to_owned(), class: format!("{PACKAGE}.Launcher") }
    }

    pub(crate) fn is_icon(&self, at: Point) -> bool {
        (self.icon.left..self.icon.right).contains(&at.x) && (self.icon.top..self.icon.bottom).contains(&at.y)
    }

    pub(crate) fn picture(&self) -> Picture {
        let (width_px, height_px) = self.screen;
        let pixels = width_px as usize * height_px as usize;
        Picture { width_px, height_px, rgba: Arc::new(WALLPAPER.repeat(pixels)) }
    }
}

fn layout(all: Rect, icon: Rect, label: &str) -> Result<Layout, LimitReached> {
    let mut screen = LayoutBuilder::new();
    let id = |name: &str| format!("{PACKAGE}:id/{name}");
    screen.open(&Widget {
        class: "android.widget.FrameLayout",
        resource_id: &id("launcher"),
        package: PACKAGE,
        bounds: all,
        ..Widget::default()
    })?;
    screen.leaf(&Widget {
        class: "android.widget.TextView",
        resource_id: &id("icon"),
        text: label,
        content_desc: label,
        package: PACKAGE,
        bounds: icon,
        flags: Flags::default().with(Flag::Clickable, true).with(Flag::Focusable, true),
        ..Widget::default()
    })?;
    screen.close();
    Ok(screen.finish())
}

fn px(side: u32) -> i32 {
    i32::try_from(side).unwrap_or(i32::MAX)
}
