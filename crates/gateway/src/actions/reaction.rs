//! What comes of an action: listening while it is done, waiting until the page is quiet, telling what changed.

use std::future::Future;
use std::time::{Duration, Instant};

use eyeline_chromium::{Deadline, Error, Frame, LoadState};
use eyeline_page_script::act::{ChangeRow, FieldReading, Invalid, Press, SettleOptions, Settled};
use futures::future::join_all;
use serde_json::json;

use super::context::ActionContext;
use super::effect::{Changes, Effect};
use super::error::ActionError;
use super::happenings::Happenings;
use super::lines;
use super::options::{CommonOptions, Settle};
use crate::PageText;
use crate::page_text::shown_url;

/// How long a page is waited for that changes without going elsewhere.
const SETTLE: Duration = Duration::from_secs(1);
/// How long a navigation is waited for.
const NAVIGATION: Duration = Duration::from_secs(10);
/// How long a page may leave an input unanswered before the action is told without its outcome.
const HANGING: Duration = Duration::from_secs(10);
/// How long a tab or a download is waited for that has been announced.
const ANNOUNCED: Duration = Duration::from_secs(3);
/// How long a new tab may take to say where it goes.
const NEW_TAB: Duration = Duration::from_millis(700);
/// How long frames beside the one that is acted in are waited for.
const BESIDE: Duration = Duration::from_millis(250);
/// How many frames beside the one that is acted in are watched.
const WATCHED: usize = 12;

/// An action that is under way.
pub(super) struct Reaction<'a> {
    ctx: &'a ActionContext,
    frame: Frame,
    beside: Vec<Frame>,
    happenings: Happenings,
    began: Instant,
    settle: Settle,
    response: Option<String>,
    /// The field that is typed into: that it holds something now is no reaction of the page.
    field: Option<u32>,
}

/// What came of it, as far as it could be seen.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// How the press went, where one was armed.
    pub press: Press,
    /// What the field holds, where one was to be read back.
    pub field: Option<FieldReading>,
    /// The effect so far: what happened, and what changed.
    pub effect: Effect,
    /// Whether something of the page has changed.
    pub changed: bool,
    /// Whether the page could be read after the action.
    pub read: bool,
}

