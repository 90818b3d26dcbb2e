//! `eyeline demo`: a small site on loopback, driven over MCP through this very program as a child, with every call and
//! answer printed as an agent sees them.
//!
//! - `site`: serves the site that is built in
//! - `client`: the child and the protocol
//! - `script`: what is called, in order
//! - `refs`: refs out of an outline

mod client;
mod refs;
mod script;
mod site;

use crate::cli;
use client::Client;
use site::Site;
use std::time::Instant;

/// Runs the demo; an error if any call did not answer as it should.
pub async fn run(options: &cli::Demo) -> anyhow::Result<()> {
    let started = Instant::now();
    let site = Site::serve().await?;
    println!(
        "The demo site is at {} (and, for its frames, at {}).",
        site.first, site.second
    );
    println!("Starting the gateway as a child: eyeline mcp");
    let mut client = Client::start(options).await?;
    println!("{}", client.introduction());
    let shot = script::play(&mut client, &site).await;
    client.end().await?;
    let saved = shot?.save(options.screenshot.as_deref())?;
    println!("\nThe screenshot is at {}.", saved.display());
    println!(
        "Done in {:.1} s: every call answered as it should.",
        started.elapsed().as_secs_f64()
    );
    Ok(())
}
