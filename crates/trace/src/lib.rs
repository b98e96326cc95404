//! Remember what happened: steps, traces, the run folder and importers.
