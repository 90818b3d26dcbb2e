//! A list that forgets its oldest entries.

use std::collections::VecDeque;

/// At most so many entries, newest last.
#[derive(Debug)]
pub(super) struct Ring<T> {
    entries: VecDeque<T>,
    size: usize,
}

impl<T> Ring<T> {
    pub fn new(size: usize) -> Self {
        Self {
            entries: VecDeque::new(),
            size,
        }
    }

    pub fn push(&mut self, entry: T) {
        if self.entries.len() == self.size {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    /// The newest entry of which this holds.
    pub fn newest_mut(&mut self, holds: impl Fn(&T) -> bool) -> Option<&mut T> {
        self.entries.iter_mut().rev().find(|entry| holds(entry))
    }

    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.entries.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_first() {
        let mut ring = Ring::new(2);
        (1..=3).for_each(|number| ring.push(number));
        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), [2, 3]);
        *ring.newest_mut(|&number| number < 3).unwrap() = 9;
        assert_eq!(ring.iter().copied().collect::<Vec<_>>(), [9, 3]);
    }
}
