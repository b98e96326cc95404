//! Talk to a phone: what phones print, understood.
