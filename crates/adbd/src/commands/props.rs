//! `getprop` and `setprop`.

use std::collections::BTreeMap;
use std::io::Write;

use super::{Call, Outcome};

/// The most properties that someone may set.
const MAX_PROPS: usize = 1024;

/// Longer values are refused by Android too, unless they are read-only.
const MAX_VALUE_BYTES: usize = 92;

/// `getprop [NAME [DEFAULT]]`.
pub(super) fn getprop(call: &mut Call<'_>) -> Outcome {
    let set = call.phone.memory(|memory| memory.props.clone());
    if call.args.is_empty() {
        let built_in =
            call.phone.build().props().iter().map(|(name, value)| ((*name).to_owned(), value.clone()));
        let all: BTreeMap<String, String> = built_in.chain(set).collect();
        for (name, value) in all {
            writeln!(call.out, "[{name}]: [{value}]")?;
        }
        return Ok(0);
    }
    let name = call.arg(0);
    let value = set.get(name).map_or(call.phone.build().prop(name), String::as_str);
    let value = if value.is_empty() { call.arg(1) } else { value };
    writeln!(call.out, "{value}")?;
    Ok(0)
}

/// `setprop NAME VALUE`, for what the shell's user may set.
pub(super) fn setprop(call: &mut Call<'_>) -> Outcome {
    let [name, value] = call.args else {
        writeln!(call.err, "setprop: usage: setprop NAME VALUE")?;
        return Ok(1);
    };
    let allowed = ["debug.", "persist.", "log.", "oddity."].iter().any(|prefix| name.starts_with(prefix));
    let fits = value.len() < MAX_VALUE_BYTES && call.phone.memory(|memory| memory.props.len() < MAX_PROPS);
    if !allowed || !fits {
        writeln!(call.err, "Failed to set property '{name}' to '{value}'.\nSee dmesg for error reason.")?;
        return Ok(1);
    }
    call.phone.memory(|memory| memory.props.insert(name.clone(), value.clone()));
    Ok(0)
}
