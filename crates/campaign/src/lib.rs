//! Run all of it: experiments on phones, budget, journal, resume.
