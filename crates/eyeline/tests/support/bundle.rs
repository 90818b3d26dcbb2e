//! Builds the editor pages from npm packages.
