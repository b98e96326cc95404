//! Hunts on phones that fail again and again: whatever the phones do, no hunt may lie.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bench::{Blame, Rig, blame};
use campaign::{Conclusion, Update};
use device::{Device, DeviceError, Fleet, MemorySnapshot};
use finding::{ReplayedFrom, Verdict};
use sim::{Fault, FaultPlan, Faults, FaultyPhone, SimPhone};

/// A phone that fails, and tells how often when it is put away.
pub(crate) struct Troubled {
    pub(crate) phone: FaultyPhone<SimPhone>,
    pub(crate) faults: Arc<AtomicUsize>,
    /// Whether it may fail already when its condition is saved for the first time. Then it begins some seconds later, and nobody can
    /// know how it was before.
    pub(crate) fails_at_once: bool,
}

impl Device for Troubled {
    device::hand_on!(phone: identity abilities deadlines now unix_ms wait observe act apps launch stop clear_data);
    device::hand_on!(phone: read_log change screenshot screenshot_of_app snapshot restore forget take_up coverage);

    fn memory_snapshot(&mut self) -> Result<MemorySnapshot, DeviceError> {
        if std::mem::replace(&mut self.fails_at_once, true) {
            self.phone.memory_snapshot()
        } else {
            self.phone.phone_mut().memory_snapshot()
        }
    }
}

impl Drop for Troubled {
    fn drop(&mut self) {
        self.faults.fetch_add(self.phone.injected().len(), Ordering::Relaxed);
    }
}

/// Hunts on a phone of which ten of a thousand calls fail. Tells how many did.
///
/// One phone, since which of two meets with which fault would be for their threads to decide.
fn hunt(rig: &Rig, seed: u64) -> (Conclusion, usize) {
    let faults = Arc::new(AtomicUsize::new(0));
    let fleet = Fleet::new();
    let phone = FaultyPhone::new(rig.phone(), FaultPlan::all(seed, 10));
    fleet.add(Box::new(Troubled { phone, faults: Arc::clone(&faults), fails_at_once: true }), None);
    let ended = rig.hunting(&explore::ExploreSettings::default(), 2500).run(&fleet, &mut |_: Update<'_>| {});
    drop(fleet);
    (ended.unwrap(), faults.load(Ordering::Relaxed))
}

fn rigs(faults: impl Fn(&[Fault]) -> Faults) -> impl Iterator<Item = Rig> {
    apps::all().into_iter().map(move |app| Rig::new(app, faults(app.manifest.faults), 1))
}

#[test]
fn on_good_apps_faults_of_the_phone_are_no_findings() {
    let mut all = 0;
    for (seed, rig) in (1..).zip(rigs(|_| Faults::NONE)) {
        let (ended, faults) = hunt(&rig, seed);
        let sentences: Vec<&str> =
            ended.findings.iter().map(|found| found.suspicion.sentence.as_str()).collect();
        assert_ne!(ended.verdict, Verdict::Findings, "{}: {sentences:?}", rig.name());
        assert!(ended.tally.health.begun_again > 0, "nothing is told of {faults} faults");
        all += faults;
    }
    assert!(all >= 500, "only {all} faults");
}

#[test]
fn what_comes_back_from_a_clean_start_is_true_whatever_the_phone_does() {
    let mut found = 0;
    for (seed, rig) in (1..).zip(rigs(Faults::all)) {
        let (ended, _) = hunt(&rig, seed);
        for finding in ended.findings.iter().filter(|finding| finding.is_confirmed()) {
            // The history of others may hold what the phone did by itself; they are told as coming from a snapshot only.
            if finding.confirmed.from == ReplayedFrom::CleanStart {
                let blamed = blame(&rig, &finding.acts, &finding.suspicion.fingerprint);
                assert!(matches!(blamed, Blame::Of(_)), "{}: {}", rig.name(), finding.suspicion.sentence);
                found += 1;
            }
        }
    }
    assert!(found >= 9, "only {found} findings");
}
