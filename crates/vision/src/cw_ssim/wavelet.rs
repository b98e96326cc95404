//! CW-SSIM of the literature.

use crate::Image;
use crate::resize::resize;

/// How many octaves are looked at; each halves the picture.
const OCTAVES: usize = 2;
/// Half the length of the filters.
const HALF: usize = 4;
/// Pixels for one wave of the band-pass filter.
const WAVE: f32 = 5.0;
/// Standard deviation of the filters.
const SIGMA: f32 = 2.0;
/// The side of the windows over which coefficients are compared.
const WINDOW: usize = 7;
/// Keeps flat regions from counting as different: grey levels are 0 to 1.
const K: f32 = 1e-4;

/// A filter with its real and imaginary part.
type Filter = [(f32, f32); 2 * HALF + 1];

/// CW-SSIM as Wang and Simoncelli define it: over windows of complex wavelet coefficients, the mean of
/// `(2|sum a b*| + k) / (sum |a|² + sum |b|² + k)`. A small shift turns all phases of a window alike, which changes nothing.
///
/// The wavelets are complex Gabor filters, separable, in four directions and two octaves. The second picture is brought to the size of
/// the first one.
pub fn wavelet(reference: &Image, test: &Image) -> f64 {
    let test = resize(test, reference.width(), reference.height());
    if reference == &test {
        return 1.0;
    }
    let mut there = Plane::of(reference);
    let mut here = Plane::of(&test);
    let (mut sum, mut many) = (0.0, 0.0);
    for octave in 0..OCTAVES {
        for direction in 0..4 {
            let (one, other) = (there.band(direction), here.band(direction));
            sum += alike(&one, &other);
            many += 1.0;
        }
        if octave + 1 < OCTAVES {
            (there, here) = (there.half(), here.half());
        }
    }
    sum / many
}

/// Numbers in rows.
struct Plane {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

/// Complex coefficients in rows.
struct Band {
    width: usize,
    height: usize,
    values: Vec<(f32, f32)>,
}

impl Plane {
    fn of(image: &Image) -> Plane {
        let grey = image.grey();
        let values = grey.pixels.iter().map(|&pixel| f32::from(pixel) / 255.0).collect();
        Plane { width: grey.width, height: grey.height, values }
    }

    /// Half as wide and high, each pixel the mean of four.
    fn half(&self) -> Plane {
        let (width, height) = (self.width.div_ceil(2), self.height.div_ceil(2));
        let mut values = Vec::with_capacity(width * height);
        for row in 0..height {
            let (upper, lower) = (2 * row, (2 * row + 1).min(self.height - 1));
            for column in 0..width {
                let (left, right) = (2 * column, (2 * column + 1).min(self.width - 1));
                let at = |row: usize, column: usize| self.values[row * self.width + column];
                values.push((at(upper, left) + at(upper, right) + at(lower, left) + at(lower, right)) / 4.0);
            }
        }
        Plane { width, height, values }
    }

