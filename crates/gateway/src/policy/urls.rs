//! Which addresses may be opened.
//!
//! Loopback and private hosts may be, because people test their own apps; link-local and metadata addresses may
//! not, because nothing that an agent should read lives there. A name is also judged by what it resolves to.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use url::{Host, Url};

/// Schemes that a tab may be sent to.
const SCHEMES: &[&str] = &["http", "https", "about", "data", "blob"];

/// Names that cloud machines know their metadata service by.
const METADATA_NAMES: &[&str] = &[
    "metadata.google.internal",
    "metadata.goog",
    "instance-data",
    "metadata.azure.internal",
];

/// Metadata services that have an address outside the link-local range.
const METADATA_V4: &[Ipv4Addr] = &[Ipv4Addr::new(100, 100, 100, 200), Ipv4Addr::new(192, 0, 0, 192)];
const METADATA_V6: Ipv6Addr = Ipv6Addr::new(0xfd00, 0x0ec2, 0, 0, 0, 0, 0, 0x0254);

/// Why an address may not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It is no address.
    #[error("{text:?} is not an address ({reason}). Give a whole one, such as \"https://example.com/\".")]
    NotAnAddress {
        /// What was given.
        text: String,
        /// What the parser said.
        reason: String,
    },
    /// Its scheme is not one that a tab may be sent to.
    #[error("{scheme}: addresses are refused here; http:, https:, data: and about:blank are open to you.")]
    Scheme {
        /// The scheme.
        scheme: String,
    },
    /// It leads to a link-local or metadata address.
    #[error("{host} leads to {address}, a link-local or metadata address; those are refused.")]
    LinkLocal {
        /// The host as given.
        host: String,
        /// The address it stands for.
        address: String,
    },
    /// It leads to a private address, and those were shut off.
    #[error(
        "{host} leads to {address}, a private address; those were shut off when this gateway was started (--block-private)."
    )]
    Private {
        /// The host as given.
        host: String,
        /// The address it stands for.
        address: String,
    },
}

/// Decides which addresses may be opened.
#[derive(Debug, Clone, Copy, Default)]
pub struct UrlPolicy {
    /// Refuse loopback and private hosts too.
    pub block_private: bool,
}

impl UrlPolicy {
    /// Reads what an agent gave as an address and judges it by its text alone.
    pub fn parse(&self, text: &str) -> Result<Url, Refused> {
        let url = parse_leniently(text.trim())?;
        self.judge(&url)?;
        Ok(url)
    }

    /// Judges an address by its text alone.
    pub fn judge(&self, url: &Url) -> Result<(), Refused> {
        let scheme = url.scheme();
        if !SCHEMES.contains(&scheme) || (scheme == "about" && !matches!(url.path(), "blank" | "srcdoc")) {
            return Err(Refused::Scheme {
                scheme: scheme.to_owned(),
            });
        }
        match url.host() {
            Some(Host::Ipv4(address)) => self.judge_address(url, IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.judge_address(url, IpAddr::V6(address)),
            Some(Host::Domain(name)) => self.judge_name(name),
            None => Ok(()),
        }
    }

    /// Judges what a page asks for by itself: only where it leads, whatever its scheme.
    pub async fn judge_request(&self, url: &Url) -> Result<(), Refused> {
        match url.host() {
            Some(Host::Ipv4(address)) => self.judge_address(url, IpAddr::V4(address)),
            Some(Host::Ipv6(address)) => self.judge_address(url, IpAddr::V6(address)),
            Some(Host::Domain(name)) => {
                self.judge_name(name)?;
                self.judge_resolved(url).await
            }
            None => Ok(()),
        }
    }

    /// Judges the addresses that a URL's host name resolves to now. A name that does not resolve is left to the browser.
    pub async fn judge_resolved(&self, url: &Url) -> Result<(), Refused> {
        let (Some(Host::Domain(name)), Some(port)) = (url.host(), url.port_or_known_default()) else {
            return Ok(());
        };
        let lookup = tokio::net::lookup_host((name, port));
        if let Ok(Ok(addresses)) = tokio::time::timeout(Duration::from_secs(2), lookup).await {
            for address in addresses {
                self.judge_address(url, address.ip())?;
            }
        }
        Ok(())
    }

    /// Judges the address that the browser really connected to.
    pub fn judge_address(&self, url: &Url, address: IpAddr) -> Result<(), Refused> {
        let address = unmapped(address);
        let host = || url.host_str().unwrap_or_default().to_owned();
        if is_link_local_or_metadata(address) {
            return Err(Refused::LinkLocal {
                host: host(),
                address: address.to_string(),
            });
        }
        if self.block_private && is_private(address) {
            return Err(Refused::Private {
                host: host(),
                address: address.to_string(),
            });
        }
        Ok(())
    }

    fn judge_name(&self, name: &str) -> Result<(), Refused> {
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        if METADATA_NAMES.contains(&name.as_str()) {
            return Err(Refused::LinkLocal {
                host: name,
                address: "a metadata service".to_owned(),
            });
        }
        if self.block_private && (name == "localhost" || name.ends_with(".localhost")) {
            return Err(Refused::Private {
                host: name,
                address: "loopback".to_owned(),
            });
        }
        Ok(())
    }
}

/// `example.com` is taken as `https://example.com`, `localhost:3000` as `http://localhost:3000`.
fn parse_leniently(text: &str) -> Result<Url, Refused> {
    let with_scheme = |scheme: &str| Url::parse(&format!("{scheme}://{text}"));
    let host_and_port = text
        .split(['/', '?', '#'])
        .next()
        .and_then(|authority| authority.rsplit_once(':'))
        .is_some_and(|(host, port)| {
            !host.is_empty() && !port.is_empty() && port.bytes().all(|b| b.is_ascii_digit())
        });
    let parsed = if host_and_port && !text.contains("://") {
        with_scheme("http")
    } else {
        Url::parse(text).or_else(|error| match error {
            url::ParseError::RelativeUrlWithoutBase if looks_like_host(text) => with_scheme("https"),
            other => Err(other),
        })
    };
    parsed.map_err(|error| Refused::NotAnAddress {
        text: text.to_owned(),
        reason: error.to_string(),
    })
}

fn looks_like_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    host == "localhost"
        || (host.contains('.') && !host.starts_with('.') && !host.contains(char::is_whitespace))
}

