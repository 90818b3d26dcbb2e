//! Scripts of calls (`fixtures/tasks/*.jsonl`), run through the real binary.
