//! The gateway's answers as the protocol writes them.

use eyeline_gateway::{Answer, Block};
use rmcp::model::{CallToolResult, ContentBlock};

/// A result of the tool: the answer's blocks, in order.
pub fn result(answer: Answer) -> CallToolResult {
    let blocks = answer.blocks.into_iter().map(content).collect();
    if answer.is_error {
        CallToolResult::error(blocks)
    } else {
        CallToolResult::success(blocks)
    }
}

fn content(block: Block) -> ContentBlock {
    match block {
        Block::Text(text) => ContentBlock::text(text),
        Block::Image { data, mime_type } => ContentBlock::image(data, mime_type),
    }
}
