//! One folder per technique, each a planner and a judge.
