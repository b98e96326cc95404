//! Choices left to chance, the same for the same key.

use xxhash_rust::xxh3::xxh3_64_with_seed;

/// A stream of random numbers that belongs to one purpose, never a running one for the whole program: what one experiment draws
/// changes nothing for another.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    /// The stream for a purpose and the number of an experiment, or whatever else tells two streams apart.
    pub fn keyed(seed: u64, purpose: &str, number: u64) -> Chance {
        Chance(xxh3_64_with_seed(purpose.as_bytes(), seed) ^ xxh3_64_with_seed(&number.to_le_bytes(), seed))
    }

    /// The next number (`SplitMix64`).
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 where `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        // The top 64 bits of a 128-bit product: without the bias of a remainder that anybody could measure.
        ((u128::from(self.draw()) * end as u128) >> 64) as usize
    }

    /// True in so many of a thousand cases.
    pub fn per_mille(&mut self, share: u32) -> bool {
        self.below(1000) < share as usize
    }

    /// One of them; `None` where there are none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        from.get(self.below(from.len()))
    }

    /// One of them, each as likely as its weight says; `None` where nothing weighs anything.
    pub fn weighted(&mut self, weights: &[u64]) -> Option<usize> {
        let total: u64 = weights.iter().sum();
        let mut left = ((u128::from(self.draw()) * u128::from(total)) >> 64) as u64;
        weights.iter().position(|&weight| {
            let chosen = left < weight;
            left = left.saturating_sub(weight);
            chosen
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_key_draws_the_same_and_another_does_not() {
        let draws = |purpose, number| Chance::keyed(7, purpose, number).draw();
        assert_eq!(draws("walk", 1), draws("walk", 1));
        assert_ne!(draws("walk", 1), draws("walk", 2));
        assert_ne!(draws("walk", 1), draws("check", 1));
    }

    #[test]
    fn weights_are_kept() {
        let mut chance = Chance::keyed(1, "weights", 0);
        let mut drawn = [0; 3];
        for _ in 0..10_000 {
            drawn[chance.weighted(&[1, 0, 3]).unwrap()] += 1;
        }
        assert!((2_300..2_700).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(drawn[1], 0);
        assert_eq!(chance.weighted(&[0, 0]), None);
    }
}
