//! Outline text, parsed back into lines: what a test asks "is there a button of this name in that dialog" of.

/// One line of an outline.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Line {
    /// Nesting, 0 for the outermost.
    pub depth: usize,
    /// The first word.
    pub role: String,
    /// The name; empty where the line has none.
    pub name: String,
    /// Everything in brackets but the ref, each by itself: `checked`, `required`, `level 2`.
    pub states: Vec<String>,
    /// `e12`, `f3e12`.
    pub reference: Option<String>,
    /// What follows `→`.
    pub href: Option<String>,
    /// What follows `=`.
    pub value: Option<String>,
    /// What follows the dash.
    pub description: Option<String>,
    /// What the line says besides: `columns A | B; 9 rows`, `near "Email"`.
    pub rest: String,
    /// Indices of the lines this one is nested in, outermost first.
    pub ancestors: Vec<usize>,
}

/// An outline.
#[derive(Debug, Clone, Default)]
pub struct Outline {
    /// The text as it came.
    pub text: String,
    /// Its lines, without the header lines.
    pub lines: Vec<Line>,
}

impl Outline {
    /// Parses what `snapshot` answered.
    pub fn parse(text: &str) -> Outline {
        let mut lines: Vec<Line> = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for raw in text.lines() {
            let Some(mut line) = parse_line(raw) else { continue };
            open.retain(|&i| lines[i].depth < line.depth);
            line.ancestors = open.clone();
            open.push(lines.len());
            lines.push(line);
        }
        Outline {
            text: text.to_owned(),
            lines,
        }
    }

    /// Everything a reader of the outline could read, white space folded, quotes unescaped.
    pub fn all_text(&self) -> String {
        let mut text = String::new();
        for line in &self.lines {
            for part in [
                Some(&line.name),
                line.value.as_ref(),
                line.description.as_ref(),
                Some(&line.rest),
            ] {
                text.push_str(part.map_or("", String::as_str));
                text.push(' ');
            }
        }
        fold(&text)
    }
}

impl Line {
    /// Whether the line carries this state.
    pub fn has(&self, state: &str) -> bool {
        self.states.iter().any(|s| s == state)
    }

    /// The heading level of `h2`, or of a state `level 2`.
    pub fn level(&self) -> Option<u32> {
        let heading = self.role.strip_prefix('h').and_then(|n| n.parse().ok());
        heading.or_else(|| {
            self.states
                .iter()
                .find_map(|s| s.strip_prefix("level "))
                .and_then(|n| n.parse().ok())
        })
    }
}

/// White space folded to single spaces, as names are compared.
pub fn fold(text: &str) -> String {
    text.split(|c: char| c.is_whitespace() || c == '\u{a0}')
        .filter(|s| !s.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

/// `None` for header lines, blank lines and the closing line.
fn parse_line(raw: &str) -> Option<Line> {
    let body = raw.trim_start_matches(' ');
    let depth = (raw.len() - body.len()) / 2;
    let end = body
        .find(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
        .unwrap_or(body.len());
    let (role, mut rest) = body.split_at(end);
    if role.is_empty()
        || (depth == 0 && rest.starts_with(": ") && role.starts_with(|c: char| c.is_ascii_uppercase()))
    {
        return None;
    }
    let mut line = Line {
        depth,
        role: role.to_owned(),
        ..Line::default()
    };
    let mut named = false;
    while !rest.is_empty() {
        rest = if let Some(after) = rest.strip_prefix(" → ") {
            let end = after
                .find(" [")
                .or_else(|| after.find(" — "))
                .unwrap_or(after.len());
            line.href = Some(after[..end].to_owned());
            &after[end..]
        } else if let Some((value, after)) = quoted(rest, " = ") {
            line.value = Some(value);
            after
        } else if let Some((description, after)) = quoted(rest, " — ") {
            line.description = Some(description);
            after
        } else if let Some((name, after)) = quoted(rest, " ").filter(|_| !named && line.rest.is_empty()) {
            line.name = name;
            named = true;
            after
        } else if let Some(after) = rest.strip_prefix(" [").filter(|after| after.contains(']')) {
            let (inside, after) = after.split_once(']').expect("the filter saw a bracket");
            bracket(&mut line, inside);
            after
        } else {
            let mut chars = rest.chars();
            line.rest.extend(chars.next());
            chars.as_str()
        };
    }
    line.rest = line.rest.trim().to_owned();
    Some(line)
}

fn bracket(line: &mut Line, inside: &str) {
    for state in inside.split(", ") {
        match state.strip_prefix("ref=") {
            Some(reference) => line.reference = Some(reference.to_owned()),
            None => line.states.push(state.to_owned()),
        }
    }
}

/// `prefix"text"`, unescaped, and what follows.
fn quoted<'a>(text: &'a str, prefix: &str) -> Option<(String, &'a str)> {
    let inside = text.strip_prefix(prefix)?.strip_prefix('"')?;
    let mut out = String::new();
    let mut chars = inside.char_indices();
    while let Some((i, c)) = chars.next() {
        match c {
            '"' => return Some((out, &inside[i + 1..])),
            '\\' => match chars.next()?.1 {
                'n' => out.push('\n'),
                't' => out.push('\t'),
                'u' => {
                    let hex: String = chars.by_ref().take(4).map(|(_, c)| c).collect();
                    out.extend(u32::from_str_radix(&hex, 16).ok().and_then(char::from_u32));
                }
                other => out.push(other),
            },
            other => out.push(other),
        }
    }
    None
}

#[test]
fn a_line_is_parsed_whole() {
    let outline = Outline::parse(
        "Page: /x\nTitle: \"T\"\nmain\n  textbox \"La\\\"bel\" = \"v\" [required, invalid] [ref=f2e1] — \"Enter it.\"\n  \
         link \"Docs\" → /docs [current] [ref=e2]\n",
    );
    assert_eq!(outline.lines.len(), 3);
    let field = &outline.lines[1];
    assert_eq!(
        (field.role.as_str(), field.name.as_str(), field.depth),
        ("textbox", "La\"bel", 1)
    );
    assert_eq!(
        (field.value.as_deref(), field.description.as_deref()),
        (Some("v"), Some("Enter it."))
    );
    assert_eq!(
        (field.reference.as_deref(), field.ancestors.as_slice()),
        (Some("f2e1"), &[0][..])
    );
    assert!(field.has("required") && field.has("invalid"));
    assert_eq!(outline.lines[2].href.as_deref(), Some("/docs"));
    let nameless = Outline::parse("textbox near \"Email\" [empty] [ref=e3]\n");
    assert_eq!(
        (nameless.lines[0].name.as_str(), nameless.lines[0].has("empty")),
        ("", true)
    );
}
