//! The pictures on buttons.

/// Names each picture once.
macro_rules! icons {
    ($($name:ident),+ $(,)?) => {
        /// A small picture, drawn in lines.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is what the picture shows")]
        pub enum Icon { $($name),+ }

        impl Icon {
            /// All of them.
            pub const ALL: &'static [Icon] = &[$(Icon::$name),+];
        }
    };
}

icons! {
    Add, Back, Close, Check, Menu, More, Search, Delete, Edit, Share, Settings, Star, StarOutline, Heart,
    Person, People, Phone, Mail, Calendar, Clock, Home, Folder, File, Tag, Filter, Sort, Refresh, Undo, Redo,
    Play, Pause, Image, Camera, Lock, Info, Warning, Download, Upload, Chart, Wallet, List, Grid, Sun, Moon,
    Bell, Bookmark, ArrowUp, ArrowDown, ArrowRight, Rss, Book, Note, Backspace, Shift, Circle, Square,
    TriangleLeft, Signal, NoSignal, Battery,
}