fn unmapped(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(v6) => v6.to_ipv4_mapped().map_or(address, IpAddr::V4),
        IpAddr::V4(_) => address,
    }
}

fn is_link_local_or_metadata(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => v4.is_link_local() || METADATA_V4.contains(&v4),
        IpAddr::V6(v6) => v6.is_unicast_link_local() || v6 == METADATA_V6,
    }
}

fn is_private(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => {
            let shared = v4.octets()[0] == 100 && (v4.octets()[1] & 0xc0) == 64;
            v4.is_private() || v4.is_loopback() || v4.is_unspecified() || shared
        }
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unspecified() || v6.is_unique_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPEN: UrlPolicy = UrlPolicy { block_private: false };
    const STRICT: UrlPolicy = UrlPolicy { block_private: true };

    #[test]
    fn what_people_type_becomes_an_address() {
        let cases = [
            ("https://example.com/a", "https://example.com/a"),
            ("example.com/a?b=c", "https://example.com/a?b=c"),
            ("localhost:3000/x", "http://localhost:3000/x"),
            ("127.0.0.1:80", "http://127.0.0.1/"),
            ("about:blank", "about:blank"),
            ("data:text/html,<p>x", "data:text/html,<p>x"),
        ];
        for (given, taken) in cases {
            assert_eq!(OPEN.parse(given).unwrap().as_str(), taken, "{given}");
        }
    }

    #[test]
    fn other_schemes_are_refused_by_name() {
        for given in [
            "file:///etc/passwd",
            "chrome://version",
            "view-source:http://a/",
            "javascript:alert(1)",
            "about:gpu",
        ] {
            let error = OPEN.parse(given).unwrap_err();
            assert!(matches!(error, Refused::Scheme { .. }), "{given}: {error}");
        }
        assert!(matches!(
            OPEN.parse("not an address"),
            Err(Refused::NotAnAddress { .. })
        ));
    }

    #[test]
    fn link_local_and_metadata_are_refused_in_every_spelling() {
        let spellings = [
            "http://169.254.169.254/latest",
            "http://2852039166/",
            "http://0xa9fea9fe/",
            "http://[::ffff:169.254.169.254]/",
            "http://[fe80::1]/",
            "http://[fd00:ec2::254]/",
            "http://metadata.google.internal./",
            "http://100.100.100.200/",
        ];
        for given in spellings {
            assert!(
                matches!(OPEN.parse(given), Err(Refused::LinkLocal { .. })),
                "{given}"
            );
        }
    }

    #[test]
    fn private_hosts_are_open_until_shut_off() {
        for given in [
            "http://127.0.0.1:1/",
            "http://10.1.2.3/",
            "http://localhost/",
            "http://[::1]/",
            "http://0.0.0.0/",
        ] {
            assert!(OPEN.parse(given).is_ok(), "{given}");
            assert!(
                matches!(STRICT.parse(given), Err(Refused::Private { .. })),
                "{given}"
            );
        }
    }

    #[tokio::test]
    async fn a_name_is_judged_by_what_it_resolves_to() {
        let url = Url::parse("http://localhost:9/").unwrap();
        assert!(OPEN.judge_resolved(&url).await.is_ok());
        assert!(STRICT.judge_resolved(&url).await.is_err());
    }
}
