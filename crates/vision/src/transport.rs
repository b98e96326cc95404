//! Moving earth between few piles.

/// The least cost of turning one histogram into another of the same mass, divided by that mass, as `OpenCV`'s `EMD` says it.
///
/// What both have stays where it is, which is never dearer under a distance. The rest is moved along cheapest paths, one after the
/// other, so the result is the least there is.
pub(crate) fn cost(one: &[f64], other: &[f64], far: impl Fn(usize, usize) -> f64) -> f64 {
    let mass: f64 = one.iter().sum();
    let mut have: Vec<(usize, f64)> = Vec::new();
    let mut want: Vec<(usize, f64)> = Vec::new();
    for (at, (one, other)) in one.iter().zip(other).enumerate() {
        match one - other {
            more if more > 1e-12 => have.push((at, more)),
            less if less < -1e-12 => want.push((at, -less)),
            _ => {}
        }
    }
    if mass <= 0.0 || have.is_empty() || want.is_empty() {
        return 0.0;
    }
    let costs: Vec<Vec<f64>> =
        have.iter().map(|&(from, _)| want.iter().map(|&(to, _)| far(from, to)).collect()).collect();
    let mut flow = vec![vec![0.0; want.len()]; have.len()];
    let mut left: Vec<f64> = have.iter().map(|&(_, mass)| mass).collect();
    let mut open: Vec<f64> = want.iter().map(|&(_, mass)| mass).collect();
    while let Some((path, end)) = cheapest_path(&costs, &flow, &left, &open) {
        push(&path, end, &mut flow, &mut left, &mut open);
    }
    let moved: f64 = flow
        .iter()
        .zip(&costs)
        .map(|(row, costs)| row.iter().zip(costs).map(|(m, c)| m * c).sum::<f64>())
        .sum();
    moved / mass
}

/// How each pile that wants was reached: from which that has; and how that one was, in turn, if not from its own mass.
struct Path {
    into_want: Vec<usize>,
    into_have: Vec<Option<usize>>,
}

/// The cheapest way for a bit of earth, taking back what was moved before where that is cheaper (Bellman and Ford).
fn cheapest_path(costs: &[Vec<f64>], flow: &[Vec<f64>], left: &[f64], open: &[f64]) -> Option<(Path, usize)> {
    let (many_have, many_want) = (left.len(), open.len());
    let mut to_have: Vec<f64> =
        left.iter().map(|&mass| if mass > 1e-12 { 0.0 } else { f64::INFINITY }).collect();
    let mut to_want = vec![f64::INFINITY; many_want];
    let mut path = Path { into_want: vec![0; many_want], into_have: vec![None; many_have] };
    let mut changed = true;
    let mut rounds = 0;
    while changed && rounds <= many_have + many_want {
        changed = false;
        rounds += 1;
        for from in 0..many_have {
            for to in 0..many_want {
                let cost = to_have[from] + costs[from][to];
                if cost + 1e-12 < to_want[to] {
                    (to_want[to], path.into_want[to], changed) = (cost, from, true);
                }
            }
        }
        for from in 0..many_have {
            for to in 0..many_want {
                let cost = to_want[to] - costs[from][to];
                if flow[from][to] > 1e-12 && cost + 1e-12 < to_have[from] {
                    (to_have[from], path.into_have[from], changed) = (cost, Some(to), true);
                }
            }
        }
    }
    let open = (0..many_want).filter(|&to| open[to] > 1e-12 && to_want[to].is_finite());
    let end = open.min_by(|&one, &other| to_want[one].total_cmp(&to_want[other]))?;
    Some((path, end))
}

fn push(path: &Path, end: usize, flow: &mut [Vec<f64>], left: &mut [f64], open: &mut [f64]) {
    let mut edges: Vec<(usize, usize, bool)> = Vec::new();
    let mut to = end;
    let mut most = open[end];
    let begin = loop {
        let from = path.into_want[to];
        edges.push((from, to, true));
        match path.into_have[from] {
            Some(back) if edges.len() <= 2 * (left.len() + open.len()) => {
                most = most.min(flow[from][back]);
                edges.push((from, back, false));
                to = back;
            }
            _ => break from,
        }
    };
    most = most.min(left[begin]).max(0.0);
    for (from, to, forth) in edges {
        flow[from][to] += if forth { most } else { -most };
    }
    left[begin] -= most;
    open[end] -= most;
    if most <= 0.0 {
        // Nothing could be moved: what is left is rounding.
        left[begin] = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(one: usize, other: usize) -> f64 {
        one.abs_diff(other) as f64
    }

    #[test]
    fn on_a_line_it_is_the_closed_form() {
        let one = [0.1, 0.4, 0.0, 0.2, 0.3, 0.0];
        let other = [0.3, 0.0, 0.2, 0.0, 0.1, 0.4];
        assert!((cost(&one, &other, line) - crate::colours::along_line(&one, &other)).abs() < 1e-9);
        assert_eq!(cost(&one, &one, line), 0.0);
        assert_eq!(cost(&[], &[], line), 0.0);
    }
}
