//! Which clusters are too small to be usual.

/// What makes a cluster rare.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rarity {
    /// The largest clusters that together hold this share are usual.
    pub majority: f64,
    /// A cluster is rare if its size is so many standard deviations below the mean of the usual ones.
    pub deviations: f64,
    /// And at most this share of all pairs; `None` for no such bound.
    pub at_most: Option<f64>,
    /// With fewer pairs nothing can be said.
    pub pairs: usize,
    /// Mean and deviation over all clusters instead of the usual ones.
    pub plain: bool,
}

impl Default for Rarity {
    fn default() -> Rarity {
        Rarity { majority: 0.8, deviations: 3.0, at_most: Some(0.1), pairs: 10, plain: false }
    }
}

/// The clusters, by their place among these sizes, that are rare.
///
/// The smallest set of largest clusters with the majority of pairs is usual. Another is rare if its size is more than three standard
/// deviations below the mean of those. Where they do not deviate at all (one of them alone, say) every other one is below; then the
/// bound on its share decides, where there is one.
pub fn rare_among(sizes: &[usize], rarity: &Rarity) -> Vec<usize> {
    let all: usize = sizes.iter().sum();
    if all < rarity.pairs || sizes.len() < 2 {
        return Vec::new();
    }
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(sizes[at]));
    let mut usual = 0;
    let mut held = 0;
    // A share of whole pairs, so that eight of ten are four fifths whatever the machine's arithmetic.
    while usual < order.len() && (held as f64) + 1e-9 < rarity.majority * all as f64 {
        held += sizes[order[usual]];
        usual += 1;
    }
    let counted: &[usize] = if rarity.plain { &order } else { &order[..usual] };
    let many = counted.len() as f64;
    let mean = counted.iter().map(|&at| sizes[at] as f64).sum::<f64>() / many;
    let variance = counted.iter().map(|&at| (sizes[at] as f64 - mean).powi(2)).sum::<f64>() / many;
    let is_far = |size: usize| (size as f64) < mean - rarity.deviations * variance.sqrt();
    let is_few = |size: usize| rarity.at_most.is_none_or(|most| size as f64 <= most * all as f64 + 1e-9);
    let others = if rarity.plain { &order[..] } else { &order[usual..] };
    let mut rare: Vec<usize> =
        others.iter().copied().filter(|&at| is_far(sizes[at]) && is_few(sizes[at])).collect();
    rare.sort_unstable();
    rare
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAPER: Rarity = Rarity { at_most: None, ..OURS };
    const OURS: Rarity =
        Rarity { majority: 0.8, deviations: 3.0, at_most: Some(0.1), pairs: 10, plain: false };

    fn check(sizes: &[usize], ours: &[usize], papers: &[usize]) {
        assert_eq!(rare_among(sizes, &OURS), ours, "{sizes:?} by our bound");
        assert_eq!(rare_among(sizes, &PAPER), papers, "{sizes:?} as in the paper");
    }

    #[test]
    fn few_beside_a_majority_are_rare() {
        check(&[38, 2], &[1], &[1]);
        check(&[2, 36, 2], &[0, 2], &[0, 2]);
        check(&[18, 17, 3, 2], &[2, 3], &[2, 3]);
    }

    #[test]
    fn with_one_usual_cluster_the_bound_decides() {
        check(&[32, 8], &[], &[1]);
        check(&[36, 4], &[1], &[1]);
    }

    #[test]
    fn where_sizes_deviate_much_nothing_is_rare() {
        check(&[20, 12, 4, 4], &[], &[]);
        check(&[1; 12], &[], &[]);
    }

    #[test]
    fn too_little_says_nothing() {
        check(&[8, 1], &[], &[]);
        check(&[9, 1], &[1], &[1]);
        check(&[40], &[], &[]);
        check(&[], &[], &[]);
    }

    #[test]
    fn plain_mean_and_deviation_hardly_ever_find_anything() {
        let plain = Rarity { plain: true, ..PAPER };
        assert_eq!(rare_among(&[38, 2], &plain), [0; 0]);
        let mut sizes = vec![10; 30];
        sizes.push(1);
        assert_eq!(rare_among(&sizes, &plain), [30]);
    }
}
