//! Lists of views that name each other by number, as layouts.

use gui::{Layout, LayoutBuilder, LimitReached, NodeId, Widget, WindowInfo};

/// One view of a list, with the numbers of its relatives.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) widget: Widget<'a>,
    pub(super) parent: Option<usize>,
    pub(super) children: Vec<usize>,
}

/// A layout and where each view of the list went.
#[derive(Debug)]
pub(super) struct Built {
    pub(super) layout: Layout,
    /// `None` for a view that hangs together with no root.
    pub(super) places: Vec<Option<NodeId>>,
}

impl Built {
    /// How many views are in no tree.
    pub(super) fn lost(&self) -> usize {
        self.places.iter().filter(|place| place.is_none()).count()
    }
}

/// Makes a layout of the views, whatever their order in the list.
///
/// The lists of children give the order. A view that no list names hangs below the parent it names itself. A
/// view that is named twice stands where it is met first; views in a circle hang together with no root and are left out.
pub(super) fn layout_of(mut views: Vec<View<'_>>) -> Result<Built, LimitReached> {
    if views.len() > gui::MAX_NODES {
        return Err(LimitReached::Nodes);
    }
    let roots = connect(&mut views);
    let mut screen = LayoutBuilder::new();
    screen.window(WindowInfo::default());
    let mut places = vec![None; views.len()];
    let mut placed = 0;
    let mut open = vec![roots.into_iter()];
    while let Some(siblings) = open.last_mut() {
        match siblings.next() {
            Some(at) if places[at].is_some() => {}
            Some(at) => {
                let view = &mut views[at];
                screen.open(&view.widget)?;
                places[at] = Some(NodeId(placed));
                placed += 1;
                open.push(std::mem::take(&mut view.children).into_iter());
            }
            None => {
                open.pop();
                if !open.is_empty() {
                    screen.close();
                }
            }
        }
    }
    Ok(Built { layout: screen.finish(), places })
}

/// Drops children that are not there, adds those that only know their parent, and returns the views above which is none.
fn connect(views: &mut [View<'_>]) -> Vec<usize> {
    let count = views.len();
    let mut has_parent = vec![false; count];
    for view in &mut *views {
        view.children.retain(|&child| child < count);
        view.children.iter().for_each(|&child| has_parent[child] = true);
    }
    let mut roots = Vec::new();
    for at in 0..count {
        if has_parent[at] {
            continue;
        }
        match views[at].parent {
            Some(parent) if parent < count && parent != at => views[parent].children.push(at),
            _ => roots.push(at),
        }
    }
    for parent in 0..count {
        for place in 0..views[parent].children.len() {
            let child = views[parent].children[place];
            views[child].widget.index = place as u32;
        }
    }
    roots
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Views named `0`, `1`, ... with these parents and children.
    #[track_caller]
    fn check(views: &[(i64, &[usize])], expected: &str) {
        let names: Vec<String> = (0..views.len()).map(|at| at.to_string()).collect();
        let views = views
            .iter()
            .zip(&names)
            .map(|(&(parent, children), name)| View {
                widget: Widget { class: name, ..Widget::default() },
                parent: usize::try_from(parent).ok(),
                children: children.to_vec(),
            })
            .collect();
        let built = layout_of(views).unwrap();
        assert_eq!(built.layout.tell(), expected);
        for (at, place) in built.places.iter().enumerate() {
            assert!(place.is_none_or(|place| built.layout.node(place).class() == at.to_string()));
        }
    }

    #[test]
    fn children_stand_in_the_order_of_their_parents_list() {
        check(&[(-1, &[2, 1]), (0, &[]), (0, &[3]), (2, &[])], "0\n  2\n    3\n  1\n");
    }

    #[test]
    fn forward_references_and_missing_lists_do_no_harm() {
        check(&[(2, &[]), (2, &[]), (-1, &[])], "2\n  0\n  1\n");
    }

    #[test]
    fn what_hangs_on_nothing_is_a_root_or_left_out() {
        check(&[(7, &[9]), (-1, &[])], "0\n1\n");
        check(&[(1, &[1]), (0, &[0]), (-1, &[])], "2\n");
        check(&[(0, &[0])], "");
        check(&[(-1, &[1, 1]), (0, &[0])], "");
        check(&[(-1, &[1, 1]), (0, &[])], "0\n  1\n");
        check(&[], "");
    }
}