    /// The coefficients of waves across, down, and along both diagonals; every second of them, which is all there is to know.
    fn band(&self, direction: usize) -> Band {
        let (low, wave) = filters();
        let conjugate = wave.map(|(real, imaginary)| (real, -imaginary));
        let (across, down) = match direction {
            0 => (&wave, &low),
            1 => (&low, &wave),
            2 => (&wave, &wave),
            _ => (&wave, &conjugate),
        };
        let width = self.width.div_ceil(2);
        let mut rows = Vec::with_capacity(width * self.height);
        let mut padded = vec![0.0; self.width + 2 * HALF];
        for row in self.values.chunks_exact(self.width.max(1)) {
            padded[HALF..HALF + self.width].copy_from_slice(row);
            padded[..HALF].fill(row[0]);
            padded[HALF + self.width..].fill(row[self.width - 1]);
            rows.extend((0..width).map(|column| {
                let (mut real, mut imaginary) = (0.0, 0.0);
                for (value, tap) in padded[2 * column..].iter().zip(across) {
                    real += value * tap.0;
                    imaginary += value * tap.1;
                }
                (real, imaginary)
            }));
        }
        let height = self.height.div_ceil(2);
        let mut values = vec![(0.0, 0.0); width * height];
        for row in 0..height {
            let out = &mut values[row * width..(row + 1) * width];
            for (tap, weight) in down.iter().enumerate() {
                let from = (2 * row + tap).saturating_sub(HALF).min(self.height - 1);
                for (out, value) in out.iter_mut().zip(&rows[from * width..(from + 1) * width]) {
                    out.0 += value.0 * weight.0 - value.1 * weight.1;
                    out.1 += value.0 * weight.1 + value.1 * weight.0;
                }
            }
        }
        Band { width, height, values }
    }
}

/// The mean over all windows.
fn alike(one: &Band, other: &Band) -> f64 {
    let (width, height) = (one.width, one.height);
    // Sums over windows by running sums: first down the columns, then along the row.
    let window = WINDOW.min(width).min(height);
    let mut columns = vec![[0.0_f64; 3]; width];
    let add = |columns: &mut Vec<[f64; 3]>, row: usize, sign: f64| {
        let range = row * width..(row + 1) * width;
        for ((a, b), column) in one.values[range.clone()].iter().zip(&other.values[range]).zip(columns) {
            column[0] += sign * f64::from(a.0 * b.0 + a.1 * b.1);
            column[1] += sign * f64::from(a.1 * b.0 - a.0 * b.1);
            column[2] += sign * f64::from(a.0 * a.0 + a.1 * a.1 + b.0 * b.0 + b.1 * b.1);
        }
    };
    let (mut sum, mut many) = (0.0, 0_usize);
    for row in 0..height {
        add(&mut columns, row, 1.0);
        if row >= window {
            add(&mut columns, row - window, -1.0);
        }
        if row + 1 < window {
            continue;
        }
        let mut running = [0.0; 3];
        for column in 0..width {
            for part in 0..3 {
                running[part] += columns[column][part];
                if column >= window {
                    running[part] -= columns[column - window][part];
                }
            }
            if column + 1 >= window {
                let product = (running[0] * running[0] + running[1] * running[1]).sqrt();
                sum += ((2.0 * product + f64::from(K)) / (running[2].max(0.0) + f64::from(K))).min(1.0);
                many += 1;
            }
        }
    }
    if many == 0 { 1.0 } else { sum / many as f64 }
}

/// A low-pass filter, and a wave under the same bell without a mean.
fn filters() -> (Filter, Filter) {
    let place = |at: usize| at as f32 - HALF as f32;
    let bell = |at: usize| (-place(at) * place(at) / (2.0 * SIGMA * SIGMA)).exp();
    let total: f32 = (0..2 * HALF + 1).map(bell).sum();
    let mut low: Filter = [(0.0, 0.0); 2 * HALF + 1];
    let mut wave = low;
    for at in 0..2 * HALF + 1 {
        let turn = 2.0 * std::f32::consts::PI * place(at) / WAVE;
        low[at] = (bell(at) / total, 0.0);
        wave[at] = (bell(at) * turn.cos() / total, bell(at) * turn.sin() / total);
    }
    let mean: f32 = wave.iter().map(|tap| tap.0).sum();
    for (at, tap) in wave.iter_mut().enumerate() {
        tap.0 -= mean * bell(at) / total;
    }
    (low, wave)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A grey ground with a dark box whose corner is here.
    fn boxed(left: usize, top: usize, side: usize) -> Image {
        let pixel = |at: usize| {
            let (column, row) = (at % 64, at / 64);
            let inside = (left..left + side).contains(&column) && (top..top + side).contains(&row);
            let shade = if inside { 30 } else { 220 };
            [shade, shade, shade, 255]
        };
        Image::new(64, 64, (0..64 * 64).flat_map(pixel).collect()).unwrap()
    }

    #[test]
    fn the_same_is_one_and_small_shifts_hardly_matter() {
        let reference = boxed(20, 20, 16);
        assert_eq!(wavelet(&reference, &reference), 1.0);
        let shifted = wavelet(&reference, &boxed(21, 20, 16));
        let elsewhere = wavelet(&reference, &boxed(40, 4, 16));
        let flat = wavelet(&reference, &boxed(0, 0, 0));
        assert!(shifted > 0.9 && shifted > elsewhere + 0.1, "{shifted} {elsewhere}");
        assert!(flat < 0.75, "{flat}");
    }

    #[test]
    fn pictures_of_any_size_can_be_compared() {
        for (width, height) in [(1, 1), (2, 9), (300, 1)] {
            let one = Image::new(width, height, vec![10; (width * height * 4) as usize]).unwrap();
            let value = wavelet(&one, &boxed(20, 20, 16));
            assert!((0.0..=1.0).contains(&value), "{width} x {height}: {value}");
        }
    }
}
