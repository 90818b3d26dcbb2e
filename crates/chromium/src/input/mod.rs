//! Trusted input.
