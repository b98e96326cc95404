//! Exact and fast tree edit distance, mapping and script between two layouts.
