//! From an app's page to its windows.

use super::activity::{Activity, Popup};
use super::runner::Runner;
use super::{Crash, Dispatch, Surface};
use crate::context::ListWindow;
use crate::look::{self, Frame, Insets, Theme, Window, activity_root, dialog_root, menu_root};
use crate::phone::Machine;
use crate::{App, Dialog, MenuItem, Outcome, Page};

/// A list that has never been placed is drawn to find out how many rows it needs, and the keyboard changes how much room
/// there is; more rounds than that settle nothing.
const MAX_ROUNDS: usize = 4;

impl<A: App> Runner<A> {
    /// Draws the topmost activity if it may look otherwise. A busy main thread draws nothing.
    pub(crate) fn draw_top(&mut self, machine: &mut Machine) -> Result<(), Crash> {
        for _ in 0..MAX_ROUNDS {
            if !self.state.stale || !self.state.in_front || machine.now < self.state.busy_until {
                return Ok(());
            }
            let Some(top) = self.top() else { return Ok(()) };
            let lists = lists_of(top);
            let activity = A::activity(&top.screen);
            let page = self.view(machine, &lists);
            let page = page.map_err(|exception| self.crash(exception, activity, "onDraw", Dispatch::Draw))?;
            let keyboard = machine.keyboard.is_some();
            self.state.stale = false;
            self.show(machine, page);
            self.place_cursor(machine);
            let Some(top) = self.top() else { return Ok(()) };
            let enough = lists_of(top).into_iter().all(|list| is_made(&lists, list));
            self.state.stale = !enough || keyboard != machine.keyboard.is_some();
        }
        self.state.stale = false;
        Ok(())
    }

    fn view(&self, machine: &Machine, windows: &[(&'static str, ListWindow)]) -> Outcome<Page<A::Message>> {
        let state = &*self.state;
        let look = state.data.look(machine, self.faults, windows);
        let top = &state.stack[state.stack.len() - 1];
        A::view(&look, &top.screen)
    }

    fn show(&mut self, machine: &Machine, page: Page<A::Message>) {
        let (metrics, frame, primary) = (machine.metrics(), machine.app_frame(), self.manifest.color);
        let (package, renamed) = (self.manifest.package, self.faults.are_renamed());
        let Some(top) = self.top_mut() else { return };
        let snackbar = top.snackbar.clone().map(|bar| look::Snackbar { text: bar.text, action: bar.action });
        let insets = match frame {
            // Beside another app there are no bars to make room for.
            Frame::Window(_) => Insets { top_dp: 0, bottom_dp: 0 },
            _ => Insets::full(&metrics, machine.keyboard.is_some() && page.dialog.is_none()),
        };
        let look::Activity { root, dialog, on_back, dark } = activity_root(page, insets, snackbar);
        let theme = Theme { dark: dark.unwrap_or(machine.config.dark), primary, renamed };
        top.on_back = on_back;
        top.page.window.set_frame(frame, theme);
        top.page.show(root, &metrics);
        top.dialog = dialog.map(|mut dialog| {
            let on_cancel = dialog.on_cancel.take();
            let frame = if machine.keyboard.is_some() { Frame::AboveKeyboard } else { Frame::Centered };
            let new = || Surface::new(Window::new(package, frame, theme, metrics));
            let mut surface = top.dialog.take().map_or_else(new, |open| open.surface);
            surface.window.set_frame(frame, theme);
            surface.show(dialog_root(Dialog { on_cancel: None, ..dialog }), &metrics);
            Popup { surface, on_cancel }
        });
    }

    /// Opens a menu beside a widget.
    pub(crate) fn open_popup(
        &mut self,
        machine: &Machine,
        items: Vec<MenuItem<A::Message>>,
        anchor: gui::Rect,
    ) {
        let package = self.manifest.package;
        let Some(top) = self.top_mut() else { return };
        let frame = Frame::Anchored(anchor);
        let window = Window::new(package, frame, top.page.window.theme(), machine.metrics());
        let mut menu = Surface::new(window);
        menu.show(menu_root(items), &machine.metrics());
        top.menu = Some(menu);
    }

    /// Puts the cursor where the app asked for, and the keyboard away where nothing can be typed.
    fn place_cursor(&mut self, machine: &mut Machine) {
        let wanted = self.state.focus_next.take();
        let Some(top) = self.top_mut() else { return };
        let surface = top.active_mut();
        if let Some(keyboard) = wanted.and_then(|id| surface.focus_on(id)) {
            machine.keyboard = Some(keyboard);
        }
        if machine.keyboard.is_some() {
            machine.keyboard = surface.typing();
        }
    }
}

/// The rows that the lists of an activity need, in its page and its dialog.
fn lists_of<A: App>(activity: &Activity<A>) -> Vec<(&'static str, ListWindow)> {
    let mut lists = activity.page.window.list_windows();
    lists.extend(activity.dialog.iter().flat_map(|dialog| dialog.surface.window.list_windows()));
    lists
}

/// Whether all rows that a list needs were made.
fn is_made(made: &[(&'static str, ListWindow)], (id, needed): (&'static str, ListWindow)) -> bool {
    let made = made.iter().find(|(list, _)| *list == id).map_or(ListWindow::default(), |(_, made)| *made);
    needed.first >= made.first && needed.first + needed.rows <= made.first + made.rows
}
