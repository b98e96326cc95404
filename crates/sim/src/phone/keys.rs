//! What the keys of a phone or keyboard do.

use device::KeyCode;

use super::state::Phone;
use super::system::SystemKind;
use crate::process::Stroke;

impl Phone {
    pub(crate) fn key(&mut self, code: KeyCode) {
        match code {
            KeyCode::POWER => self.set_screen(!self.screen_on),
            KeyCode::SLEEP => self.set_screen(false),
            KeyCode::WAKEUP => self.set_screen(true),
            _ if !self.screen_on => {}
            KeyCode::HOME => self.go_home(),
            KeyCode::APP_SWITCH => self.toggle_recents(),
            KeyCode::BACK | KeyCode::ESCAPE => self.back_key(),
            KeyCode::ENDCALL => {
                self.over.retain(|window| !matches!(window.kind, SystemKind::Call { .. }));
                self.settle();
            }
            KeyCode::TAB | KeyCode::DPAD_DOWN => self.move_focus(true),
            KeyCode::DPAD_UP => self.move_focus(false),
            KeyCode::DPAD_CENTER => self.tap_focused(),
            KeyCode::MENU => self.open_menu(),
            // Volume, camera and the like are the system's.
            _ => drop(stroke_of(code).map(|stroke| self.stroke_or_move(stroke))),
        }
    }

    pub(super) fn back_key(&mut self) {
        // The keyboard and the system's windows answer by themselves.
        let app = self.app_with_keys().filter(|_| self.machine.keyboard.is_none());
        if app.is_none_or(|app| self.is_answered(app)) {
            self.go_back();
        }
    }

    /// Keys that mean something in a text box and something else outside of one.
    fn stroke_or_move(&mut self, stroke: Stroke) {
        let typing = self.app_with_keys().is_some_and(|app| self.apps[app].is_typing());
        match stroke {
            _ if typing => self.stroke(stroke),
            Stroke::Left => self.move_focus(false),
            Stroke::Right => self.move_focus(true),
            Stroke::Enter => self.tap_focused(),
            _ => {}
        }
    }

    fn move_focus(&mut self, forward: bool) {
        let Some(app) = self.app_with_keys() else { return };
        if self.is_answered(app) {
            self.apps[app].move_focus(&mut self.machine, forward);
            self.redraw();
        }
    }

    fn tap_focused(&mut self) {
        let Some(app) = self.app_with_keys() else { return };
        if self.is_answered(app) {
            self.with_app(app, |app, machine| app.tap_focused(machine));
            self.settle();
        }
    }

    fn open_menu(&mut self) {
        let Some(app) = self.app_with_keys() else { return };
        if self.is_answered(app) {
            self.with_app(app, |app, machine| app.open_menu(machine));
            self.settle();
        }
    }
}

/// The stroke of a key that a keyboard has.
fn stroke_of(code: KeyCode) -> Option<Stroke> {
    Some(match code {
        KeyCode::DEL => Stroke::Backspace,
        KeyCode::FORWARD_DEL => Stroke::Delete,
        KeyCode::ENTER => Stroke::Enter,
        KeyCode::DPAD_LEFT => Stroke::Left,
        KeyCode::DPAD_RIGHT => Stroke::Right,
        KeyCode::MOVE_HOME => Stroke::Home,
        KeyCode::MOVE_END => Stroke::End,
        KeyCode::SPACE => Stroke::Insert(' '),
        KeyCode(digit @ 7..=16) => Stroke::Insert((b'0' + (digit - 7) as u8) as char),
        KeyCode(letter @ 29..=54) => Stroke::Insert((b'a' + (letter - 29) as u8) as char),
        _ => return None,
    })
}
