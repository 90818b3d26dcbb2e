//! One client on standard input and output: one session, until the input ends or the process is asked to end.

use super::server::Server;
use crate::signals;
use anyhow::Context;
use eyeline_gateway::{Config, Gateway};
use rmcp::ServiceExt;
use rmcp::service::ServerInitializeError;

/// Serves until there is nobody left to serve; then the browser and all that it left on disk are gone.
pub async fn stdio(config: Config) -> anyhow::Result<()> {
    let gateway = Gateway::new(config);
    let session = gateway.open_session().await;
    let server = Server::new(gateway.clone(), session);
    let outcome = tokio::select! {
        outcome = serve(server) => outcome,
        signal = signals::asked_to_end() => {
            tracing::info!(signal, "asked to end");
            Ok(())
        }
    };
    gateway.shutdown().await;
    outcome
}

async fn serve(server: Server) -> anyhow::Result<()> {
    let (client_in, client_out) = rmcp::transport::io::stdio_pipes();
    let lines = super::lines::between(client_in, client_out);
    let running = match server.serve((lines.input, lines.output)).await {
        Ok(running) => running,
        // A client that closed the pipe before its first word has nothing to complain about.
        Err(ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(error).context("the client did not speak MCP"),
    };
    running.waiting().await.context("the protocol's task broke")?;
    // A client that does not read to the end has nothing to complain about either.
    if let Err(error) = lines.writing.await.context("the writer broke")? {
        tracing::debug!(%error, "the client has not read all answers");
    }
    Ok(())
}
