//! The shapes in which apps show what was typed.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;

/// A text as it is, as part of an address (a blank as `%20` or as `+`), and in Base64 wherever it begins among its bytes.
pub(crate) fn forms_of(text: &str) -> Vec<String> {
    let mut forms = vec![text.to_owned(), in_address(text, "%20"), in_address(text, "+")];
    // Three bytes become four letters; those that a neighbour has a share in are left out.
    for before in 0..3 {
        let bytes = [&vec![0; before][..], text.as_bytes()].concat();
        let whole = bytes.len() / 3 * 4;
        let coded = STANDARD_NO_PAD.encode(&bytes);
        let own = coded.get([0, 2, 3][before]..whole).unwrap_or_default();
        if own.len() >= 8 {
            forms.push(own.to_owned());
        }
    }
    forms.sort();
    forms.dedup();
    forms
}

fn in_address(text: &str, blank: &str) -> String {
    text.bytes().fold(String::new(), |mut address, byte| {
        match byte {
            b' ' => address.push_str(blank),
            b'-' | b'.' | b'_' | b'~' => address.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => address.push(char::from(byte)),
            // Writing to a string cannot fail.
            byte => drop(write!(address, "%{byte:02X}")),
        }
        address
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_many_shapes() {
        let forms = forms_of("a b/ünd9");
        for form in ["a b/ünd9", "a%20b%2F%C3%BCnd9", "a+b%2F%C3%BCnd9"] {
            assert!(forms.iter().any(|known| known == form), "{forms:?}");
        }
        let secret = "S3cr3t-Hunter2!zq";
        for before in ["", "u", "us", "user:"] {
            let shown = STANDARD_NO_PAD.encode(format!("{before}{secret} and more"));
            let known = forms_of(secret).into_iter().filter(|form| form.len() >= 8);
            assert!(known.into_iter().any(|form| shown.contains(&form)), "{before}: {shown}");
        }
    }
}
