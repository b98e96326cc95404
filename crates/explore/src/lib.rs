//! Choose what to do next: random, systematic, time travel.
