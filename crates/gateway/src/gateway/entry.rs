//! Sessions, and the one way in.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use eyeline_chromium::{Browser, Deadline, TabId};

use crate::app::AppState;
use crate::browser::Contexts;
use crate::call::{Answer, CallRequest};
use crate::config::Config;
use crate::context::Level;
use crate::events::News;
use crate::keeper::Keeper;
use crate::policy::{UrlPolicy, Workspace};
use crate::session::{Session, SessionId};
use crate::settings::Settings;

/// One browser and the sessions that use it.
pub struct Gateway {
    config: Config,
    keeper: Keeper,
    workspace: Workspace,
    app: Arc<AppState>,
    sessions: Mutex<HashMap<SessionId, Arc<Session>>>,
    labels: Mutex<HashMap<String, TabId>>,
    contexts: Contexts,
    refusals: Mutex<HashMap<TabId, String>>,
}

impl Gateway {
    /// A gateway. Nothing is started until a call needs the browser.
    pub fn new(config: Config) -> Arc<Gateway> {
        Arc::new_cyclic(|gateway| Gateway {
            keeper: Keeper::new(config.clone(), gateway.clone()),
            workspace: Workspace::new(&config.workspace),
            app: Arc::new(AppState::new()),
            sessions: Mutex::default(),
            labels: Mutex::default(),
            contexts: Contexts::default(),
            refusals: Mutex::default(),
            config,
        })
    }

    /// Begins a session: its own seen kinds, events, settings and `page`.
    pub async fn open_session(&self) -> SessionId {
        let mut settings = Settings::default();
        settings.timeouts.call = u64::try_from(self.config.timeout.as_millis()).unwrap_or(u64::MAX);
        settings.privacy.redact.clone_from(&self.config.redact);
        let session = Arc::new(Session::new(settings));
        let id = session.id().clone();
        lock(&self.sessions).insert(id.clone(), session);
        id
    }

    /// Answers one call. It never panics and never outlives its deadline; dropping the future ends the call.
    pub async fn call(self: &Arc<Self>, session: &SessionId, request: CallRequest) -> Answer {
        let found = lock(&self.sessions).get(session).cloned();
        match found {
            Some(session) => super::run::run_call(self, &session, request).await,
            None => Answer::error(
                "There is no such session. Call without `session`, and use the handle of the answer.",
            ),
        }
    }

    /// Whether there is a session of that name.
    pub fn has_session(&self, session: &SessionId) -> bool {
        lock(&self.sessions).contains_key(session)
    }

    /// Ends a session and forgets what it owned.
    pub async fn close_session(&self, session: &SessionId) {
        let Some(session) = lock(&self.sessions).remove(session) else {
            return;
        };
        session.invocations().cancel_all();
        if let (Some(context), Some(browser)) = (session.context(), self.keeper.running())
            && let Err(error) = browser
                .dispose_context(&context, Deadline::after(Duration::from_secs(5)))
                .await
        {
            tracing::warn!(%error, "a session's browser context could not be disposed of");
        }
    }

    /// Ends all sessions and the browser, unless it was attached to.
    pub async fn shutdown(&self) {
        let sessions: Vec<Arc<Session>> = lock(&self.sessions).drain().map(|(_, session)| session).collect();
        for session in sessions {
            session.invocations().cancel_all();
        }
        self.keeper.end().await;
    }

    /// The browser, while one runs.
    pub fn browser(&self) -> Option<Browser> {
        self.keeper.running()
    }

    /// What was decided at the start.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Where files may be read and written.
    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Which addresses may be opened.
    pub fn url_policy(&self) -> UrlPolicy {
        UrlPolicy {
            block_private: self.config.block_private,
        }
    }

    /// What the object models of pages need beyond a call.
    pub fn app_state(&self) -> &Arc<AppState> {
        &self.app
    }

    /// The cookie jars that were made, by name.
    pub fn contexts(&self) -> &Contexts {
        &self.contexts
    }

    pub(crate) fn keeper(&self) -> &Keeper {
        &self.keeper
    }

    pub(crate) fn sessions(&self) -> Vec<Arc<Session>> {
        lock(&self.sessions).values().cloned().collect()
    }

    /// Who decides how long a call may take when the call does not.
    pub(crate) fn usual_level(&self, settings: &Settings) -> Level {
        match u128::from(settings.timeouts.call) == self.config.timeout.as_millis() {
            true => Level::Gateway,
            false => Level::Session,
        }
    }

    /// The tab that was given a label.
    pub(crate) fn labelled(&self, label: &str) -> Option<TabId> {
        lock(&self.labels).get(label).copied()
    }

    /// The label that a tab was given.
    pub(crate) fn label_of(&self, tab: TabId) -> Option<String> {
        lock(&self.labels)
            .iter()
            .find(|(_, labelled)| **labelled == tab)
            .map(|(label, _)| label.clone())
    }

    /// Gives a tab a label, in place of the one it had. A label that another tab has is refused.
    pub(crate) fn label(&self, tab: TabId, label: Option<&str>) -> Result<(), TabId> {
        let mut labels = lock(&self.labels);
        if let Some(owner) = label
            .and_then(|label| labels.get(label))
            .filter(|owner| **owner != tab)
        {
            return Err(*owner);
        }
        labels.retain(|_, labelled| *labelled != tab);
        if let Some(label) = label {
            labels.insert(label.to_owned(), tab);
        }
        Ok(())
    }

    /// Notes why a tab was sent away from where its page had gone.
    pub(crate) fn note_refusal(&self, tab: TabId, why: String) {
        lock(&self.refusals).insert(tab, why);
    }

    /// Takes that note, for the call that led there.
    pub(crate) fn forget_refusal(&self, tab: TabId) -> Option<String> {
        lock(&self.refusals).remove(&tab)
    }

    /// Forgets a tab that was closed.
    pub(crate) fn forget_tab(&self, tab: TabId) {
        lock(&self.labels).retain(|_, labelled| *labelled != tab);
        lock(&self.refusals).remove(&tab);
        for session in self.sessions() {
            session.forget(tab);
        }
    }

    /// Tells every session that the browser is a new one.
    pub(crate) fn tell_of_restart(&self) {
        lock(&self.labels).clear();
        self.contexts.clear();
        for session in self.sessions() {
            session.forget_all_tabs();
            session.events().push(News {
                kind: "browser",
                text:
                    "The browser had ended and was started anew; tabs, cookies and refs of before are gone."
                        .into(),
                path: Some("pages".into()),
                ..News::default()
            });
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
