//! What clicking, typing, choosing and the rest do, and the proof they answer with.
