use experiment::{About, Context, Kind, Severity, Suspicion, Technique};
use trace::Trace;

const LOUD_LABEL: Kind = Kind::new("loud-label", "Loud label", Severity::Minor, "A label shouts.");

const ABOUT: About = About {
    id: "loud-labels",
    sentence: "Looks for labels in capitals.",
    kinds: &[LOUD_LABEL],
    share: None,
    acts: &[],
};

/// A label of several words in capitals alone.
///
/// **Notices** texts of the app with a space and no small letter. **A fault because** nobody likes to be shouted at.
/// **Example**: "NO NOTES YET". **Mistaken** on abbreviations and in scripts without small letters.
#[derive(Debug)]
pub(crate) struct LoudLabels;

impl Technique for LoudLabels {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn judge(&self, trace: &Trace, context: &Context<'_>) -> Vec<Suspicion> {
        let loud = |text: &&str| text.contains(' ') && text.chars().all(|c| c == ' ' || c.is_uppercase());
        let mut found: Vec<Suspicion> = Vec::new();
        for (shows_after, moment) in trace.moments().enumerate() {
            let layout = moment.layout.as_ref().filter(|layout| layout.package() == context.app);
            for text in layout.iter().flat_map(|layout| layout.nodes()).map(|node| node.text()).filter(loud) {
                let sentence = format!("{text:?} shouts");
                let known =
                    Suspicion::new(ABOUT.id, &LOUD_LABEL, &[text], sentence, "Labels should not shout.");
                if found.iter().all(|seen| seen.fingerprint != known.fingerprint) {
                    found.push(Suspicion { shows_after, well_after: shows_after, ..known });
                }
            }
        }
        found
    }
}
