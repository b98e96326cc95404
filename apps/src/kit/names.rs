//! Dialogs over a list of named things: a name for a new or a known one, and whether to delete one.

use sim::{App, Context, Dialog, Tone, column, reached, text, text_box};

/// The most characters of a name.
const MAX_NAME: usize = 40;

/// What is asked right now, if anything.
#[derive(Debug, Clone, Default, Hash)]
pub(crate) struct Asking(Option<Question>);

#[derive(Debug, Clone, Hash)]
enum Question {
    /// A name for a new thing, or another one for this.
    Name {
        of: Option<u32>,
        typed: String,
        problem: Option<&'static str>,
    },
    Delete(u32),
}

/// What touches of the list and its dialogs mean.
#[derive(Debug, Clone)]
pub enum Message {
    /// A new one is wanted.
    Add,
    /// Another name is wanted for this.
    Rename(u32),
    /// The name so far.
    Typed(String),
    /// The name is ready.
    NameGiven,
    /// This is to go.
    Delete(u32),
    /// It really is.
    DeleteConfirmed,
    /// The dialog is closed without an answer.
    Cancel,
}

/// What someone wants after all questions.
pub(crate) enum Wish {
    /// A new thing of that name, or another name for a known one.
    Name {
        of: Option<u32>,
        name: String,
    },
    Delete(u32),
}

/// How the dialogs speak of the things.
pub(crate) struct Words {
    pub(crate) new: &'static str,
    pub(crate) rename: &'static str,
    /// What is said of a name that another one has.
    pub(crate) taken: &'static str,
    /// What becomes of what is in one that is deleted.
    pub(crate) kept: &'static str,
}

impl Asking {
    /// Asks on, or says what is wanted. `named` tells the numbers and names of all things.
    pub(crate) fn update<A: App>(
        &mut self,
        cx: &mut Context<'_, A>,
        words: &Words,
        named: fn(&A::Store) -> Vec<(u32, String)>,
        message: Message,
    ) -> Option<Wish> {
        match message {
            Message::Add => {
                reached!(cx);
                self.ask_name(cx, None, String::new());
            }
            Message::Rename(id) => {
                reached!(cx);
                let known = named(cx.store).into_iter().find(|(other, _)| *other == id);
                self.ask_name(cx, Some(id), known.map(|(_, name)| name).unwrap_or_default());
            }
            Message::Typed(name) => {
                reached!(cx);
                if let Some(Question::Name { typed, problem, .. }) = &mut self.0 {
                    *typed = name;
                    *problem = None;
                }
            }
            Message::NameGiven => return self.name_given(cx, words, &named(cx.store)),
            Message::Delete(id) => {
                reached!(cx);
                self.0 = Some(Question::Delete(id));
            }
            Message::DeleteConfirmed => {
                let Some(Question::Delete(id)) = self.0.take() else { return None };
                reached!(cx);
                return Some(Wish::Delete(id));
            }
            Message::Cancel => self.0 = None,
        }
        None
    }

    fn ask_name<A: App>(&mut self, cx: &mut Context<'_, A>, of: Option<u32>, typed: String) {
        self.0 = Some(Question::Name { of, typed, problem: None });
        cx.focus("name");
    }

    fn name_given<A: App>(
        &mut self,
        cx: &mut Context<'_, A>,
        words: &Words,
        named: &[(u32, String)],
    ) -> Option<Wish> {
        let Some(Question::Name { of, typed, problem }) = &mut self.0 else { return None };
        let name = typed.trim().to_owned();
        if name.is_empty() {
            reached!(cx);
            *problem = Some("Please type a name");
        } else if name.chars().count() > MAX_NAME {
            reached!(cx);
            *problem = Some("Please choose a shorter name");
        } else if named.iter().any(|(id, other)| *other == name && Some(*id) != *of) {
            reached!(cx);
            *problem = Some(words.taken);
        } else {
            let of = *of;
            self.0 = None;
            return Some(Wish::Name { of, name });
        }
        None
    }

    /// The dialog, if something is asked. `name_of` tells what is about to be deleted.
    pub(crate) fn dialog<M: Clone + 'static>(
        &self,
        words: &Words,
        name_of: impl Fn(u32) -> String,
        here: fn(Message) -> M,
    ) -> Option<Dialog<M>> {
        let (dialog, label, message) = match self.0.as_ref()? {
            Question::Name { of, typed, problem } => {
                let name = text_box(typed.clone())
                    .id("name")
                    .hint("Name")
                    .on_edit(move |text| here(Message::Typed(text)))
                    .on_submit(here(Message::NameGiven));
                let problem = text(problem.unwrap_or_default()).id("problem").color(Tone::Danger);
                let title = if of.is_some() { words.rename } else { words.new };
                (Dialog::new(title).body(column([name, problem])), "OK", Message::NameGiven)
            }
            Question::Delete(id) => {
                let dialog = Dialog::new(format!("Delete {}?", name_of(*id))).message(words.kept);
                (dialog, "Delete", Message::DeleteConfirmed)
            }
        };
        let cancel = here(Message::Cancel);
        Some(dialog.button("Cancel", cancel.clone()).button(label, here(message)).on_cancel(cancel))
    }
}
