//! `tools` and its entries as nodes.

use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

use ai_vision::{Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait, find_near_names};
use futures::future::join_all;
use serde_json::json;

use super::TOOLS_KIND;
use super::invoke::invoke;
use super::offered::{self, PATIENCE};
use super::tool::{Source, Tool, member_name};
use crate::app::naming::key_text;
use crate::app::reach::Scope;

/// `app.tools`.
pub struct ToolsNode {
    scope: Scope,
    tools: Vec<(String, Tool)>,
    descriptor: Arc<Descriptor>,
}

/// Whether the browser knows tools of this page.
pub fn has_native(scope: &Scope) -> bool {
    !native(scope).is_empty()
}

/// The tools of a page and its frames.
pub async fn tools_of(scope: &Scope, offered: bool) -> Arc<ToolsNode> {
    let mut tools = native(scope);
    if offered {
        tools.extend(offered_in(scope).await);
    }
    let tools = named(tools);
    let members = tools.iter().map(|(name, tool)| tool.member(name.clone()));
    // A kind of its own for each page: what one page's tools are says nothing of another's.
    let kind = format!("{TOOLS_KIND}{}", scope.reach.tab.id());
    let descriptor = Descriptor::new(kind, "WebMCP tools that the page registered, in its own words.")
        .members(members)
        .help("Call one with its input: .search({\"query\": \"moss\"}). [\"name\"] tells what one takes. An input is checked before the page sees it.")
        .shared();
    Arc::new(ToolsNode {
        scope: scope.clone(),
        tools,
        descriptor,
    })
}

fn native(scope: &Scope) -> Vec<Tool> {
    let tab = &scope.reach.tab;
    let listed = scope.reach.ctx.gateway().app_state().tools().known().of(tab.id());
    let wanted = |frame: &eyeline_chromium::Frame| scope.frame.is_main() || *frame == scope.frame;
    listed
        .iter()
        .filter_map(|one| {
            let frame = tab
                .frame_by_id(&one.frame)
                .filter(wanted)
                .filter(|frame| frame.document_id() == one.document)?;
            Tool::read(&one.raw, &frame, Source::Native)
        })
        .collect()
}

async fn offered_in(scope: &Scope) -> Vec<Tool> {
    let frames = if scope.frame.is_main() {
        scope.reach.tab.frames()
    } else {
        vec![scope.frame.clone()]
    };
    let deadline = scope.reach.deadline().capped(PATIENCE);
    let asked = frames.iter().map(|frame| offered::list(frame, deadline));
    join_all(asked).await.into_iter().flatten().collect()
}

/// Gives each tool a name of its own: the main frame's keep theirs.
fn named(mut tools: Vec<Tool>) -> Vec<(String, Tool)> {
    tools.sort_by_key(|tool| tool.frame.number().unwrap_or(u32::MAX));
    let mut taken = HashSet::new();
    let mut out = Vec::new();
    for tool in tools {
        let name = member_name(&tool.name);
        let free = (1..)
            .map(|n| {
                if n == 1 {
                    name.clone()
                } else {
                    format!("{name}_{n}")
                }
            })
            .find(|name| !taken.contains(name));
        let name = free.unwrap_or(name);
        taken.insert(name.clone());
        out.push((name, tool));
    }
    out
}

impl ToolsNode {
    fn find(&self, name: &str) -> Option<&(String, Tool)> {
        let own = self.tools.iter().find(|(member, _)| member == name);
        own.or_else(|| self.tools.iter().find(|(_, tool)| tool.name == name))
    }

    fn entry(&self, key: &Key) -> Result<Value, NodeError> {
        let found = match key {
            Key::Text(name) => self.find(name),
            Key::Int(_) => key.position(self.tools.len()).and_then(|at| self.tools.get(at)),
        };
        let Some((name, tool)) = found else {
            let names = self.tools.iter().map(|(name, _)| name.as_str());
            let near = find_near_names(&key.to_string(), names);
            return Err(NodeError::new(format!("No tool [{key}] here.")).suggest(near));
        };
        Ok(Value::node(ToolNode {
            scope: self.scope.clone(),
            name: name.clone(),
            tool: tool.clone(),
        }))
    }
}

#[async_trait]
impl Node for ToolsNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        self.descriptor.clone()
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        Some(self.entry(key))
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        let told = self.tools.iter().map(|(name, tool)| {
            let mut one = json!({ "call": tool.signature(name), "description": tool.said() });
            if let Some(caution) = tool.caution() {
                one["caution"] = caution.into();
            }
            one
        });
        Ok(Some(Json::Array(told.collect())))
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        let Some((_, tool)) = self.find(member) else {
            return Err(NodeError::new(format!("The tool {} is gone.", key_text(member))));
        };
        invoke(&self.scope, tool, &args).await
    }
}

/// One tool: what it takes, and calling it.
struct ToolNode {
    scope: Scope,
    name: String,
    tool: Tool,
}

static TOOL: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new("Tool", "A WebMCP tool of the page.")
        .members([
            Member::property("name", "Its name, as the page gave it."),
            Member::property("description", "What it does, in the page's words."),
            Member::property("inputSchema", "What it takes, as JSON Schema."),
            Member::property("annotations", "What the page says of its nature."),
            Member::property("origin", "Who registered it."),
            Member::open_method("call", Some("call(input)".into()), "Call it.").acts(),
        ])
        .shared()
});

#[async_trait]
impl Node for ToolNode {
    fn descriptor(&self) -> Arc<Descriptor> {
        TOOL.clone()
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        Ok(Some(json!({
            "name": self.name, "description": self.tool.said(), "inputSchema": self.tool.schema, "origin": self.tool.frame.origin(),
        })))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        let annotations = &self.tool.annotations;
        Ok(Value::Json(match member {
            "name" => json!(crate::PageText::new(&self.tool.name).as_str()),
            "description" => json!(self.tool.described(2_000)),
            "inputSchema" => self.tool.schema.clone(),
            "annotations" => json!({
                "readOnly": annotations.read_only, "consequential": annotations.consequential,
                "untrustedContent": annotations.untrusted, "autosubmit": annotations.autosubmit, "form": annotations.form,
            }),
            _ => json!(self.tool.frame.origin()),
        }))
    }

    async fn call(&self, _member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        invoke(&self.scope, &self.tool, &args).await
    }
}
