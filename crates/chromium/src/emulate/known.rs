//! Devices and networks that are known by name.

use super::error::EmulationError;
use super::options::{Network, NetworkNumbers, Viewport};

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

impl Network {
    pub(super) fn numbers(&self) -> Result<NetworkNumbers, EmulationError> {
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

/// The device of that name, in any case.
pub(super) fn device(name: &str) -> Result<&'static Device, EmulationError> {
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
