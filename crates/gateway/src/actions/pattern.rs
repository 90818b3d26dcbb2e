//! Patterns for addresses.

use regex::Regex;

/// A pattern for addresses: a piece of one, a glob (`**/api/*`), or `/a regular expression/`.
#[derive(Debug, Clone)]
pub(super) enum UrlPattern {
    Piece(String),
    Expression(Regex),
}

impl UrlPattern {
    pub fn parse(text: &str) -> Result<Self, String> {
        let expression = match text
            .strip_prefix('/')
            .and_then(|rest| rest.strip_suffix('/'))
            .filter(|inner| is_expression(inner))
        {
            Some(inner) => inner.to_owned(),
            None if text.contains('*') => glob(text),
            None => return Ok(UrlPattern::Piece(text.to_owned())),
        };
        Regex::new(&expression).map(UrlPattern::Expression).map_err(|error| {
            format!("{text:?} is no pattern for an address: {error}. It takes a piece of the address, a glob such as \"**/api/*\", or /a regular expression/.")
        })
    }

    pub fn fits(&self, url: &str) -> bool {
        match self {
            UrlPattern::Piece(piece) => url.contains(piece.as_str()),
            UrlPattern::Expression(expression) => expression.is_match(url),
        }
    }
}

/// `/orders/` is a piece of a path and not an expression.
fn is_expression(inner: &str) -> bool {
    !inner.is_empty() && inner.chars().any(|c| "\\^$.*+?()[]{}|".contains(c))
}

fn glob(text: &str) -> String {
    let mut expression = String::from("^");
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix("**") {
            expression.push_str(".*");
            rest = after;
            continue;
        }
        match c {
            '*' => expression.push_str("[^/]*"),
            other => expression.push_str(&regex::escape(other.encode_utf8(&mut [0; 4]))),
        }
        rest = &rest[c.len_utf8()..];
    }
    expression.push('$');
    expression
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, url: &str) -> bool {
        UrlPattern::parse(pattern).unwrap().fits(url)
    }

    #[test]
    fn pieces_globs_and_expressions_fit() {
        assert!(fits("/api/", "http://a.test/api/x"));
        assert!(fits("**/api/*", "http://a.test/api/x?y=1"));
        assert!(!fits("**/api/*", "http://a.test/api/x/z"));
        assert!(fits("/orders\\/\\d+$/", "http://a.test/orders/12"));
        assert!(UrlPattern::parse("/a(/").is_err());
    }
}
