//! Whether a text was cut off with dots.

use crate::Image;
use crate::proportions::ground_and_ink;

/// Whether the last line of a text ends in three dots at its foot, at its right end or its left one: what phones draw where a text
/// has no room. Mistaken on texts that say so themselves.
pub fn ends_in_dots(image: &Image) -> bool {
    let Some((_, inked)) = ground_and_ink(image) else { return false };
    let width = image.width();
    let rows: Vec<&[bool]> = inked.chunks_exact(width.max(1)).collect();
    let Some(line) = runs(&rows, |row| row.contains(&true)).pop() else { return false };
    let line = &rows[line.0..line.1];
    let columns: Vec<usize> = (0..width).collect();
    let letters = runs(&columns, |&column| line.iter().any(|row| row[column]));
    let (Some(last), Some(first)) = (letters.last_chunk::<3>(), letters.first_chunk::<3>()) else {
        return false;
    };
    [last, first].into_iter().any(|three| are_dots(three, line))
}

/// Whether three letters of a line are small, alike, as far from each other, and at its foot.
fn are_dots(three: &[(usize, usize); 3], line: &[&[bool]]) -> bool {
    let most = (line.len() / 4).max(2);
    let is_dot = |&(from, to): &(usize, usize)| {
        let inked = |row: &&[bool]| row[from..to].contains(&true);
        let top = line.iter().position(&inked).unwrap_or(0);
        let bottom = line.iter().rposition(inked).unwrap_or(0);
        to - from <= most && bottom + 1 - top <= most && top >= line.len() / 2
    };
    let near = |one: usize, other: usize| one.abs_diff(other) <= 1 + one.min(other) / 4;
    let [one, two, three] = *three;
    let alike = near(one.1 - one.0, two.1 - two.0) && near(two.1 - two.0, three.1 - three.0);
    [one, two, three].iter().all(is_dot) && alike && near(two.0 - one.0, three.0 - two.0) && line.len() >= 6
}

/// The runs of things of which something holds, from the first to behind the last.
fn runs<T>(things: &[T], holds: impl Fn(&T) -> bool) -> Vec<(usize, usize)> {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for (at, _) in things.iter().enumerate().filter(|(_, thing)| holds(thing)) {
        match runs.last_mut() {
            Some(run) if run.1 == at => run.1 = at + 1,
            _ => runs.push((at, at + 1)),
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture of letters: `#` is ink.
    fn check(rows: &[&str], expected: bool) {
        let (width, height) = (rows[0].len() as u32 + 2, rows.len() as u32 + 2);
        let mut rgba = vec![255; (width * height * 4) as usize];
        for (row, letters) in rows.iter().enumerate() {
            for (column, _) in letters.bytes().enumerate().filter(|(_, letter)| *letter == b'#') {
                rgba[((row + 1) * width as usize + column + 1) * 4] = 0;
            }
        }
        assert_eq!(ends_in_dots(&Image::new(width, height, rgba).unwrap()), expected, "{rows:#?}");
    }

    #[test]
    fn three_dots_at_the_foot_are_told_from_letters() {
        check(&["# #       ", "# #       ", "###       ", "# #       ", "# #       ", "# #  # # #"], true);
        check(&["# #      #", "# #       ", "###      #", "# #      #", "# #      #", "# #  # # #"], false);
        check(&["# # #", "# # #", "# # #", "# # #", "# # #", "# # #"], false);
        check(&["     "], false);
    }
}
