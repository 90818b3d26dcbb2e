//! The one tool and its calls.
//!
//! The protocol exists in two generations: with `initialize` and sessions (up to 2025-11-25), and without either
//! (2026-07-28). Nothing here depends on which one a client speaks: what a session owns is in the gateway, under the
//! id that this handler keeps for its connection.

use super::{content, progress};
use eyeline_gateway::{
    CallRequest, Gateway, INSTRUCTIONS, SessionId, TOOL_DESCRIPTION, TOOL_NAME, tool_schema,
};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::Value as Json;
use std::sync::Arc;

/// Serves one connection.
#[derive(Clone)]
pub struct Server {
    gateway: Arc<Gateway>,
    session: SessionId,
}

impl Server {
    /// A server for one session of the gateway.
    pub fn new(gateway: Arc<Gateway>, session: SessionId) -> Self {
        Self { gateway, session }
    }

    async fn answer(&self, arguments: JsonObject, context: &RequestContext<RoleServer>) -> CallToolResult {
        let request = match CallRequest::parse(Json::Object(arguments)) {
            Ok(request) => request,
            Err(error) => return CallToolResult::error(vec![ContentBlock::text(format!("error: {error}."))]),
        };
        let path = request.path.clone();
        let called = self.gateway.call(&self.session, request);
        tokio::select! {
            answer = called => content::result(answer),
            never = progress::report(context, &path) => match never {},
            // Dropping the call cancels its work. Nobody reads this answer; the protocol wants one all the same.
            () = context.ct.cancelled() => {
                CallToolResult::error(vec![ContentBlock::text("error: the call was cancelled by the client")])
            }
        }
    }
}

/// The tool as a client lists it.
fn tool() -> Tool {
    let schema = match tool_schema() {
        Json::Object(schema) => schema,
        _ => JsonObject::new(),
    };
    let annotations = ToolAnnotations::new().read_only(false).open_world(true);
    Tool::new(TOOL_NAME, TOOL_DESCRIPTION, schema).with_annotations(annotations)
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_instructions(INSTRUCTIONS);
        info.server_info = Implementation::new("eyeline", env!("CARGO_PKG_VERSION"));
        info
    }

    async fn list_tools(
        &self,
        _page: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![tool()]))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        (name == TOOL_NAME).then(tool)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name != TOOL_NAME {
            let text = format!(
                "there is no tool {:?}; the only one is \"{TOOL_NAME}\"",
                request.name
            );
            return Err(ErrorData::invalid_params(text, None));
        }
        Ok(self
            .answer(request.arguments.unwrap_or_default(), &context)
            .await
            .into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tool_as_listed_stays_within_its_budget() {
        let listed = serde_json::to_string(&tool()).unwrap();
        let counted =
            TOOL_NAME.len() + TOOL_DESCRIPTION.chars().count() + tool_schema().to_string().chars().count();
        assert!(
            counted <= 2_500,
            "name, description and schema take {counted} characters"
        );
        assert!(
            listed.chars().count() <= 2_700,
            "with the protocol's own words: {}",
            listed.chars().count()
        );
    }
}
