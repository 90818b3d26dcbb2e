//! From page items to text: render, budget, find, diff, cursor.
