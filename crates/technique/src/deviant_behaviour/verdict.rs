//! In which way a behaviour deviates from the usual one, and what is told of it.

use gui::{Event, Flag, Layout, Node};
use mining::{Behaviour, PageOf, Pair, Rule, Rules, Side, Sources, sources_of};
use model::Volatile;
use trace::{Moment, Step};

use super::kinds::{Deviance, EVENT};
use super::sight::sight_before;

/// The step that is compared, with what it did.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) event: &'a Event,
    pub(super) before: &'a Moment,
    pub(super) behaviour: Behaviour,
    /// What the screen before it showed.
    pub(super) sight: u64,
}

impl<'a> Scene<'a> {
    /// The last of these steps. Texts are told by the screen before it alone: what was touched earlier would make the difference by
    /// itself where histories are compared.
    pub(super) fn last(
        steps: &'a [Step],
        app: &str,
        volatile: &Volatile,
        pages: PageOf,
    ) -> Option<Scene<'a>> {
        let sources = sources_of(steps.last().map_or(&[], std::slice::from_ref));
        Scene::with(steps, &sources, app, volatile, pages)
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
        Some(Scene {
            event: last.event.as_ref()?,
            before: &last.before,
            behaviour: Behaviour::of(pair, pages),
            sight: sight_before(steps, app, volatile),
        })
    }
}

/// The steps up to the one that says it is compared.
pub(super) fn marked(steps: &[Step]) -> Option<&[Step]> {
    let at = steps.iter().rposition(|step| step.remarks.purpose.as_deref() == Some(EVENT))?;
    Some(&steps[..=at])
}

/// In which way behaviour deviates; `None` where that may well be meant.
///
/// What was chosen before may change what an action does: that is what settings are for. So where a choice is part of the history,
/// only what concerns something else than what was tapped, chosen or typed counts.
pub(super) fn deviance_of(usual: &Behaviour, deviant: &Behaviour, chose: bool) -> Option<Deviance> {
    if concerns_another(usual, deviant) {
        return Some(Deviance::Target);
    }
    if chose {
        return None;
    }
    if usual.opens().is_some() && deviant.opens().is_some() {
        // What is closed leads to whatever it was opened from, and a page shows what is stored.
        return None;
    }
    let left =
        |behaviour: &Behaviour| behaviour.apart_from_data().fingerprint(Rules::of(&[Rule::TextsByOrigin]));
    if left(usual) == left(deviant) {
        return None;
    }
    if deviant.is_nothing() {
        return Some(Deviance::Nothing);
    }
    Some(Deviance::Effect)
}

/// Whether something of what was tapped shows on a widget in the one, and something else on the like widget in the other.
fn concerns_another(usual: &Behaviour, deviant: &Behaviour) -> bool {
    let (expected, observed) = (usual.relations(), deviant.relations());
    expected.difference(&observed).any(|&(side, id, _)| {
        let related = observed.iter().any(|other| (other.0, other.1) == (side, id));
        let says_another = deviant.lines().any(|line| line.0 == side && line.1 == id && !line.2.is_empty());
        !id.is_empty() && !related && says_another && usual.opens() == deviant.opens()
    })
}

/// Whether a step chose something: a tick, or one of several choices.
pub(super) fn chooses(step: &Step) -> bool {
    let (Some(layout), Some(event)) = (step.before.layout.as_deref(), step.event.as_ref()) else {
        return false;
    };
    let ticks = |node: Node<'_>| node.is(Flag::Checkable) || node.is(Flag::Checked);
    let touched = event.target().and_then(|target| target.resolve(layout).ok()).map(|found| found.node);
    let on_tick = touched.is_some_and(|node| {
        let mut near = std::iter::once(node).chain(node.descendants()).chain(node.ancestors().take(2));
        near.any(ticks)
    });
    on_tick || offers_choices(layout)
}

/// A menu or a dialog with ticks.
fn offers_choices(layout: &Layout) -> bool {
    let apart = layout.roots().next().is_some_and(|root| (root.bounds().left, root.bounds().top) != (0, 0));
    apart && layout.nodes().any(|node| node.is(Flag::Checkable))
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
