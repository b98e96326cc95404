//! The step that is compared, and what is told of it.

use gui::Event;
use mining::{Behaviour, PageOf, Pair, Side, Sources, sources_of};
use model::Volatile;
use trace::{Moment, Step};

use super::kinds::EVENT;

/// The step that is compared, with what it did.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) event: &'a Event,
    pub(super) before: &'a Moment,
    pub(super) behaviour: Behaviour,
}

impl<'a> Scene<'a> {
    /// The last of these steps. Texts are told by the screen before it alone: what was touched earlier would make the difference by
    /// itself where histories are compared.
    pub(super) fn last(steps: &'a [Step], app: &str, volatile: &Volatile) -> Option<Scene<'a>> {
        let sources = sources_of(steps.last().map_or(&[], std::slice::from_ref));
        Scene::with(steps, &sources, app, volatile, PageOf::Frame)
    }

    /// The last of these steps, with texts told by these sources.
    pub(super) fn with(
        steps: &'a [Step],
        sources: &Sources,
        app: &str,
        volatile: &Volatile,
        pages: PageOf,
    ) -> Option<Scene<'a>> {
        let last = steps.last()?;
        if last.remarks.crash.is_some() {
            // A crash is another technique's.
            return None;
        }
        let pair = Pair { before: &last.before, after: &last.after, sources, app, volatile };
        let behaviour = Behaviour::of(pair, pages);
        Some(Scene { event: last.event.as_ref()?, before: &last.before, behaviour })
    }
}

/// The steps up to the one that says it is compared.
pub(super) fn marked(steps: &[Step]) -> Option<&[Step]> {
    let at = steps.iter().rposition(|step| step.remarks.purpose.as_deref() == Some(EVENT))?;
    Some(&steps[..=at])
}

/// What a behaviour does, in a few words: `opens .Edit`, `removes “milk”`.
pub(super) fn told(behaviour: &Behaviour) -> String {
    if behaviour.is_nothing() {
        return "does nothing".to_owned();
    }
    let mut parts: Vec<String> = Vec::new();
    if let Some(page) = behaviour.opens() {
        parts.push(match page {
            "outside" => "leaves the app".to_owned(),
            page => format!("leads to {}", page.rsplit('/').next().unwrap_or(page)),
        });
    }
    let related: Vec<(Side, &str)> =
        behaviour.relations().into_iter().map(|(side, id, _)| (side, id)).collect();
    let mut lines: Vec<(Side, &str, &str, bool)> =
        behaviour.lines().filter(|line| line.0 != Side::Page && !line.2.is_empty()).collect();
    lines.sort_by_key(|line| !related.contains(&(line.0, line.1)));
    let page = !parts.is_empty();
    for (side, name, text, _) in lines.into_iter().take(2) {
        let text = gui::quoted(text);
        parts.push(match side {
            Side::Went => format!("removes {text}"),
            Side::Changed => format!("changes {name} to {text}"),
            Side::Came if page => format!("which shows {text}"),
            Side::Came | Side::Page => format!("shows {text}"),
        });
    }
    if parts.is_empty() {
        let first = behaviour.lines().next();
        parts.extend(first.map(|(side, name, ..)| match side {
            Side::Went => format!("removes {name}"),
            Side::Changed | Side::Page => format!("changes {name}"),
            Side::Came => format!("shows {name}"),
        }));
    }
    parts.join(", ")
}
