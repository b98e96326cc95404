//! How far the colours of two pictures are apart.

use std::sync::OnceLock;

use crate::Image;
use crate::transport;

/// Bins of each channel.
const BINS: usize = 32;
/// Bins of each channel in the paper's variant.
const COARSE: usize = 4;

/// The earth mover's distance of two pictures' colours in Oklab, where equal distances look equally far: the mean over lightness
/// and both colour axes, each in 32 bins, 0 for the same colours and 1 for black against white on all of them.
pub fn perceived(reference: &Image, test: &Image) -> f64 {
    let (one, other) = (channels(reference), channels(test));
    let far: f64 = one.iter().zip(&other).map(|(one, other)| along_line(one, other)).sum();
    far / (3.0 * (BINS - 1) as f64)
}

/// The earth mover's distance of histograms in red, green and blue of 4 x 4 x 4 bins, as the paper has it, in bins: what `OpenCV`'s
/// `EMD` says to both histograms with the distance of bins for a ground.
pub fn rgb(reference: &Image, test: &Image) -> f64 {
    let bins = |image: &Image| {
        let mut bins = vec![0.0; COARSE * COARSE * COARSE];
        let many = image.pixels().len().max(1) as f64;
        for [red, green, blue] in image.pixels() {
            let bin = |value: u8| usize::from(value) * COARSE / 256;
            bins[(bin(red) * COARSE + bin(green)) * COARSE + bin(blue)] += 1.0 / many;
        }
        bins
    };
    let place = |at: usize| [at / (COARSE * COARSE), at / COARSE % COARSE, at % COARSE].map(|at| at as f64);
    let far = |one: usize, other: usize| {
        let (one, other) = (place(one), place(other));
        (0..3).map(|axis| (one[axis] - other[axis]).powi(2)).sum::<f64>().sqrt()
    };
    transport::cost(&bins(reference), &bins(test), far)
}

/// The earth mover's distance of two histograms of the same mass on a line, in bins: the sum of the differences of their running sums.
pub fn along_line(one: &[f64], other: &[f64]) -> f64 {
    let (mut run, mut sum) = (0.0, 0.0);
    for (one, other) in one.iter().zip(other) {
        run += one - other;
        sum += f64::abs(run);
    }
    sum
}

/// The shares of pixels by lightness, green to red, blue to yellow.
fn channels(image: &Image) -> [[f64; BINS]; 3] {
    let mut channels = [[0.0; BINS]; 3];
    let share = 1.0 / image.pixels().len().max(1) as f64;
    let mut last = ([0; 3], bins_of([0; 3]));
    for pixel in image.pixels() {
        // Most pixels of a screen are like the one before.
        if pixel != last.0 {
            last = (pixel, bins_of(pixel));
        }
        for (channel, &bin) in channels.iter_mut().zip(&last.1) {
            channel[bin] += share;
        }
    }
    channels
}

fn bins_of(pixel: [u8; 3]) -> [usize; 3] {
    let [lightness, green_red, blue_yellow] = oklab(pixel);
    // The colour axes of what a screen can show lie within 0.4 on either side.
    let bin = |value: f64| ((value * BINS as f64) as usize).min(BINS - 1);
    [bin(lightness), bin((green_red + 0.4) / 0.8), bin((blue_yellow + 0.4) / 0.8)]
}

/// A colour in Oklab: lightness, green to red, blue to yellow (Ottosson 2020).
pub fn oklab(pixel: [u8; 3]) -> [f64; 3] {
    let linear = linear();
    let [red, green, blue] = pixel.map(|value| linear[usize::from(value)]);
    let long = (0.412_221_470_8 * red + 0.536_332_536_3 * green + 0.051_445_992_9 * blue).cbrt();
    let middle = (0.211_903_498_2 * red + 0.680_699_545_1 * green + 0.107_396_956_6 * blue).cbrt();
    let short = (0.088_302_461_9 * red + 0.281_718_837_6 * green + 0.629_978_700_5 * blue).cbrt();
    [
        0.210_454_255_3 * long + 0.793_617_785_0 * middle - 0.004_072_046_8 * short,
        1.977_998_495_1 * long - 2.428_592_205_0 * middle + 0.450_593_709_9 * short,
        0.025_904_037_1 * long + 0.782_771_766_2 * middle - 0.808_675_766_0 * short,
    ]
}

/// How much two colours stand out from each other, 1 to 21, as WCAG 2 counts it.
pub fn contrast(one: [u8; 3], other: [u8; 3]) -> f64 {
    let luminance = |pixel: [u8; 3]| {
        let [red, green, blue] = pixel.map(|value| linear()[usize::from(value)]);
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    };
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// How much light each value of sRGB stands for.
fn linear() -> &'static [f64; 256] {
    static LINEAR: OnceLock<[f64; 256]> = OnceLock::new();
    LINEAR.get_or_init(|| {
        std::array::from_fn(|value| {
            let value = value as f64 / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flat(pixel: [u8; 3]) -> Image {
        Image::new(2, 2, [pixel[0], pixel[1], pixel[2], 255].repeat(4)).unwrap()
    }

    #[test]
    fn colours_lie_where_the_paper_on_oklab_has_them() {
        let near = |found: [f64; 3], expected: [f64; 3]| {
            found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-3)
        };
        assert!(near(oklab([255, 255, 255]), [1.0, 0.0, 0.0]));
        assert!(near(oklab([255, 0, 0]), [0.628, 0.225, 0.126]));
        assert!(near(oklab([0, 0, 255]), [0.452, -0.032, -0.312]));
    }

    #[test]
    fn what_nobody_sees_is_near_and_what_everybody_sees_is_far() {
        assert_eq!(perceived(&flat([9, 9, 9]), &flat([9, 9, 9])), 0.0);
        let unseen = perceived(&flat([250, 250, 250]), &flat([252, 252, 252]));
        let seen = perceived(&flat([250, 250, 250]), &flat([200, 30, 30]));
        assert!(unseen < 0.02 && seen > 0.1, "{unseen} {seen}");
        assert!((perceived(&flat([0; 3]), &flat([255; 3])) - 1.0 / 3.0).abs() < 0.02);
    }

    #[test]
    fn the_papers_variant_counts_bins() {
        assert_eq!(rgb(&flat([0; 3]), &flat([0; 3])), 0.0);
        assert!((rgb(&flat([0; 3]), &flat([255; 3])) - 27.0_f64.sqrt()).abs() < 1e-9);
        assert!((rgb(&flat([0; 3]), &flat([0, 0, 64])) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn contrast_is_as_wcag_counts_it() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
        assert!((contrast([119, 119, 119], [255; 3]) - 4.48).abs() < 0.01);
        assert_eq!(contrast([7; 3], [7; 3]), 1.0);
    }
}
