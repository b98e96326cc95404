//! What pyssim calls CW-SSIM.

use std::sync::OnceLock;

use crate::Image;
use crate::resize::resize;

/// How many scales of the wavelet there are.
const SCALES: usize = 30;
/// The wavelet is taken to be zero beyond this, on either side.
const REACH: f64 = 8.0;
/// In how many points it is known.
const POINTS: usize = 1 << 12;
/// So many pixels are compared at a time; where both pictures are the same around them, they need not be.
const BLOCK: usize = 512;
/// pyssim's constant.
const K: f64 = 0.01;

/// CW-SSIM as pyssim 0.7 computes it, within 1e-6. The second picture is brought to the size of the first one.
///
/// Its two factors cancel to the mean of `(2|sum ab| + k) / (sum a² + sum b² + k)`. A wavelet of the picture is the integrated
/// wavelet of its first differences, of which few are not zero on screens; and where both pictures have the same ones within
/// reach, the pixels count as 1.
pub fn pyssim(reference: &Image, test: &Image) -> f64 {
    let test = resize(test, reference.width(), reference.height());
    let (one, other) = (steps(&reference.grey().pixels), steps(&test.grey().pixels));
    let pixels = one.len() - 1;
    if pixels == 0 {
        return 1.0;
    }
    let kernels = kernels();
    let reach = kernels.last().map_or(0, |kernel| kernel.len() / 2 + 2);
    let mut sum = 0.0;
    let mut rooms = [[0.0; BLOCK]; 2];
    let mut product = [0.0; BLOCK];
    let mut squares = [0.0; BLOCK];
    for first in (0..pixels).step_by(BLOCK) {
        let end = (first + BLOCK).min(pixels);
        let (from, to) = (first.saturating_sub(reach), (end + reach).min(one.len()));
        if one[from..to] == other[from..to] {
            sum += (end - first) as f64;
            continue;
        }
        let changed = |steps: &[i16]| -> Vec<(usize, f64)> {
            let within = steps[from..to].iter().enumerate();
            within.filter(|(_, step)| **step != 0).map(|(at, &step)| (from + at, f64::from(step))).collect()
        };
        let (there, here) = (changed(&one), changed(&other));
        product[..end - first].fill(0.0);
        squares[..end - first].fill(0.0);
        for kernel in kernels {
            let [a, b] = &mut rooms;
            convolve(&there, kernel, first, &mut a[..end - first]);
            convolve(&here, kernel, first, &mut b[..end - first]);
            for at in 0..end - first {
                product[at] += a[at] * b[at];
                squares[at] += a[at] * a[at] + b[at] * b[at];
            }
        }
        sum += product[..end - first]
            .iter()
            .zip(&squares[..end - first])
            .map(|(product, squares)| (2.0 * product.abs() + K) / (squares + K))
            .sum::<f64>();
    }
    sum / pixels as f64
}

/// The first differences of the pixels between two zeros: one more than there are pixels.
fn steps(pixels: &[u8]) -> Vec<i16> {
    let mut before = 0;
    let mut steps = Vec::with_capacity(pixels.len() + 1);
    for &pixel in pixels {
        steps.push(i16::from(pixel) - before);
        before = i16::from(pixel);
    }
    steps.push(-before);
    steps
}

/// The wavelet's coefficients for the pixels from `first` on: those steps that reach them, each weighted.
fn convolve(changed: &[(usize, f64)], kernel: &[f64], first: usize, out: &mut [f64]) {
    out.fill(0.0);
    // As NumPy's: the whole convolution, of which pywt cuts the middle.
    let cut = (kernel.len() - 1) / 2;
    for &(at, step) in changed {
        // Coefficient n is the sum over steps at m of step[m] * kernel[n + cut - m].
        let (begin, end) =
            ((at.saturating_sub(cut)).max(first), (at + kernel.len() - cut).min(first + out.len()));
        if begin >= end {
            continue;
        }
        let taps = &kernel[begin + cut - at..end + cut - at];
        for (out, tap) in out[begin - first..end - first].iter_mut().zip(taps) {
            *out += step * tap;
        }
    }
}

/// The integrated Mexican hat at each scale, as pywt samples it, with pywt's weight.
fn kernels() -> &'static [Vec<f64>] {
    static KERNELS: OnceLock<Vec<Vec<f64>>> = OnceLock::new();
    KERNELS.get_or_init(|| {
        let step = 2.0 * REACH / (POINTS - 1) as f64;
        let hat = |x: f64| {
            let weight = 2.0 / (3.0_f64.sqrt() * std::f64::consts::PI.powf(0.25));
            (1.0 - x * x) * (-x * x / 2.0).exp() * weight
        };
        let mut sum = 0.0;
        let integral: Vec<f64> = (0..POINTS)
            .map(|at| {
                sum += hat(-REACH + at as f64 * step);
                sum * step
            })
            .collect();
        let of_scale = |scale: usize| {
            let scale = scale as f64;
            // As pywt counts: every point of 0, 1, 2, ... up to the scaled width.
            let many = (scale * 2.0 * REACH + 1.0).ceil() as usize;
            let places = (0..many).map(|at| (at as f64 / (scale * step)) as usize);
            let mut kernel: Vec<f64> =
                places.filter(|&place| place < POINTS).map(|place| -scale.sqrt() * integral[place]).collect();
            kernel.reverse();
            kernel
        };
        (1..=SCALES).map(of_scale).collect()
    })
}
