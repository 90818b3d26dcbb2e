//! Holding on to an object of the page.

use super::remote::Evaluated;
use crate::{Deadline, Json, Result, Session};
use serde_json::json;

/// An object of a page that is kept alive for as long as this is. Dropping it releases the object.
#[derive(Debug)]
pub struct Handle {
    session: Session,
    object: String,
}

impl Handle {
    pub(crate) fn new(session: Session, object: String) -> Self {
        Self { session, object }
    }

    /// The name by which commands know it (`objectId`), good on [`session`](Self::session) only.
    pub fn object_id(&self) -> &str {
        &self.object
    }

    /// The session that it was found on.
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// Calls a function on it, as `this`; the result is JSON.
    pub async fn call(&self, function: &str, args: &[Json], deadline: Deadline) -> Result<Json> {
        let params = json!({
            "objectId": self.object,
            "functionDeclaration": function,
            "arguments": args.iter().map(|value| json!({"value": value})).collect::<Json>(),
            "returnByValue": true,
            "awaitPromise": true,
        });
        let evaluated: Evaluated = self
            .session
            .request("Runtime.callFunctionOn", params, deadline)
            .await?;
        Ok(evaluated.into_result()?.into_json())
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.session
            .ungated()
            .post("Runtime.releaseObject", json!({"objectId": self.object}));
    }
}
