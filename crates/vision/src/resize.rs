//! Pictures in another size, as Pillow makes them: Lanczos over three lobes, in whole numbers.

use crate::Image;

/// Bits behind the point of a weight.
const BITS: u32 = 32 - 8 - 2;

/// The picture in another size, pixel for pixel as Pillow's `resize(size, LANCZOS)` of its red, green and blue.
pub(crate) fn resize(image: &Image, width: usize, height: usize) -> Image {
    if (image.width(), image.height()) == (width, height) {
        return image.clone();
    }
    let (from_width, from_height) = (image.width(), image.height());
    // Pillow passes over a direction in which nothing changes.
    let wide = if width == from_width {
        image.bytes().to_vec()
    } else {
        let taps = taps(from_width, width);
        let mut out = vec![0; width * from_height * 4];
        for row in 0..from_height {
            let source = &image.bytes()[row * from_width * 4..][..from_width * 4];
            for (at, tap) in taps.iter().enumerate() {
                let pixel = tap.over(|place, channel| source[place * 4 + channel]);
                out[(row * width + at) * 4..][..4].copy_from_slice(&pixel);
            }
        }
        out
    };
    let high = if height == from_height {
        wide
    } else {
        let taps = taps(from_height, height);
        let mut out = vec![0; width * height * 4];
        for (row, tap) in taps.iter().enumerate() {
            for at in 0..width {
                let pixel = tap.over(|place, channel| wide[(place * width + at) * 4 + channel]);
                out[(row * width + at) * 4..][..4].copy_from_slice(&pixel);
            }
        }
        out
    };
    Image::new(width as u32, height as u32, high).unwrap_or_else(|| image.clone())
}

/// From which pixels a pixel is made, and how much of each.
struct Tap {
    first: usize,
    weights: Vec<i32>,
}

impl Tap {
    fn over(&self, source: impl Fn(usize, usize) -> u8) -> [u8; 4] {
        let mut pixel = [255; 4];
        for (channel, value) in pixel.iter_mut().enumerate().take(3) {
            let begin = 1_i64 << (BITS - 1);
            let sum = (self.first..).zip(&self.weights).fold(begin, |sum, (place, &weight)| {
                sum + i64::from(source(place, channel)) * i64::from(weight)
            });
            *value = (sum >> BITS).clamp(0, 255) as u8;
        }
        pixel
    }
}

fn taps(from: usize, to: usize) -> Vec<Tap> {
    let scale = from as f64 / to as f64;
    let wider = scale.max(1.0);
    let reach = 3.0 * wider;
    let tap = |at: usize| {
        let center = (at as f64 + 0.5) * scale;
        let first = ((center - reach + 0.5) as i64).max(0) as usize;
        let end = ((center + reach + 0.5) as usize).min(from);
        let weights: Vec<f64> =
            (first..end).map(|place| lanczos((place as f64 - center + 0.5) / wider)).collect();
        let sum: f64 = weights.iter().sum();
        let whole = |weight: &f64| {
            let scaled = weight / sum * f64::from(1_u32 << BITS);
            (if scaled < 0.0 { scaled - 0.5 } else { scaled + 0.5 }) as i32
        };
        Tap { first, weights: weights.iter().map(whole).collect() }
    };
    (0..to).map(tap).collect()
}

fn lanczos(x: f64) -> f64 {
    let sinc = |x: f64| {
        let x = x * std::f64::consts::PI;
        if x == 0.0 { 1.0 } else { x.sin() / x }
    };
    if (-3.0..3.0).contains(&x) { sinc(x) * sinc(x / 3.0) } else { 0.0 }
}
