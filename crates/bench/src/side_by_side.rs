//! Many independent measurements on a few threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Measures each of `inputs`, so many at a time; the results are in the order of the inputs. `done` hears how many there are.
pub fn side_by_side<I: Sync, O: Send>(
    jobs: usize,
    inputs: &[I],
    measure: impl Fn(&I) -> O + Sync,
    done: impl Fn(usize) + Sync,
) -> Vec<O> {
    let next = AtomicUsize::new(0);
    let finished = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<O>>> = inputs.iter().map(|_| Mutex::new(None)).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.max(1) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(input) = inputs.get(at) else { break };
                    let result = measure(input);
                    *results[at].lock().unwrap_or_else(std::sync::PoisonError::into_inner) = Some(result);
                    done(finished.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let results = results
        .into_iter()
        .filter_map(|result| result.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner));
    results.collect()
}
