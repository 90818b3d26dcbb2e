//! Any page as typed objects: `pages[i].editor.app`.
