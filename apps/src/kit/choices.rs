use sim::{Element, dropdown};

/// A dropdown of all values of a setting.
pub(crate) fn value_choice<T, M, const N: usize>(
    all: [(T, &'static str); N],
    chosen: T,
    message: impl Fn(T) -> M + Send + Sync + 'static,
) -> Element<M>
where
    T: Copy + PartialEq + Send + Sync + 'static,
{
    let at = all.iter().position(|(value, _)| *value == chosen).unwrap_or(0);
    dropdown(all.map(|(_, label)| label), at, move |at| message(all[at % N].0))
}

/// A dropdown of things by their numbers, after `none` where nothing can be chosen, too.
pub(crate) fn item_choice<'i, M>(
    none: Option<&str>,
    items: impl Iterator<Item = (u32, &'i str)> + Clone,
    chosen: Option<u32>,
    message: impl Fn(Option<u32>) -> M + Send + Sync + 'static,
) -> Element<M> {
    let ids: Vec<Option<u32>> =
        none.map(|_| None).into_iter().chain(items.clone().map(|(id, _)| Some(id))).collect();
    let names = none.into_iter().chain(items.map(|(_, name)| name)).map(str::to_owned);
    let at = ids.iter().position(|&id| id == chosen).unwrap_or(0);
    dropdown(names, at, move |at| message(ids.get(at).copied().flatten()))
}

/// Ticks a thing among several, or takes the tick away.
pub(crate) fn toggle<T: PartialEq>(ticked: &mut Vec<T>, thing: T) {
    match ticked.iter().position(|other| *other == thing) {
        Some(at) => drop(ticked.remove(at)),
        None => ticked.push(thing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_tick_takes_the_first_away() {
        let mut ticked = Vec::new();
        for (thing, expected) in [(1, vec![1]), (2, vec![1, 2]), (1, vec![2]), (1, vec![2, 1])] {
            toggle(&mut ticked, thing);
            assert_eq!(ticked, expected);
        }
    }

    #[test]
    fn what_is_gone_shows_as_nothing_chosen() {
        let items = [(4, "Home"), (7, "Work")];
        let shown = |none, chosen| item_choice(none, items.into_iter(), chosen, |_| ()).view.text;
        assert_eq!(shown(Some("None"), Some(7)), "Work");
        assert_eq!(shown(Some("None"), Some(5)), "None");
        assert_eq!(shown(None, Some(5)), "Home");
    }
}
