//! What is asked of `monkey`.

/// How many kinds of events there are.
pub(super) const KINDS: usize = 12;

/// The share of each kind in percent, as Android has them: touch, motion, pinch, trackball, rotation, permission, navigation, major
/// navigation, system keys, app switch, keyboard flip, anything.
const SHARES: [f32; KINDS] = [15.0, 10.0, 2.0, 15.0, 0.0, 0.0, 25.0, 15.0, 2.0, 2.0, 1.0, 13.0];

/// The option of each kind.
const SHARE_OPTIONS: [&str; KINDS] = [
    "--pct-touch",
    "--pct-motion",
    "--pct-pinchzoom",
    "--pct-trackball",
    "--pct-rotation",
    "--pct-permission",
    "--pct-nav",
    "--pct-majornav",
    "--pct-syskeys",
    "--pct-appswitch",
    "--pct-flip",
    "--pct-anyevent",
];

/// The most events of one run.
const MAX_EVENTS: u64 = 10_000_000;

/// What is asked of `monkey`.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Options {
    pub(super) packages: Vec<String>,
    pub(super) categories: Vec<String>,
    /// 0 lets the phone's clock choose.
    pub(super) seed: i64,
    pub(super) verbose: u32,
    pub(super) throttle_ms: u64,
    pub(super) randomize_throttle: bool,
    pub(super) app_switch_delay_ms: u64,
    pub(super) ignore_crashes: bool,
    pub(super) ignore_timeouts: bool,
    pub(super) ignore_native_crashes: bool,
    pub(super) monitor_native_crashes: bool,
    pub(super) no_events: bool,
    /// The share of each kind that someone has set.
    shares: [Option<f32>; KINDS],
    pub(super) count: u64,
}

impl Options {
    /// Reads the arguments. `Err` is what Android prints, before its usage.
    pub(super) fn parse(args: &[String]) -> Result<Options, String> {
        let mut options = Options::default();
        let mut args = args.iter().map(String::as_str);
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or(format!("** Error: Option '{arg}' needs a value"));
            let number = |text: &str| {
                text.parse::<i64>().map_err(|_| {
                    format!("** Error: java.lang.NumberFormatException: For input string: \"{text}\"")
                })
            };
            match arg {
                "-p" => options.packages.push(value()?.to_owned()),
                "-c" => options.categories.push(value()?.to_owned()),
                "-s" => options.seed = number(value()?)?,
                "-v" => options.verbose += 1,
                "--throttle" => options.throttle_ms = number(value()?)?.unsigned_abs(),
                "--delay-appswitch" => options.app_switch_delay_ms = number(value()?)?.unsigned_abs(),
                "--randomize-throttle" => options.randomize_throttle = true,
                "--ignore-crashes" => options.ignore_crashes = true,
                "--ignore-timeouts" => options.ignore_timeouts = true,
                "--ignore-native-crashes" => options.ignore_native_crashes = true,
                "--monitor-native-crashes" => options.monitor_native_crashes = true,
                "--dbg-no-events" => options.no_events = true,
                // No app here throws one, writes a heap to disk, or outlives its error.
                "--ignore-security-exceptions"
                | "--kill-process-after-error"
                | "--hprof"
                | "--sort-app-list" => {}
                share if SHARE_OPTIONS.contains(&share) => {
                    let kind = SHARE_OPTIONS.iter().position(|known| *known == share).unwrap_or(0);
                    options.shares[kind] = Some(number(value()?)? as f32);
                }
                unknown if unknown.starts_with('-') => {
                    return Err(format!("** Error: Unknown option: {unknown}"));
                }
                count => {
                    options.count =
                        count.parse().map_err(|_| "** Error: Count is not a number".to_owned())?;
                    options.count = options.count.min(MAX_EVENTS);
                    return Ok(options);
                }
            }
        }
        Err("** Error: Count not specified".to_owned())
    }

    /// The shares in percent: those set stay, the others shrink or grow to fill up the hundred.
    pub(super) fn shares(&self) -> Result<[f32; KINDS], &'static str> {
        let set: f32 = self.shares.iter().flatten().sum();
        // A default of zero counts as set, which is why Android prints it as minus zero.
        let others = self.shares.iter().zip(SHARES).filter(|(set, share)| set.is_none() && *share > 0.0);
        let rest: f32 = others.map(|(_, share)| share).sum();
        if set > 100.0 {
            return Err("** Event weights > 100%");
        }
        if rest == 0.0 && !(99.9..=100.1).contains(&set) {
            return Err("** Event weights != 100%");
        }
        let adjustment = (100.0 - set) / rest;
        let mut shares = SHARES;
        for (share, set) in shares.iter_mut().zip(self.shares) {
            *share = match set {
                Some(set) => set,
                None if *share > 0.0 => *share * adjustment,
                None => -0.0,
            };
        }
        Ok(shares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(args: &str) -> Result<Options, String> {
        Options::parse(&args.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn shares_fill_up_the_hundred_as_androids_do() {
        let shares = parse("-p a.b --pct-touch 70 --pct-motion 20 -v 1000").unwrap().shares().unwrap();
        let told: Vec<String> = shares.iter().map(|share| format!("{share:?}")).collect();
        let recorded = [
            "70.0",
            "20.0",
            "0.26666668",
            "2.0",
            "-0.0",
            "-0.0",
            "3.3333335",
            "2.0",
            "0.26666668",
            "0.26666668",
            "0.13333334",
            "1.7333335",
        ];
        assert_eq!(told, recorded);
        assert_eq!(parse("--pct-touch 101 5").unwrap().shares(), Err("** Event weights > 100%"));
    }

    #[test]
    fn what_is_missing_or_unknown_is_said() {
        assert_eq!(parse("-p a.b").unwrap_err(), "** Error: Count not specified");
        assert_eq!(parse("--wrong 5").unwrap_err(), "** Error: Unknown option: --wrong");
        assert_eq!(parse("-p a.b x").unwrap_err(), "** Error: Count is not a number");
        assert!(parse("-s x 5").is_err());
    }
}
