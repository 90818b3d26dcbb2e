//! What is on in a tab.

use std::sync::{Mutex, PoisonError};

use super::commands::Command;
use super::error::{EmulateFailure, EmulationError};
use super::known::device;
use super::options::Emulation;
use crate::{Deadline, Session, Tab};

/// The emulations of a tab that are on, for frames that are yet to come.
#[derive(Debug, Default)]
pub(crate) struct EmulationState(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// What is on, all together: later fields stand in for earlier ones.
    current: Emulation,
    commands: Vec<Command>,
}

impl EmulationState {
    /// Tells a session that comes to the tab what is emulated.
    pub fn set_up(&self, session: &Session) {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for command in state.commands.iter().filter(|command| !command.page_only) {
            session.post(command.method, command.params.clone());
        }
    }

    /// Device pixels for one CSS pixel, where a viewport is emulated.
    pub fn pixel_ratio(&self) -> Option<f64> {
        let state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.current.viewport.flatten().map(|viewport| viewport.scale)
    }

    /// Takes a change in; answers with the commands that carry it out.
    fn change(&self, change: &Emulation) -> Result<Vec<Command>, EmulationError> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut current = state.current.clone();
        current.merge(change)?;
        let commands = current.commands(change)?;
        state.current = current;
        for command in &commands {
            state.commands.retain(|earlier| earlier.method != command.method);
            state.commands.push(command.clone());
        }
        Ok(commands)
    }
}

impl Emulation {
    fn merge(&mut self, change: &Emulation) -> Result<(), EmulationError> {
        if let Some(name) = &change.device {
            let device = device(name)?;
            self.viewport = Some(Some(device.viewport));
            self.user_agent = Some((!device.user_agent.is_empty()).then(|| device.user_agent.to_owned()));
        }
        fn put<T: Clone>(to: &mut Option<T>, from: &Option<T>) {
            if from.is_some() {
                to.clone_from(from);
            }
        }
        put(&mut self.viewport, &change.viewport);
        put(&mut self.color_scheme, &change.color_scheme);
        put(&mut self.reduced_motion, &change.reduced_motion);
        put(&mut self.geolocation, &change.geolocation);
        put(&mut self.timezone, &change.timezone);
        put(&mut self.locale, &change.locale);
        put(&mut self.offline, &change.offline);
        put(&mut self.network, &change.network);
        put(&mut self.cpu, &change.cpu);
        put(&mut self.user_agent, &change.user_agent);
        Ok(())
    }
}

impl Tab {
    /// Changes what is emulated for this tab, and for the frames that it has and will have.
    pub async fn emulate(&self, change: &Emulation, deadline: Deadline) -> Result<(), EmulateFailure> {
        let commands = self.0.emulation.change(change)?;
        let mut sessions: Vec<Session> = vec![self.session().clone()];
        for session in self.frames().iter().filter_map(|frame| frame.session().ok()) {
            if sessions.iter().all(|known| known.id() != session.id()) {
                sessions.push(session);
            }
        }
        for command in commands {
            let reached = if command.page_only { 1 } else { sessions.len() };
            for (at, session) in sessions[..reached].iter().enumerate() {
                let outcome = session
                    .execute_raw(command.method, command.params.clone(), deadline)
                    .await;
                // A frame that went away meanwhile needs no telling; the page itself does.
                if at == 0 {
                    outcome?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(state: &EmulationState, text: &str) -> Result<Vec<Command>, EmulationError> {
        state.change(&serde_json::from_str(text).unwrap())
    }

    #[test]
    fn what_shares_a_command_is_kept_together() {
        let state = EmulationState::default();
        change(&state, r#"{"colorScheme": "dark"}"#).unwrap();
        let commands = change(&state, r#"{"reducedMotion": true}"#).unwrap();
        assert_eq!(commands.len(), 1);
        assert_eq!(commands[0].params["features"][0]["value"], "dark");
        let commands = change(&state, r#"{"colorScheme": null}"#).unwrap();
        assert_eq!(commands[0].params["features"][0]["value"], "");
        assert_eq!(commands[0].params["features"][1]["value"], "reduce");
        assert_eq!(state.0.lock().unwrap().commands.len(), 1);
    }

    #[test]
    fn a_device_brings_viewport_and_name() {
        let commands = change(&EmulationState::default(), r#"{"device": "iphone 15"}"#).unwrap();
        assert_eq!(commands[0].params["width"], 393);
        assert!(
            commands[2].params["userAgent"]
                .as_str()
                .unwrap()
                .contains("iPhone")
        );
    }

    #[test]
    fn nonsense_is_refused_with_a_sentence() {
        let error = |text| change(&EmulationState::default(), text).unwrap_err().to_string();
        assert!(
            error(r#"{"device": "Nokia"}"#)
                .starts_with("There is no device \"Nokia\". There are: \"iPhone SE\"")
        );
        assert!(error(r#"{"network": "5g"}"#).contains("\"slow-3g\""));
        assert_eq!(
            error(r#"{"cpu": 0.5}"#),
            "cpu must be from 1 (as it is) to 100 (times slower), not 0.5."
        );
        assert!(error(r#"{"geolocation": {"latitude": 91, "longitude": 0}}"#).contains("-90 to 90"));
    }
}
