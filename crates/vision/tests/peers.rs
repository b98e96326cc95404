//! Held to what pyssim 0.7.1 and `OpenCV` 5.0 compute for pictures of our own; `benches/peers.py` computes it anew.
#![allow(clippy::unwrap_used, reason = "a test")]

use vision::{colours, cw_ssim};

#[path = "support/picture.rs"]
mod picture;
use picture::picture;

/// Width, height and number of two pictures; pyssim's CW-SSIM; `OpenCV`'s EMD over 4 x 4 x 4 bins.
type Golden = ((u32, u32, u32), (u32, u32, u32), f64, f64);

#[rustfmt::skip]
const GOLDEN: [Golden; 6] = [
    ((48, 40, 0), (48, 40, 1), 0.7010710268, 0.03802083),
    ((64, 33, 2), (64, 33, 5), 0.5796390102, 0.1677837),
    ((40, 40, 3), (60, 30, 3), 0.4831467396, 0.1395627),
    ((30, 50, 1), (17, 23, 4), 0.4472555873, 0.3355889),
    ((120, 80, 0), (120, 80, 0), 1.0, 0.0),
    ((120, 80, 0), (120, 80, 7), 0.675939182, 0.1586466),
];

#[test]
fn cw_ssim_is_what_pyssim_says() {
    for (one, other, expected, _) in GOLDEN {
        let found = cw_ssim::pyssim(&picture(one), &picture(other));
        assert!((found - expected).abs() < 1e-6, "{one:?} {other:?}: {found} and {expected}");
    }
}

#[test]
fn distances_of_colours_are_what_opencv_says() {
    for (one, other, _, expected) in GOLDEN {
        let found = colours::rgb(&picture(one), &picture(other));
        // OpenCV computes in single precision.
        assert!((found - expected).abs() < 1e-5, "{one:?} {other:?}: {found} and {expected}");
    }
}
