//! Java's random numbers, so that a seed gives the events that it gives on a phone.

/// `java.util.Random`: 48 bits, one multiplication a step.
pub(super) struct Random(u64);

const MULTIPLIER: u64 = 0x5_DEEC_E66D;
const MASK: u64 = (1 << 48) - 1;

impl Random {
    pub(super) fn new(seed: i64) -> Random {
        Random((seed as u64 ^ MULTIPLIER) & MASK)
    }

    fn next(&mut self, bits: u32) -> i32 {
        self.0 = self.0.wrapping_mul(MULTIPLIER).wrapping_add(0xB) & MASK;
        (self.0 >> (48 - bits)) as i32
    }

    /// From 0 to `bound`, without it.
    pub(super) fn int(&mut self, bound: i32) -> i32 {
        let bound = bound.max(1);
        if bound & bound.wrapping_neg() == bound {
            return ((i64::from(bound) * i64::from(self.next(31))) >> 31) as i32;
        }
        // The last, incomplete range of numbers would favour the small ones.
        loop {
            let bits = self.next(31);
            let value = bits % bound;
            if bits.wrapping_sub(value).wrapping_add(bound - 1) >= 0 {
                return value;
            }
        }
    }

    pub(super) fn long(&mut self) -> i64 {
        (i64::from(self.next(32)) << 32).wrapping_add(i64::from(self.next(32)))
    }

    /// From 0 to 1, without it.
    pub(super) fn float(&mut self) -> f32 {
        self.next(24) as f32 / (1 << 24) as f32
    }

    pub(super) fn bool(&mut self) -> bool {
        self.next(1) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As `new java.util.Random(42)` gives them.
    #[test]
    fn numbers_are_javas() {
        let mut random = Random::new(42);
        assert_eq!([random.int(10), random.int(10), random.int(10), random.int(10)], [0, 3, 8, 4]);
        let mut random = Random::new(42);
        assert_eq!(random.long(), -5_025_562_857_975_149_833);
        let mut random = Random::new(42);
        assert_eq!(random.float(), 0.727_563_7);
        assert_eq!(Random::new(42).int(16), 11);
    }
}
