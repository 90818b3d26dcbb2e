//! What can be asked for.

use serde::{Deserialize, Deserializer};

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
