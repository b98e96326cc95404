//! A recorded run of another tool, with that tool's own word on which screens are the same.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use gui::{Layout, LayoutBuilder, Widget, WindowInfo};
use model::{ScreenIds, Volatile};
use serde::Deserialize;

/// One line of the recording, as far as it matters here.
#[derive(Deserialize)]
struct Line {
    activity: String,
    package: String,
    genie_abs: String,
    views: Vec<View>,
}

#[derive(Deserialize)]
struct View {
    parent: i64,
    class: String,
    #[serde(default)]
    rid: String,
    #[serde(default)]
    desc: String,
}

#[test]
fn screens_of_independent_views_are_those_that_genie_told_apart() {
    let Some(folder) = testkit::shared_data("genie-activitydiary") else { return };
    let mut both = BTreeSet::new();
    for file in ["seeds.jsonl.gz", "mining.jsonl.gz"] {
        let lines = BufReader::new(GzDecoder::new(File::open(folder.join(file)).unwrap())).lines();
        for line in lines {
            let line: Line = serde_json::from_str(&line.unwrap()).unwrap();
            let ids = ScreenIds::of(&layout(&line), &line.package, &Volatile::default());
            both.insert((line.genie_abs, (line.activity, ids.widgets)));
        }
    }
    let theirs: BTreeSet<_> = both.iter().map(|(theirs, _)| theirs).collect();
    let ours: BTreeSet<_> = both.iter().map(|(_, ours)| ours).collect();
    assert_eq!((theirs.len(), ours.len(), both.len()), (35, 35, 35));
}

fn layout(line: &Line) -> Layout {
    let mut layout = LayoutBuilder::new();
    layout.window(WindowInfo::default());
    let mut open: Vec<i64> = Vec::new();
    for (id, view) in (0..).zip(&line.views) {
        while open.last().is_some_and(|&above| above != view.parent) {
            open.pop();
            layout.close();
        }
        let widget = Widget {
            class: &view.class,
            resource_id: &view.rid,
            content_desc: &view.desc,
            package: &line.package,
            ..Widget::default()
        };
        layout.open(&widget).unwrap();
        open.push(id);
    }
    layout.finish()
}
