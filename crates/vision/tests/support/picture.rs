//! Pictures of our own, as `benches/peers.py` makes them too. Shared by the test and the bench.

use vision::Image;

/// A bar above, a coloured box, lines that lie lower the larger the number; whole numbers only, so that any program makes the same.
pub(crate) fn picture((width, height, number): (u32, u32, u32)) -> Image {
    let pixel = |at: u32| {
        let (x, y) = (at % width, at / width);
        let mut colour = [240, 238, 235];
        if y < height / 5 {
            colour = [33, 100, 200];
        }
        if (width / 4..width / 2).contains(&x) && (height / 3..2 * height / 3).contains(&y) {
            colour = [(x * 7 + number * 31) % 256, y * 5 % 256, number * 60 % 256];
        }
        if y % 9 == number % 9 && x % 4 != 0 && y > height / 5 {
            colour = [20, 20, 20];
        }
        [colour[0] as u8, colour[1] as u8, colour[2] as u8, 255]
    };
    Image::new(width, height, (0..width * height).flat_map(pixel).collect()).unwrap()
}
