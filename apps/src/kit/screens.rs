/// Names an app's screens: the enums `Screen` and `Message`, `ACTIVITIES`, and `activity_of` a screen.
///
/// First a line for each screen, with its type, its messages and its activity; then the messages that belong to none.
/// A message is printed as its screen names it, for stack traces.
macro_rules! screens {
    (
        $($name:ident($screen:ty, $message:ty) $activity:literal;)+
        $(+ $(#[$about:meta])* $other:ident $({ $($field:ident: $type:ty),+ })?;)*
    ) => {
        /// One activity.
        #[derive(Debug, Clone, Hash)]
        #[expect(missing_docs, reason = "each is the activity of its name")]
        pub enum Screen {
            $($name($screen)),+
        }

        /// What touches mean, screen by screen.
        #[derive(Clone)]
        #[expect(missing_docs, reason = "each belongs to the screen of its name")]
        pub enum Message {
            $($name($message),)+
            $($(#[$about])* $other $({ $($field: $type),+ })?,)*
        }

        impl std::fmt::Debug for Message {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Message::$name(message) => message.fmt(f),)+
                    $(Message::$other $({ $($field: _),+ })? => f.write_str(stringify!($other)),)*
                }
            }
        }

        const ACTIVITIES: &[&str] = &[$($activity),+];

        fn activity_of(screen: &Screen) -> &'static str {
            match screen {
                $(Screen::$name(_) => $activity),+
            }
        }
    };
}

pub(crate) use screens;
