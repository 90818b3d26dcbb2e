//! Making a page believe that it is somewhere else: another screen, place, time, language, network.
//!
//! An [`Emulation`] says what is to change; what it does not mention stays as it is. The commands are kept per tab, because
//! Chromium has to be told again for every frame that comes to live in a process of its own.

use crate::{Deadline, Json, Result, Session, Tab};
use serde::{Deserialize, Deserializer};
use serde_json::json;
use std::sync::{Mutex, PoisonError};

/// What is to be emulated. A field that is missing changes nothing; `null` ends that emulation.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Emulation {
    /// A device by name; see [`DEVICES`]. Sets viewport and user agent, which may be given besides to differ.
    pub device: Option<String>,
    /// Size of the page's window.
    #[serde(deserialize_with = "given")]
    pub viewport: Option<Option<Viewport>>,
    /// `light` or `dark`.
    #[serde(deserialize_with = "given")]
    pub color_scheme: Option<Option<ColorScheme>>,
    /// Whether the user asks for less motion.
    #[serde(deserialize_with = "given")]
    pub reduced_motion: Option<Option<bool>>,
    /// Where the device is.
    #[serde(deserialize_with = "given")]
    pub geolocation: Option<Option<Geolocation>>,
    /// `Europe/Berlin`.
    #[serde(deserialize_with = "given")]
    pub timezone: Option<Option<String>>,
    /// `de-DE`.
    #[serde(deserialize_with = "given")]
    pub locale: Option<Option<String>>,
    /// No network at all.
    #[serde(deserialize_with = "given")]
    pub offline: Option<Option<bool>>,
    /// A slow network.
    #[serde(deserialize_with = "given")]
    pub network: Option<Option<Network>>,
    /// How many times slower the processor is.
    #[serde(deserialize_with = "given")]
    pub cpu: Option<Option<f64>>,
    /// What the browser calls itself.
    #[serde(deserialize_with = "given")]
    pub user_agent: Option<Option<String>>,
}

/// Tells a field that is `null` from one that is missing.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(input: D) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(input).map(Some)
}

/// Size of a page's window.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub width: u32,
    /// Height in CSS pixels.
    pub height: u32,
    /// Device pixels for a CSS pixel.
    #[serde(default = "one")]
    pub scale: f64,
    /// Obeys the page's viewport tag, as phones do.
    #[serde(default)]
    pub mobile: bool,
    /// Has a touch screen.
    #[serde(default)]
    pub touch: bool,
}

fn one() -> f64 {
    1.0
}

/// What the user likes to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ColorScheme {
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A place on earth.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Geolocation {
    /// Degrees north.
    pub latitude: f64,
    /// Degrees east.
    pub longitude: f64,
    /// Metres.
    #[serde(default = "one")]
    pub accuracy: f64,
}

/// A network: one of the usual slow ones by name, or in numbers.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum Network {
    /// One of [`NETWORKS`].
    Named(String),
    /// In numbers.
    Numbers(NetworkNumbers),
}

/// A network in numbers.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NetworkNumbers {
    /// Milliseconds added to each request.
    #[serde(default)]
    pub latency_ms: f64,
    /// Kilobits per second towards the page; no limit if nothing is said.
    pub download_kbps: Option<f64>,
    /// Kilobits per second from the page; no limit if nothing is said.
    pub upload_kbps: Option<f64>,
}

/// Slow networks: name, milliseconds, kilobits per second down and up.
pub const NETWORKS: &[(&str, f64, f64, f64)] = &[
    ("slow-3g", 2000.0, 400.0, 400.0),
    ("fast-3g", 563.0, 1440.0, 675.0),
    ("4g", 170.0, 9000.0, 9000.0),
];

/// A device.
#[derive(Debug)]
pub struct Device {
    /// What it is called here.
    pub name: &'static str,
    /// Its screen, as a page sees it.
    pub viewport: Viewport,
    /// What its browser calls itself; empty for the browser's own name.
    pub user_agent: &'static str,
}

const fn phone(width: u32, height: u32, scale: f64) -> Viewport {
    Viewport {
        width,
        height,
        scale,
        mobile: true,
        touch: true,
    }
}

const IPHONE: &str = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
    Version/18.0 Mobile/15E148 Safari/604.1";
const IPAD: &str = "Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 \
    Mobile/15E148 Safari/604.1";
const ANDROID: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile \
    Safari/537.36";

