//! Pocket phones: what is installed, whether they go back in time, what keeps an app in.

use pocket::{Criu, Kit};

use super::Findings;

/// Whether an APK can be tested without a phone.
pub(super) fn check(findings: &mut Findings) {
    let (cache, usual) = (Kit::cache_folder(), pocket::Profile::default());
    match Kit::find(&cache, usual.kind.api) {
        Ok(_) => {
            let levels: Vec<String> =
                Kit::installed(&cache).iter().map(|api| api.level.to_string()).collect();
            findings.fine("pocket phones", format_args!("installed, with API level {}", levels.join(", ")));
            findings.pocket_usable = true;
            time_travel(findings);
            cell(findings);
            for api in Kit::installed(&cache).into_iter().filter(|api| !api.is_whole(&cache)) {
                let remedy = format!("`oddity pocket install --api {}` fetches it again", api.level);
                findings.broken(
                    format!("framework of API level {}", api.level),
                    "damaged: its files are not as they were fetched",
                    remedy,
                );
                findings.pocket_usable &= api.level != usual.kind.api;
            }
        }
        Err(error) => {
            let remedy = format!("only needed to test an .apk without a phone: {}", error.remedy());
            let found = error.to_string();
            findings.poor(
                "pocket phones",
                found.strip_prefix("pocket phones are ").unwrap_or(&found),
                remedy,
            );
        }
    }
}

/// Whether pocket phones can go back in time.
fn time_travel(findings: &mut Findings) {
    match Criu::find() {
        Ok(_) => findings.fine("pocket snapshots", "CRIU works"),
        Err(why) => {
            let remedy = "optional, makes pocket phones quicker: install CRIU 4 or newer and run as root; ODDITY_CRIU may \
                          name the program";
            findings.poor("pocket snapshots", why, remedy);
        }
    }
}

/// What keeps the app of a pocket phone in.
fn cell(findings: &mut Findings) {
    match pocket::Layers::find() {
        Ok(layers) => findings.fine("cell of pocket phones", layers.in_words()),
        Err(why) => {
            findings.has_no_cell = true;
            let remedy =
                "allow user namespaces or Landlock, or be root; an app without a cell takes `--unconfined`";
            findings.poor("cell of pocket phones", why, remedy);
        }
    }
}
