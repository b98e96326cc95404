//! A line as a picture.

use std::fmt::Write as _;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 240.0;
const MARGIN: f64 = 60.0;

/// An SVG picture of values over numbers that grow, from zero up; axes are named by what they count.
pub fn plot(points: &[(u64, f64)], across: &str, up: &str) -> String {
    let (last, most) = points.iter().fold((1, 1.0), |(x, y), &point| (point.0.max(x), point.1.max(y)));
    let x = |value: u64| MARGIN + value as f64 / last as f64 * WIDTH;
    let y = |value: f64| MARGIN + HEIGHT - value / most * HEIGHT;
    let mut line = String::new();
    for &(number, value) in points {
        let _ = write!(line, "{:.1},{:.1} ", x(number), y(value));
    }
    let (bottom, right) = (MARGIN + HEIGHT, MARGIN + WIDTH);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{}" font-family="sans-serif" font-size="13">
<rect width="100%" height="100%" fill="#fff"/>
<path d="M{MARGIN} {MARGIN}V{bottom}H{right}" fill="none" stroke="#888"/>
<polyline points="{}" fill="none" stroke="#1769aa" stroke-width="2"/>
<g fill="#333"><text x="{MARGIN}" y="{}">{up}, at most {most:.0}</text>
<text x="{right}" y="{}" text-anchor="end">{last} {across}</text>
<text x="{}" y="{bottom}" text-anchor="end">0</text></g>
</svg>
"##,
        WIDTH + 2.0 * MARGIN,
        HEIGHT + 2.0 * MARGIN,
        line.trim_end(),
        MARGIN - 12.0,
        bottom + 20.0,
        MARGIN - 6.0,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_goes_from_corner_to_corner() {
        let picture = plot(&[(0, 0.0), (50, 20.0), (100, 40.0)], "events", "MB");
        assert!(picture.contains(r#"points="60.0,300.0 380.0,180.0 700.0,60.0""#), "{picture}");
        assert!(picture.contains("MB, at most 40") && picture.contains("100 events"));
    }
}