impl<'a> Reaction<'a> {
    /// Begins to listen. To be called when the target is ready, before any input.
    pub async fn begin(ctx: &'a ActionContext, frame: &Frame, common: &CommonOptions) -> Reaction<'a> {
        let happenings = Happenings::listen(&ctx.browser, &ctx.tab);
        let beside: Vec<Frame> = ctx
            .tab
            .frames()
            .into_iter()
            .filter(|other| other != frame)
            .take(WATCHED)
            .collect();
        let patience = ctx.within(BESIDE);
        let none = json!({});
        join_all(
            beside
                .iter()
                .map(|other| other.call::<()>("watchFrame", &none, patience)),
        )
        .await;
        Reaction {
            ctx,
            frame: frame.clone(),
            beside,
            happenings,
            began: Instant::now(),
            settle: common.settle,
            response: common.wait_for_response.clone(),
            field: None,
        }
    }

    /// Sends the input, waits until the page is quiet, and tells what came of it.
    pub async fn after(
        mut self,
        input: impl Future<Output = Result<(), Error>>,
        options: SettleOptions,
    ) -> Result<Outcome, ActionError> {
        let options = self.timed(options);
        self.field = options.field;
        let patience = self.ctx.within(HANGING);
        // The page is asked ahead of the input where it can tell by itself when that has come: it is there already when its waiting begins,
        // and what it is asked is not kept back by the frame that an input brings about.
        let asked = self.frame.call::<Settled>("settle", &options, patience);
        let input = patience.run("Sending the input", input);
        let (settled, sent) = if options.pressed || options.typing {
            futures::join!(asked, input)
        } else {
            let sent = input.await;
            (asked.await, sent)
        };
        if let Ok(Err(error)) | Err(error) = sent {
            self.forgive(error)?;
        }
        let mut outcome = Outcome::default();
        self.take(settled, &mut outcome)?;
        if outcome.press.state == "stopped" {
            return Ok(outcome);
        }
        self.follow(&mut outcome, options).await?;
        self.tell_beside(&mut outcome).await;
        self.conclude(&mut outcome).await?;
        Ok(outcome)
    }

    fn timed(&self, options: SettleOptions) -> SettleOptions {
        let left = self.ctx.budget();
        let (quiet, max) = match self.settle {
            Settle::Frames => (options.quiet, SETTLE),
            Settle::Quiet => (500, NAVIGATION),
            Settle::Ms(wait) => (wait, Duration::from_millis(wait)),
        };
        SettleOptions {
            quiet,
            max: max.min(left).as_millis() as u64,
            ..options
        }
    }

    /// Errors of sent input that are outcomes: a dialog opened, the page went, the tab closed itself, the page hangs.
    fn forgive(&mut self, error: Error) -> Result<(), ActionError> {
        match error {
            Error::DialogOpen(_) => {
                self.ctx.watch.left_untold();
                Ok(())
            }
            Error::TabClosed | Error::TabCrashed | Error::Timeout { .. } => Ok(()),
            error if error.is_replaced_document() => Ok(()),
            Error::FrameGone => Ok(()),
            Error::Page(error) => Err(ActionError::Failed(error.to_string())),
            other => Err(ActionError::Browser(other.to_string())),
        }
    }

    fn take(&mut self, settled: Result<Settled, Error>, outcome: &mut Outcome) -> Result<(), ActionError> {
        self.happenings.catch_up();
        match settled {
            Ok(settled) => {
                outcome.read = true;
                self.take_settled(settled, outcome);
                Ok(())
            }
            Err(Error::Timeout { .. }) => {
                outcome
                    .effect
                    .changes
                    .notes
                    .push("the page has not answered since: it is busy, or hangs".into());
                Ok(())
            }
            Err(error) => self.forgive(error),
        }
    }

    fn take_settled(&mut self, settled: Settled, outcome: &mut Outcome) {
        if let Some(leaving) = settled.leaving {
            self.happenings.announce(leaving);
        }
        outcome.press = if outcome.press.state.is_empty() {
            settled.press
        } else {
            outcome.press.clone()
        };
        outcome.field = settled.field.or(outcome.field.take());
        let reacted = |row: &ChangeRow| self.field.is_none() || row.item.reference != self.field;
        outcome.changed |= settled.rows.iter().any(reacted) || settled.url.is_some();
        let changes = &mut outcome.effect.changes;
        if let Some(url) = settled.url.filter(|_| self.frame.is_main()) {
            changes.notes.push(format!("url: {}", shown_url(&url)));
            outcome.effect.navigated = Some(url);
        }
        if let Some(title) = settled.title.filter(|_| self.frame.is_main()) {
            changes.notes.push(format!("title: {}", PageText::new(&title)));
        }
        if let Some(modal) = settled.modal {
            let whole = if self.frame.is_main() { "page" } else { "frame" };
            changes.notes.push(format!(
                "{} opened; the rest of the {whole} is behind it",
                PageText::new(&modal).as_str()
            ));
        }
        if let Some(modal) = settled.closed {
            outcome.changed = true;
            let whole = if self.frame.is_main() { "page" } else { "frame" };
            changes.notes.push(format!(
                "{} closed; the {whole} behind it is back",
                PageText::new(&modal).as_str()
            ));
        }
        changes.lines.extend(lines::of_rows(&self.frame, &settled.rows));
        if settled.more > 0 {
            changes
                .lines
                .push(format!("… {} more changed lines", settled.more));
        }
        if settled.cut && settled.rows.is_empty() {
            changes
                .notes
                .push("of this long page only the first 2,000 lines were compared".into());
        }
        for Invalid { said, message } in &settled.invalid {
            outcome.changed = true;
            changes.notes.push(format!(
                "invalid: {}: {}",
                super::words::say(&self.frame, said),
                PageText::new(message)
            ));
        }
        if !settled.busy.is_empty() {
            changes.notes.push(format!(
                "still at work: {}",
                PageText::new(&settled.busy).as_str()
            ));
        }
        if !settled.quiet && self.settle == Settle::Frames {
            changes.notes.push("still changing".into());
        }
    }

    /// Waits for what the action has begun: a load, a tab, a download, requests.
    async fn follow(&mut self, outcome: &mut Outcome, options: SettleOptions) -> Result<(), ActionError> {
        if let Some(pattern) = self.response.take() {
            outcome.effect.response = Some(self.happenings.response(self.ctx, &pattern).await?);
        }
        loop {
            self.happenings.catch_up();
            if self.is_over() {
                return Ok(());
            }
            let limit = if self.happenings.loading(&self.ctx.tab) {
                NAVIGATION
            } else if self.happenings.announced() {
                ANNOUNCED
            } else if let Some(since) = self.happenings.downloading() {
                since.duration_since(self.began) + SETTLE
            } else if self.happenings.pending().next().is_some() {
                if self.settle == Settle::Quiet {
                    NAVIGATION
                } else {
                    SETTLE
                }
            } else {
                return Ok(());
            };
            let left = limit.saturating_sub(self.began.elapsed()).min(self.ctx.budget());
            if left.is_zero() {
                return Ok(());
            }
            let had_requests = self.happenings.pending().next().is_some();
            // That a load was given up is told by no event, so the tab is looked at now and then.
            self.happenings
                .next(Deadline::after(left.min(Duration::from_millis(100))))
                .await;
            let answered = had_requests && self.happenings.pending().next().is_none();
            if answered && !self.happenings.loading(&self.ctx.tab) && !self.is_over() {
                self.settle_again(outcome, &options).await?;
            }
        }
    }

    /// Whether nothing more is to be waited for: the page stands at a dialog, or is gone.
    fn is_over(&self) -> bool {
        self.ctx.tab.dialog().is_some() || self.happenings.closed() || self.happenings.crashed()
    }

    /// The page after its requests were answered.
    async fn settle_again(
        &mut self,
        outcome: &mut Outcome,
        options: &SettleOptions,
    ) -> Result<(), ActionError> {
        outcome
            .effect
            .changes
            .notes
            .retain(|note| !note.starts_with("still "));
        let left = SETTLE
            .saturating_sub(self.began.elapsed())
            .max(Duration::from_millis(60));
        let max = left.as_millis() as u64;
        let again = SettleOptions {
            pressed: false,
            typed: false,
            typing: false,
            always: true,
            max,
            ..options.clone()
        };
        let settled = self
            .frame
            .call::<Settled>("settle", &again, self.ctx.within(HANGING))
            .await;
        self.take(settled, outcome)
    }

    async fn tell_beside(&mut self, outcome: &mut Outcome) {
        if self.is_over() || self.happenings.navigated().is_some() || self.beside.is_empty() {
            return;
        }
        let patience = self.ctx.within(BESIDE);
        let none = json!({});
        let asked = self
            .beside
            .iter()
            .map(|frame| frame.call::<Settled>("tellNow", &none, patience));
        for (frame, told) in self.beside.iter().zip(join_all(asked).await) {
            let Ok(told) = told else { continue };
            outcome.changed |= !told.rows.is_empty();
            outcome
                .effect
                .changes
                .lines
                .extend(lines::of_rows(frame, &told.rows));
        }
    }

    /// Says in the effect what happened besides the page's own changes.
    async fn conclude(&mut self, outcome: &mut Outcome) -> Result<(), ActionError> {
        let loads = self.happenings.navigated().is_some() || self.happenings.loading(&self.ctx.tab);
        if loads && !self.is_over() {
            self.conclude_navigation(outcome).await;
        }
        self.happenings.catch_up();
        let effect = &mut outcome.effect;
        effect.dialog = self.happenings.dialog(&self.ctx.tab);
        effect.opened = self
            .happenings
            .opened(&self.ctx.browser, self.ctx.within(NEW_TAB))
            .await;
        effect.download = self.happenings.download();
        outcome.changed |= effect.dialog.is_some() || !effect.opened.is_empty() || effect.download.is_some();
        outcome.changed |= effect.navigated.is_some();
        let notes = &mut effect.changes.notes;
        if self.happenings.closed() {
            notes.push("the tab closed itself".into());
        }
        if self.happenings.crashed() {
            notes.push("the tab has crashed; reload() brings it back".into());
        }
        notes.extend(self.happenings.notes());
        if effect.dialog.is_none() && effect.navigated.is_none() {
            let pending: Vec<String> = self.happenings.pending().take(3).collect();
            notes.extend(
                pending
                    .into_iter()
                    .map(|request| format!("still at work: {request} is not answered yet")),
            );
        }
        Ok(())
    }

    async fn conclude_navigation(&mut self, outcome: &mut Outcome) {
        let left = NAVIGATION.saturating_sub(self.began.elapsed());
        let deadline = self.ctx.within(left.max(Duration::from_millis(50)));
        let loaded = self.ctx.tab.wait_load(LoadState::Load, deadline).await;
        let Some(url) = self.happenings.navigated().map(str::to_owned) else {
            return;
        };
        outcome.effect.changes = Changes::default();
        let notes = &mut outcome.effect.changes.notes;
        notes.push(format!("url: {}", shown_url(&url)));
        if loaded.is_err() && self.ctx.tab.dialog().is_none() {
            notes.push("still at work: the page is loading".into());
        }
        let title = match self.watch_new_document().await {
            Some(title) => title,
            None => self.ctx.tab.title(),
        };
        if !title.is_empty() {
            outcome
                .effect
                .changes
                .notes
                .push(format!("title: {}", PageText::new(&title)));
        }
        if let Some(status) = self.ctx.tab.status().filter(|status| *status >= 400) {
            outcome.effect.changes.notes.push(format!("status: {status}"));
        }
        outcome.effect.navigated = Some(url);
    }

    /// The new document is watched from now on, so that late changes are those after what is told here. Answers with its title.
    async fn watch_new_document(&self) -> Option<String> {
        let main = self.ctx.tab.main_frame().ok()?;
        let brief = SettleOptions {
            max: 120,
            ..SettleOptions::default()
        };
        let patience = self.ctx.within(Duration::from_millis(800));
        let settled = main.call::<Settled>("settle", &brief, patience).await.ok()?;
        settled.title
    }
}
