//! What `downloads` and each of its items have.

use std::sync::{Arc, LazyLock};

use ai_vision::{Descriptor, JsonType, Member};

/// `downloads`.
pub static DOWNLOADS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new(
        "Downloads",
        "Files that pages sent, by position or id; downloads[-1] is the newest.",
    )
    .members([
        Member::property("count", "How many there have been."),
        Member::method(
            "wait",
            "wait({timeoutMs?}?)",
            "Wait until none is running; answers with the newest.",
        )
        .option("timeoutMs", JsonType::Number),
    ])
    .shared()
});

/// `downloads[i]`.
pub static DOWNLOAD: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Download", "A file that a page sent.")
        .members([
            Member::property("id", "Its id."),
            Member::property("name", "The file's name."),
            Member::property("path", "Where the file is, once it is whole."),
            Member::property("url", "Where it came from."),
            Member::property("bytes", "How much of it is here."),
            Member::property("state", "running, finished or failed."),
            Member::method("wait", "wait({timeoutMs?}?)", "Wait until it is whole.")
                .option("timeoutMs", JsonType::Number),
            Member::method("cancel", "cancel()", "End it.").acts(),
            Member::method("delete", "delete()", "Remove the file.").acts(),
        ])
        .shared()
});
