//! What Chromium is told.

use serde_json::json;

use super::error::EmulationError;
use super::options::{ColorScheme, Emulation, Geolocation, NetworkNumbers, Viewport};
use crate::Json;

/// A command to the sessions of a tab.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Command {
    pub method: &'static str,
    pub params: Json,
    /// Only for the page's own session; else for those of frames in other processes too.
    pub page_only: bool,
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

impl Emulation {
    /// The commands for what `change` mentions, with the values of all that is on.
    pub(super) fn commands(&self, change: &Emulation) -> Result<Vec<Command>, EmulationError> {
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
