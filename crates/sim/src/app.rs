//! The trait that every simulated app implements.

use std::fmt::Debug;
use std::hash::Hash;

use gui::SystemEvent;

use crate::{Context, Look, Manifest, Outcome, Page};

/// An app: what it keeps, how its screens look, and what happens when someone touches them.
///
/// The phone owns the values. [`Store`](Self::Store) is what lies on the disk, [`Memory`](Self::Memory) what dies with the
/// process, [`Screen`](Self::Screen) one activity with what it remembers. A touch becomes a message, and
/// [`update`](Self::update) does what it asks for.
///
/// ```
/// use sim::*;
///
/// struct Counter;
///
/// #[derive(Clone, Default, Hash)]
/// struct Store { count: i64 }
///
/// #[derive(Clone, Debug)]
/// enum Message { Add }
///
/// impl App for Counter {
///     type Store = Store;
///     type Memory = ();
///     type Screen = ();
///     type Message = Message;
///
///     fn manifest() -> Manifest {
///         Manifest {
///             name: "counter", package: "org.example.counter", label: "Counter", icon: Icon::Add, color: Color::TEAL,
///             version: "1.0", permissions: &[], broadcasts: &[], activities: &["MainActivity"], faults: &[],
///             sources: &[],
///         }
///     }
///
///     fn start(_: &mut Context<'_, Self>) -> Outcome<()> {
///         Ok(())
///     }
///
///     fn activity(_: &()) -> &'static str {
///         "MainActivity"
///     }
///
///     fn view(look: &Look<'_, Self>, _: &()) -> Outcome<Page<Message>> {
///         let body = column([
///             text(format!("{} taps", look.store.count)).id("count"),
///             button("Add").id("add").on_tap(Message::Add),
///         ]);
///         Ok(Page::new(body).title("Counter"))
///     }
///
///     fn update(cx: &mut Context<'_, Self>, _: &mut (), message: Message) -> Outcome {
///         match message {
///             Message::Add => cx.store.count += 1,
///         }
///         Ok(())
///     }
/// }
/// ```
pub trait App: Sized + 'static {
    /// What lies on the disk: databases, preferences, files. Lost only when the app's data is cleared.
    type Store: Clone + Default + Hash + Send + Sync;
    /// What the process holds: caches, singletons, undo lists. Lost whenever the process ends.
    type Memory: Clone + Default + Hash + Send + Sync;
    /// One activity with what it remembers while it is there: typed text, what is selected, whether a dialog is open.
    type Screen: Clone + Hash + Send + Sync;
    /// What a touch, a timer or a piece of background work means to the app. The name of the variant stands in the stack
    /// traces of crashes.
    type Message: Clone + Debug + Send + Sync;

    /// What the app says of itself.
    fn manifest() -> Manifest;

    /// The screen that the launcher opens. The process has just begun.
    fn start(cx: &mut Context<'_, Self>) -> Outcome<Self::Screen>;

    /// The activity's class name without its package.
    fn activity(screen: &Self::Screen) -> &'static str;

    /// How a screen looks now. Runs after each update, so it must be quick and change nothing.
    fn view(look: &Look<'_, Self>, screen: &Self::Screen) -> Outcome<Page<Self::Message>>;

    /// Does what a message asks for.
    fn update(cx: &mut Context<'_, Self>, screen: &mut Self::Screen, message: Self::Message) -> Outcome;

    /// What is left of a screen when its activity is made anew: what the app put into its saved state.
    ///
    /// By default all of it. An app forgets a field by resetting it here, as Android does with every field that is not
    /// saved.
    fn recreated(_look: &Look<'_, Self>, screen: Self::Screen, _why: Recreation) -> Self::Screen {
        screen
    }

    /// A screen comes to the front or leaves it.
    fn lifecycle(_cx: &mut Context<'_, Self>, _screen: &mut Self::Screen, _moment: Lifecycle) -> Outcome {
        Ok(())
    }

    /// Something happens to the phone that concerns every app, or a broadcast that the manifest names. Comes to the
    /// topmost screen, whether the app is in front or not.
    fn received(_cx: &mut Context<'_, Self>, _screen: &mut Self::Screen, _event: &SystemEvent) -> Outcome {
        Ok(())
    }
}

/// Why an activity is made anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Recreation {
    /// The phone was turned, or its language, looks or size changed. The process goes on; what a view model holds stays.
    Configuration,
    /// The process had ended and someone came back. Only what was saved is left.
    ProcessDeath,
}

/// What happens to a screen beside touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Lifecycle {
    /// It is in front: just opened, returned to, or made anew.
    Resumed,
    /// It is no longer in front: another screen covers it, or someone left the app.
    Paused,
}
