//! For DroidBot's page, which draws a graph of screens from a file `utg.js`.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use gui::{Digest, Event};
use serde::Serialize;

use super::{Overview, Page, Passage};

/// What DroidBot's page tells besides the graph. What is unknown stays empty.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct About {
    /// The phone's serial number.
    pub device_serial: String,
    /// The phone's model.
    pub device_model: String,
    /// The phone's API level.
    pub device_api: Option<u32>,
    /// The app's hash.
    pub app_sha256: String,
    /// The activity that the launcher opens.
    pub app_main_activity: String,
    /// How many activities the app has.
    pub app_activities: Option<usize>,
    /// When the run began: `2026-11-16 07:14:32`.
    pub test_date: String,
    /// How long it took, in seconds.
    pub time_spent_s: f64,
}

impl Overview {
    /// The file `utg.js`. `picture_path` says where a picture lies, seen from the file.
    ///
    /// The page puts most of the texts into its HTML as they are: here they are escaped for that. What leads from a page to itself
    /// is left out, as DroidBot does.
    pub fn to_utg_js(&self, about: &About, picture_path: impl Fn(Digest) -> String) -> String {
        let activities: BTreeSet<&str> = self
            .pages
            .iter()
            .filter(|page| !page.outside)
            .filter_map(|page| page.activity.as_deref())
            .collect();
        let edges: Vec<Edge> =
            (1..).zip(self.between_pages()).map(|(id, passage)| self.edge(id, passage)).collect();
        let utg = Utg {
            num_nodes: self.pages.len(),
            num_edges: edges.len(),
            num_effective_events: self.between_pages().map(|passage| passage.events).sum(),
            num_reached_activities: activities.len(),
            num_transitions: self.between_pages().map(|passage| passage.times).sum(),
            num_input_events: self.events,
            nodes: self.pages.iter().map(|page| self.node(page, &picture_path)).collect(),
            edges,
            test_date: for_html(&about.test_date),
            time_spent: about.time_spent_s,
            device_serial: for_html(&about.device_serial),
            device_model_number: for_html(&about.device_model),
            device_sdk_version: about.device_api,
            app_sha256: for_html(&about.app_sha256),
            app_package: for_html(&self.app),
            app_main_activity: for_html(&about.app_main_activity),
            app_num_total_activities: about.app_activities,
        };
        let json = serde_json::to_string_pretty(&utg)
            .unwrap_or_else(|error| unreachable!("all keys are strings: {error}"));
        format!("var utg = \n{}", for_script(&json))
    }

    fn node(&self, page: &Page, picture_path: impl Fn(Digest) -> String) -> Node {
        let (package, activity) = match page.activity.as_deref().unwrap_or_default().split_once('/') {
            Some((package, activity)) => (package, activity),
            None => (
                if page.outside { "" } else { self.app.as_str() },
                page.activity.as_deref().unwrap_or_default(),
            ),
        };
        let id = page.id.0.to_string();
        let visits = page.visits.to_string();
        let facts = [("package", package), ("activity", activity), ("state_str", &id), ("visits", &visits)];
        let image = page.picture.map(picture_path);
        let first = if page.start { "\n<FIRST>" } else { "" };
        Node {
            shape: if image.is_some() { "image" } else { "box" },
            image: for_html(&image.unwrap_or_default()),
            label: format!("{}{first}", page.label()),
            font: page.start.then_some("14px Arial red"),
            package: for_html(package),
            activity: for_html(activity),
            state_str: id.clone(),
            structure_str: id.clone(),
            title: table(facts),
            content: [package, activity, &id].join("\n"),
            id,
        }
    }

    fn edge(&self, event_id: usize, passage: &Passage) -> Edge {
        let [from, to] = [passage.from, passage.to].map(|number| self.pages[number - 1].id.0.to_string());
        Edge {
            id: format!("{from}-->{to}"),
            from,
            to,
            title: table([(event_id.to_string().as_str(), passage.told.as_str())]),
            label: event_id.to_string(),
            events: [EdgeEvent {
                event_str: for_html(&passage.told),
                event_id,
                event_type: event_type(&passage.event),
                view_images: [],
            }],
        }
    }
}

#[derive(Serialize)]
struct Utg {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    num_nodes: usize,
    num_edges: usize,
    num_effective_events: usize,
    num_reached_activities: usize,
    test_date: String,
    time_spent: f64,
    num_transitions: u64,
    num_input_events: u64,
    device_serial: String,
    device_model_number: String,
    device_sdk_version: Option<u32>,
    app_sha256: String,
    app_package: String,
    app_main_activity: String,
    app_num_total_activities: Option<usize>,
}

#[derive(Serialize)]
struct Node {
    id: String,
    shape: &'static str,
    image: String,
    label: String,
    package: String,
    activity: String,
    state_str: String,
    structure_str: String,
    title: String,
    content: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    font: Option<&'static str>,
}

#[derive(Serialize)]
struct Edge {
    from: String,
    to: String,
    id: String,
    title: String,
    label: String,
    events: [EdgeEvent; 1],
}

#[derive(Serialize)]
struct EdgeEvent {
    event_str: String,
    event_id: usize,
    event_type: &'static str,
    view_images: [&'static str; 0],
}

/// DroidBot's word for an event, or one in its manner where it has none.
fn event_type(event: &Event) -> &'static str {
    match event {
        Event::Tap { .. } => "touch",
        Event::LongTap { .. } => "long_touch",
        Event::DoubleTap { .. } => "double_touch",
        Event::Edit { .. } => "set_text",
        Event::Scroll { .. } => "scroll",
        Event::Swipe { .. } => "swipe",
        Event::Pinch { .. } => "pinch",
        Event::Submit { .. } | Event::Key { .. } => "key",
        Event::Rotate { .. } => "rotate",
        Event::Launch => "intent",
        Event::Restart | Event::EndProcess => "kill_app",
        Event::Wait { .. } => "wait",
        Event::System { .. } => "system",
    }
}

fn table<const N: usize>(rows: [(&str, &str); N]) -> String {
    let mut table = String::from("<table class=\"table\">\n");
    for (key, value) in rows {
        let _ = writeln!(table, "<tr><th>{}</th><td>{}</td></tr>", for_html(key), for_html(value));
    }
    table.push_str("</table>");
    table
}

/// Text that stays text in HTML, in an attribute too.
fn for_html(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

/// JSON that may stand in a script, also in one inside HTML. These characters occur in its strings alone.
fn for_script(json: &str) -> String {
    let mut safe = String::with_capacity(json.len());
    for character in json.chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                let _ = write!(safe, "\\u{:04x}", u32::from(character));
            }
            other => safe.push(other),
        }
    }
    safe
}
