//! Compare what screens look like.
