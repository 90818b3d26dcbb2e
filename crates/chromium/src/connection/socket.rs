//! The WebSocket: text out, text in.

use async_tungstenite::tokio::{TokioAdapter, client_async_with_config};
use async_tungstenite::tungstenite::client::IntoClientRequest;
use async_tungstenite::tungstenite::error::UrlError;
use async_tungstenite::tungstenite::protocol::WebSocketConfig;
use async_tungstenite::tungstenite::{Error, Message, Utf8Bytes};
use async_tungstenite::{WebSocketReceiver, WebSocketSender};
use futures::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

type Stream = TokioAdapter<TcpStream>;

/// The way out. What is sent never waits: a task of its own writes it, so that a browser that reads slowly does not keep answers back.
pub(super) struct Outbox(UnboundedSender<String>);

/// The way in.
pub(super) struct Inbox(WebSocketReceiver<Stream>);

/// Opens a socket to a `ws://` address.
pub(super) async fn open(url: &str) -> Result<(Outbox, Inbox), Error> {
    let request = url.into_client_request()?;
    let uri = request.uri();
    if uri.scheme_str() != Some("ws") {
        return Err(Error::Url(UrlError::UnsupportedUrlScheme));
    }
    let host = uri.host().ok_or(Error::Url(UrlError::NoHostName))?;
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let stream = TcpStream::connect((host, uri.port_u16().unwrap_or(80))).await?;
    // Commands are short and go out in pairs; Nagle's algorithm would hold the second one back until the first is answered.
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default()
        .max_message_size(None)
        .max_frame_size(None);
    let (socket, _) = client_async_with_config(request, stream, Some(config)).await?;
    let (sink, stream) = socket.split();
    let (sender, texts) = unbounded_channel();
    tokio::spawn(write(sink, texts));
    Ok((Outbox(sender), Inbox(stream)))
}

/// Writes what is sent, all that has gathered at once, until the sender is dropped or the socket is closed.
async fn write(mut sink: WebSocketSender<Stream>, mut texts: UnboundedReceiver<String>) {
    while let Some(text) = texts.recv().await {
        let mut written = sink.feed(Message::text(text)).await;
        while written.is_ok()
            && let Ok(text) = texts.try_recv()
        {
            written = sink.feed(Message::text(text)).await;
        }
        // That the socket is closed is told by the way in.
        if written.is_err() || sink.flush().await.is_err() {
            return;
        }
    }
}

impl Outbox {
    pub fn send(&self, text: String) {
        // Nobody writes any more when the socket is closed, which the way in tells.
        let _ = self.0.send(text);
    }
}

impl Inbox {
    /// The next message; the reason why there will be none.
    pub async fn next(&mut self) -> Result<Utf8Bytes, String> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => return Err("it closed the connection".to_owned()),
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(error.to_string()),
            }
        }
    }
}