/// The devices that are known by name.
pub const DEVICES: &[Device] = &[
    Device {
        name: "iPhone SE",
        viewport: phone(375, 667, 2.0),
        user_agent: IPHONE,
    },
    Device {
        name: "iPhone 15",
        viewport: phone(393, 852, 3.0),
        user_agent: IPHONE,
    },
    Device {
        name: "iPhone 15 Pro Max",
        viewport: phone(430, 932, 3.0),
        user_agent: IPHONE,
    },
    Device {
        name: "iPad",
        viewport: phone(820, 1180, 2.0),
        user_agent: IPAD,
    },
    Device {
        name: "Pixel 8",
        viewport: phone(412, 915, 2.625),
        user_agent: ANDROID,
    },
    Device {
        name: "Galaxy S24",
        viewport: phone(360, 780, 3.0),
        user_agent: ANDROID,
    },
    Device {
        name: "Laptop",
        viewport: Viewport {
            width: 1366,
            height: 768,
            scale: 1.0,
            mobile: false,
            touch: false,
        },
        user_agent: "",
    },
    Device {
        name: "Desktop",
        viewport: Viewport {
            width: 1920,
            height: 1080,
            scale: 1.0,
            mobile: false,
            touch: false,
        },
        user_agent: "",
    },
];

/// What cannot be emulated as asked. Prints as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmulationError {
    /// A name that is none of the list.
    #[error("There is no {what} {name:?}. There are: {known}.")]
    Unknown {
        /// `device` or `network`.
        what: &'static str,
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// A number outside of what makes sense.
    #[error("{what} must be {expected}, not {got}.")]
    Range {
        /// The option.
        what: &'static str,
        /// What it takes.
        expected: &'static str,
        /// What was given.
        got: String,
    },
}

/// A command to the sessions of a tab.
#[derive(Debug, Clone, PartialEq)]
struct Command {
    method: &'static str,
    params: Json,
    /// Only for the page's own session; else for those of frames in other processes too.
    page_only: bool,
}

fn everywhere(method: &'static str, params: Json) -> Command {
    Command {
        method,
        params,
        page_only: false,
    }
}

fn page_only(method: &'static str, params: Json) -> Command {
    Command {
        method,
        params,
        page_only: true,
    }
}

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

    /// The commands for what `change` mentions, with the values of all that is on.
    fn commands(&self, change: &Emulation) -> Result<Vec<Command>, EmulationError> {
        let by_device = change.device.is_some();
        let mut commands = Vec::new();
        if by_device || change.viewport.is_some() {
            commands.extend(viewport(self.viewport.flatten())?);
        }
        if by_device || change.user_agent.is_some() || change.locale.is_some() {
            commands.push(self.user_agent());
        }
        if change.color_scheme.is_some() || change.reduced_motion.is_some() {
            commands.push(self.media());
        }
        if change.geolocation.is_some() {
            commands.push(geolocation(self.geolocation.flatten())?);
        }
        if change.timezone.is_some() {
            let id = self.timezone.clone().flatten().unwrap_or_default();
            commands.push(everywhere(
                "Emulation.setTimezoneOverride",
                json!({"timezoneId": id}),
            ));
        }
        if change.locale.is_some() {
            let locale = self
                .locale
                .clone()
                .flatten()
                .map(|locale| locale.replace('-', "_"));
            commands.push(everywhere(
                "Emulation.setLocaleOverride",
                json!({"locale": locale.unwrap_or_default()}),
            ));
        }
        if change.offline.is_some() || change.network.is_some() {
            commands.push(self.network()?);
        }
        if change.cpu.is_some() {
            commands.push(cpu(self.cpu.flatten())?);
        }
        Ok(commands)
    }

    fn user_agent(&self) -> Command {
        let name = self.user_agent.clone().flatten().unwrap_or_default();
        let mut params = json!({"userAgent": name});
        if let Some(Some(locale)) = &self.locale {
            params["acceptLanguage"] = json!(locale);
        }
        everywhere("Emulation.setUserAgentOverride", params)
    }

    fn media(&self) -> Command {
        let scheme = match self.color_scheme.flatten() {
            Some(ColorScheme::Light) => "light",
            Some(ColorScheme::Dark) => "dark",
            None => "",
        };
        let motion = match self.reduced_motion.flatten() {
            Some(true) => "reduce",
            Some(false) => "no-preference",
            None => "",
        };
        let features = json!([
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ]);
        everywhere("Emulation.setEmulatedMedia", json!({"features": features}))
    }

    fn network(&self) -> Result<Command, EmulationError> {
        let offline = self.offline.flatten().unwrap_or(false);
        let NetworkNumbers {
            latency_ms,
            download_kbps,
            upload_kbps,
        } = match self.network.clone().flatten() {
            Some(network) => network.numbers()?,
            None => NetworkNumbers {
                latency_ms: 0.0,
                download_kbps: None,
                upload_kbps: None,
            },
        };
        let bytes = |kilobits: Option<f64>| kilobits.map_or(-1.0, |kilobits| kilobits * 1000.0 / 8.0);
        let params = json!({
            "offline": offline,
            "latency": latency_ms,
            "downloadThroughput": bytes(download_kbps),
            "uploadThroughput": bytes(upload_kbps),
        });
        Ok(everywhere("Network.emulateNetworkConditions", params))
    }
}

