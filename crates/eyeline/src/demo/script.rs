//! What the demo calls, in order.

use super::client::{Answer, Client};
use super::refs;
use super::site::Site;
use anyhow::{Context, bail, ensure};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};
use std::path::{Path, PathBuf};

/// Longest text of an answer that is printed; agents get all of it.
const PRINTED: usize = 2_600;

/// The bytes of the screenshot.
pub struct Shot {
    bytes: Vec<u8>,
    extension: &'static str,
}

impl Shot {
    fn of(answer: &Answer) -> anyhow::Result<Shot> {
        let image = answer
            .blocks
            .iter()
            .find(|block| block["type"] == "image")
            .context("there is no image")?;
        let data = image["data"].as_str().context("the image has no data")?;
        let bytes = STANDARD.decode(data).context("the image is no base64")?;
        let extension = match image["mimeType"].as_str() {
            Some("image/jpeg") => "jpg",
            Some("image/webp") => "webp",
            _ => "png",
        };
        Ok(Shot { bytes, extension })
    }

    /// Writes the screenshot, by default to a file in the folder for temporary files.
    pub fn save(&self, path: Option<&Path>) -> anyhow::Result<PathBuf> {
        let default = || std::env::temp_dir().join(format!("eyeline-demo.{}", self.extension));
        let path = path.map_or_else(default, Path::to_owned);
        std::fs::write(&path, &self.bytes)
            .with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(path)
    }
}

/// Plays the whole script; the answer is the screenshot taken on the way.
pub async fn play(client: &mut Client, site: &Site) -> anyhow::Result<Shot> {
    let mut stage = Stage { client, count: 0 };
    let outline = stage.begin(site).await?;
    stage.create_an_issue(&outline).await?;
    stage.press_in_frames(&outline).await?;
    stage.ask_for_a_wrong_name().await?;
    stage.search_and_look().await
}

struct Stage<'a> {
    client: &'a mut Client,
    count: usize,
}

impl Stage<'_> {
    /// Opens the site and reads it; the answer is the outline.
    async fn begin(&mut self, site: &Site) -> anyhow::Result<String> {
        self.call("With no path, the overview", json!({})).await?;
        self.call("Open a tab", json!({"path": "pages.open", "args": [site.first]}))
            .await?;
        let read = json!({"path": "page.editor.snapshot", "args": []});
        Ok(self
            .call("Read the page: an outline with refs, frames in place", read)
            .await?
            .text)
    }

    async fn create_an_issue(&mut self, outline: &str) -> anyhow::Result<()> {
        let button = reference(outline, "button \"New issue\"")?;
        let click = json!({"path": "page.editor.click", "args": [{"ref": button}]});
        let answer = self
            .call("Click by ref; the answer says what changed", click)
            .await?;
        ensure!(answer.text.contains("dialog"), "the click opened no dialog");
        let fields = json!({"Title": "Tide tables are off by an hour", "Priority": "High"});
        self.call(
            "Fill the form by its labels",
            json!({"path": "page.editor.fillForm", "args": [fields]}),
        )
        .await?;
        let create = r#"page.editor.app.dialog["New issue"].button["Create issue"].click"#;
        let answer = self
            .call(
                "Controls are objects, by name",
                json!({"path": create, "args": []}),
            )
            .await?;
        ensure!(
            answer.text.contains("TP-111"),
            "the answer does not tell of the new issue"
        );
        Ok(())
    }

    /// The refs of the first outline still stand: they belong to their elements.
    async fn press_in_frames(&mut self, outline: &str) -> anyhow::Result<()> {
        let frame = reference(outline, "button \"Check again\"")?;
        let click = json!({"path": "page.editor.click", "args": [{"ref": frame}]});
        let answer = self
            .call("A frame of another origin needs nothing special", click)
            .await?;
        ensure!(
            answer.text.contains("Check again"),
            "the click says nothing of its target"
        );
        let nested = reference(outline, "button \"Yes, it helps\"")?;
        let click = json!({"path": "page.editor.click", "args": [{"ref": nested}]});
        let answer = self.call("Nor does a frame inside that frame", click).await?;
        ensure!(
            answer.text.contains("Thank you"),
            "the nested frame did not answer"
        );
        Ok(())
    }

    async fn ask_for_a_wrong_name(&mut self) -> anyhow::Result<()> {
        let path = r#"page.editor.app.button["New isue"].click"#;
        let arguments = json!({"path": path, "args": []});
        self.announce("A wrong name teaches the right one", &arguments);
        let answer = self.client.call(&arguments).await?;
        print(&answer);
        ensure!(
            answer.is_error && answer.value().contains("New issue"),
            "the error does not name the right button"
        );
        Ok(())
    }

    async fn search_and_look(&mut self) -> anyhow::Result<Shot> {
        let text = json!({"path": r#"page.editor.app.textbox["Search issues"].value"#, "value": "tide"});
        self.call("Assign a value; real key strokes do it", text).await?;
        let records = json!({"path": r#"page.editor.app.table["Issues"].records"#, "args": []});
        let answer = self.call("A table is records", records).await?;
        ensure!(
            answer.text.contains("Tide tables"),
            "the table does not hold the new issue"
        );
        let shot = json!({"path": "page.editor.screenshot", "args": []});
        let answer = self.call("Look at it", shot).await?;
        Shot::of(&answer.whole)
    }

    /// Makes a call that must succeed, and prints it with its answer.
    async fn call(&mut self, title: &str, arguments: Json) -> anyhow::Result<Told> {
        self.announce(title, &arguments);
        let whole = self.client.call(&arguments).await?;
        print(&whole);
        if whole.is_error {
            bail!(
                "step {} ({title}) answered with an error: {}",
                self.count,
                whole.value()
            );
        }
        let texts: Vec<&str> = whole
            .blocks
            .iter()
            .filter_map(|block| block["text"].as_str())
            .collect();
        let text = texts.join("\n");
        Ok(Told { whole, text })
    }

    fn announce(&mut self, title: &str, arguments: &Json) {
        self.count += 1;
        println!("\n── {}. {title}", self.count);
        println!("call {arguments}");
    }
}

/// An answer and all of its text.
struct Told {
    whole: Answer,
    text: String,
}

fn reference<'a>(outline: &'a str, words: &str) -> anyhow::Result<&'a str> {
    refs::find(outline, words).with_context(|| format!("the outline has no {words} with a ref"))
}

fn print(answer: &Answer) {
    for block in &answer.blocks {
        match block["text"].as_str() {
            Some(text) => println!("{}", indented(text)),
            None => println!(
                "  ({} of {} KB)",
                block["mimeType"].as_str().unwrap_or("image"),
                kilobytes(block)
            ),
        }
    }
    println!("  ({} ms)", answer.took.as_millis());
}

fn kilobytes(block: &Json) -> usize {
    block["data"].as_str().unwrap_or_default().len() * 3 / 4 / 1024
}

fn indented(text: &str) -> String {
    let kept: String = text.chars().take(PRINTED).collect();
    let rest = text.chars().count() - kept.chars().count();
    let mut lines = kept
        .lines()
        .map(|line| format!("  {line}"))
        .collect::<Vec<_>>()
        .join("\n");
    if rest > 0 {
        lines.push_str(&format!("\n  … ({rest} more characters, not printed here)"));
    }
    lines
}
