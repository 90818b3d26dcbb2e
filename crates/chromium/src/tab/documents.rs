//! The requests for the main frame's documents: redirects, status, failure.

use super::TabState;
use super::events::Source;
use super::facts::{LoadingFailed, RequestSent, ResponseReceived};
use super::navigate::Redirect;
use crate::{FrameId, LoaderId};

impl Source<'_> {
    /// Whether a request is for the document of the main frame.
    fn is_main_document(
        &self,
        kind: &str,
        request: &str,
        loader: &LoaderId,
        frame: Option<&FrameId>,
    ) -> bool {
        let of_main = || {
            self.tab
                .state
                .read(|state| frame.is_some_and(|frame| state.frames.is_main(frame)))
        };
        kind == "Document" && request == loader.as_str() && of_main()
    }

    pub(super) fn request_sent(&self, sent: RequestSent) {
        if !self.is_main_document(
            &sent.kind,
            &sent.request_id,
            &sent.loader_id,
            sent.frame_id.as_ref(),
        ) {
            return;
        }
        self.write(|state| {
            let document = state.document_mut(&sent.loader_id);
            document.url = sent.request.url;
            document
                .redirects
                .extend(sent.redirect_response.map(|from| Redirect {
                    url: from.url,
                    status: from.status,
                }));
        });
    }

    pub(super) fn response_received(&self, received: ResponseReceived) {
        if !self.is_main_document(
            &received.kind,
            &received.request_id,
            &received.loader_id,
            received.frame_id.as_ref(),
        ) {
            return;
        }
        let over_http = received.response.url.starts_with("http") && received.response.status != 0;
        self.write(|state| {
            state.document_mut(&received.loader_id).status = over_http.then_some(received.response.status)
        });
    }

    pub(super) fn loading_failed(
        &self,
        LoadingFailed {
            request_id,
            error_text,
        }: LoadingFailed,
    ) {
        let loader = LoaderId::from(request_id);
        // Only what is known as a document's request is of interest.
        let is_document = |state: &TabState| state.document(&loader).is_some();
        if !self.tab.state.read(is_document) {
            return;
        }
        self.tab.state.write(|state| {
            if let Some(document) = state
                .documents
                .iter_mut()
                .find(|document| document.loader.as_ref() == Some(&loader))
            {
                document.error = Some(error_text);
            }
        });
    }
}