impl Network {
    fn numbers(&self) -> Result<NetworkNumbers, EmulationError> {
        let name = match self {
            Network::Numbers(numbers) => return Ok(*numbers),
            Network::Named(name) => name,
        };
        let found = NETWORKS
            .iter()
            .find(|(known, ..)| known.eq_ignore_ascii_case(name));
        let Some(&(_, latency_ms, down, up)) = found else {
            return Err(unknown(
                "network",
                name,
                NETWORKS.iter().map(|(known, ..)| *known),
            ));
        };
        Ok(NetworkNumbers {
            latency_ms,
            download_kbps: Some(down),
            upload_kbps: Some(up),
        })
    }
}

fn device(name: &str) -> Result<&'static Device, EmulationError> {
    let found = DEVICES
        .iter()
        .find(|device| device.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| unknown("device", name, DEVICES.iter().map(|device| device.name)))
}

fn unknown(what: &'static str, name: &str, known: impl Iterator<Item = &'static str>) -> EmulationError {
    let known = known
        .map(|name| format!("{name:?}"))
        .collect::<Vec<_>>()
        .join(", ");
    EmulationError::Unknown {
        what,
        name: name.to_owned(),
        known,
    }
}

fn within(
    what: &'static str,
    expected: &'static str,
    range: std::ops::RangeInclusive<f64>,
    got: f64,
) -> Result<(), EmulationError> {
    if range.contains(&got) {
        Ok(())
    } else {
        Err(EmulationError::Range {
            what,
            expected,
            got: got.to_string(),
        })
    }
}

fn viewport(viewport: Option<Viewport>) -> Result<[Command; 2], EmulationError> {
    let Some(Viewport {
        width,
        height,
        scale,
        mobile,
        touch,
    }) = viewport
    else {
        return Ok([
            page_only("Emulation.clearDeviceMetricsOverride", json!({})),
            page_only("Emulation.setTouchEmulationEnabled", json!({"enabled": false})),
        ]);
    };
    for side in [width, height] {
        within(
            "a side of viewport",
            "from 1 to 10000",
            1.0..=10_000.0,
            f64::from(side),
        )?;
    }
    within("viewport.scale", "from 0.1 to 10", 0.1..=10.0, scale)?;
    let metrics = json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": mobile});
    Ok([
        page_only("Emulation.setDeviceMetricsOverride", metrics),
        page_only("Emulation.setTouchEmulationEnabled", json!({"enabled": touch})),
    ])
}

fn geolocation(place: Option<Geolocation>) -> Result<Command, EmulationError> {
    let Some(Geolocation {
        latitude,
        longitude,
        accuracy,
    }) = place
    else {
        return Ok(everywhere("Emulation.clearGeolocationOverride", json!({})));
    };
    within("geolocation.latitude", "from -90 to 90", -90.0..=90.0, latitude)?;
    within(
        "geolocation.longitude",
        "from -180 to 180",
        -180.0..=180.0,
        longitude,
    )?;
    let params = json!({"latitude": latitude, "longitude": longitude, "accuracy": accuracy});
    Ok(everywhere("Emulation.setGeolocationOverride", params))
}

fn cpu(rate: Option<f64>) -> Result<Command, EmulationError> {
    let rate = rate.unwrap_or(1.0);
    within(
        "cpu",
        "from 1 (as it is) to 100 (times slower)",
        1.0..=100.0,
        rate,
    )?;
    Ok(everywhere(
        "Emulation.setCPUThrottlingRate",
        json!({"rate": rate}),
    ))
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

/// Why an emulation was not carried out.
#[derive(Debug, Clone, thiserror::Error)]
pub enum EmulateFailure {
    /// It makes no sense as asked.
    #[error("{0}")]
    Asked(#[from] EmulationError),
    /// The browser did not take it.
    #[error("{0}")]
    Browser(#[from] crate::Error),
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
