//! Pairs of pictures with the right answer, taken from a mended twin.

use ::compare::{By, Matching, Pair, Shown, pairs_of_looks, shot_of};
use device::PhoneKind;
use experiment::Seen;
use gui::Node;
use trace::Moment;
use vision::{Example, Image, Profile};

use super::Eye;
use super::looks::{Album, Both};

/// The pairs of pictures of a reference and a test, each with whether it is a difference.
///
/// The reference is mended; the test was done with a mistake (`faulty`) and without it (`mended`). A widget differs where the mistake
/// has changed what it looks like on the test. What the mended test shows is no difference. Pairs are taken as long as all three have
/// done the same. What is written in letters of another size is left out: structure and proportions say nothing there.
pub fn label(
    eye: &Eye,
    reference: &Seen<'_>,
    faulty: &Seen<'_>,
    mended: &Seen<'_>,
    kinds: &[PhoneKind; 2],
) -> Vec<Example> {
    let all = [reference, faulty, mended];
    let albums = all.map(|seen| Album::of(seen.context.gallery));
    let done = |seen: &Seen<'_>, at: usize| seen.trace.steps().get(at).map(|step| step.event.clone());
    let alike = (0..).take_while(|&at| {
        let first = done(reference, at);
        first.is_some() && all.iter().all(|seen| done(seen, at) == first)
    });
    let letters_alike = kinds[0].font_percent == kinds[1].font_percent;
    let volatile = [reference.context.volatile, faulty.context.volatile];
    let by = By::Place { text: true };
    let mut examples = Vec::new();
    for at in 0..=alike.count() {
        let moments: Vec<&Moment> = all.iter().filter_map(|seen| seen.trace.moments().nth(at)).collect();
        let layouts: Vec<_> = moments.iter().filter_map(|moment| moment.layout.as_deref()).collect();
        let pictures = moments.iter().zip(&albums).filter_map(|(moment, album)| album.picture(moment));
        let pictures: Vec<_> = pictures.collect();
        let ([there, bad, good], [of_there, of_bad, of_good]) = (&layouts[..], &pictures[..]) else {
            continue;
        };
        let both = |layout, picture: &std::sync::Arc<device::Picture>| Both {
            there: moments[0],
            layouts: [there, layout],
            pictures: [Some(std::sync::Arc::clone(of_there)), Some(std::sync::Arc::clone(picture))],
            kinds,
        };
        let (wrong, right) = (both(bad, of_bad), both(good, of_good));
        let ([shown, shown_wrong], [_, shown_right]) = (wrong.shown(), right.shown());
        let twins = Matching::between(bad, good, by);
        let changed = |node: Node<'_>| {
            let partner = twins.of_reference(node.id());
            partner.is_none_or(|partner| own(&shown_wrong, node) != own(&shown_right, partner))
        };
        let mut add = |pair: &Pair<'_>, differs: bool| {
            if letters_alike || pair.reference.is_image {
                let features = eye.measure(&pair.reference, &pair.test, letters_alike);
                // What a mistake moves a little, and nobody sees, teaches nothing.
                if !differs || eye.profile != Profile::Oddity || shows(&features) {
                    examples.push(Example { features, differs });
                }
            }
        };
        for pair in pairs_of_looks(&Matching::between(there, bad, by), &shown, &shown_wrong, volatile) {
            add(&pair, changed(pair.here));
        }
        for pair in pairs_of_looks(&Matching::between(there, good, by), &shown, &shown_right, volatile) {
            add(&pair, false);
        }
    }
    examples
}

/// Whether a person sees that something happened to a widget: to its colours, to the end of its text, or to all of it.
fn shows(features: &[f64]) -> bool {
    let [structure, colours, _, ink, dots, ..] = features else { return true };
    *colours > 0.01 || *dots != 0.0 || (*structure == 0.0 && *ink == 1.0)
}

/// What stands out of a widget's ground: where it stands does not count.
fn own(shown: &Shown<'_>, node: Node<'_>) -> Option<Image> {
    let image = shot_of(shown, node)?.image;
    image.part(vision::ink(&image)?)
}
