//! The browser's own fields for dates, times, ranges and colours, filled by keys as a user fills them, so that the page hears of it by
//! events it can trust.

use eyeline_chromium::{Error, FieldPart, Frame};
use serde::Deserialize;
use serde_json::{Value as Json, json};

use super::context::ActionContext;

/// The most keys that a range is stepped by.
const STEPS: i64 = 60;

/// A native field, and what it shall hold.
pub(super) struct Native<'a> {
    pub ctx: &'a ActionContext,
    pub frame: &'a Frame,
    pub reference: u32,
    pub input_type: &'a str,
    /// As the field writes it: `2027-02-20`, `10:30`, `#00ff00`, `7`.
    pub value: &'a str,
}

#[derive(Deserialize)]
struct Holds {
    holds: bool,
}

#[derive(Deserialize)]
struct RangeSteps {
    leaps: i64,
    steps: i64,
}

impl Native<'_> {
    /// Enters the value by keys. Where they do not bring it, it is set as the field's own picker would set it, with the events of that:
    /// there is no key for a colour.
    pub async fn enter(&self) -> Result<(), Error> {
        if self.holds().await? {
            return Ok(());
        }
        match self.input_type {
            "range" => self.step().await?,
            "color" => {}
            _ => self.type_parts().await?,
        }
        self.ask::<Json>("setField", &json!({"ref": self.reference, "value": self.value}))
            .await
            .map(|_| ())
    }

    async fn ask<T: serde::de::DeserializeOwned>(&self, name: &str, args: &Json) -> Result<T, Error> {
        self.frame.call(name, args, self.ctx.deadline).await
    }

    async fn holds(&self) -> Result<bool, Error> {
        let args = json!({"ref": self.reference, "value": self.value});
        let read: Holds = self.ask("holdsValue", &args).await?;
        Ok(read.holds)
    }

    async fn press(&self, key: &str, times: usize) -> Result<(), Error> {
        let Ok(chord) = key.parse() else { return Ok(()) };
        for _ in 0..times {
            self.ctx
                .tab
                .input()
                .press_chord(&chord, self.ctx.deadline)
                .await?;
        }
        Ok(())
    }

    /// Leaps and steps towards the value, looking where it stands in between.
    async fn step(&self) -> Result<(), Error> {
        let Ok(value) = self.value.parse::<f64>() else {
            return Ok(());
        };
        for _ in 0..3 {
            let args = json!({"ref": self.reference, "value": value});
            let far: RangeSteps = self.ask("rangeSteps", &args).await?;
            let (key, times) = match (far.leaps, far.steps) {
                (0, 0) => return Ok(()),
                (0, up @ 1..) => ("ArrowUp", up),
                (0, down) => ("ArrowDown", -down),
                (up @ 1.., _) => ("PageUp", up),
                (down, _) => ("PageDown", -down),
            };
            if times > STEPS {
                return Ok(());
            }
            self.press(key, times as usize).await?;
        }
        Ok(())
    }

    async fn type_parts(&self) -> Result<(), Error> {
        let parts = self.frame.field_parts(self.reference, self.ctx.deadline).await?;
        let Some(keys) = keys_for(&parts, self.value) else {
            return Ok(());
        };
        for key in &keys {
            match key {
                Keys::Press(key, times) => self.press(key, *times).await?,
                Keys::Digits(digits) => self.ctx.tab.input().type_keys(digits, self.ctx.deadline).await?,
            }
        }
        Ok(())
    }
}

/// What is pressed in a date or time field.
#[derive(Debug, PartialEq, Eq)]
enum Keys {
    Press(&'static str, usize),
    Digits(String),
}

/// The keys that fill the parts of a field. All parts are emptied first, and those come first that go through other values on their way:
/// words, which are stepped through, and the year. So no date stands there that nobody asked for, such as one of the year 2. `None` where a part of the value has no place, or a part of the field no value.
fn keys_for(parts: &[FieldPart], value: &str) -> Option<Vec<Keys>> {
    let mut wanted = parsed(value)?;
    let mut keys = vec![Keys::Press("ArrowLeft", parts.len())];
    if !value.is_empty() && parts.is_empty() {
        return None;
    }
    if parts.iter().any(|part| part.filled) {
        for _ in parts {
            keys.push(Keys::Press("Backspace", 1));
            keys.push(Keys::Press("ArrowRight", 1));
        }
    }
    if value.is_empty() {
        return Some(keys);
    }
    let half = parts.iter().any(|part| part.kind == "ampm");
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|at| (!parts[*at].in_words, parts[*at].kind != "year", *at));
    for at in order {
        let part = &parts[at];
        let number = match part.kind.as_str() {
            // Parts that nobody spoke of are nought.
            "second" | "millisecond" => wanted.remove(part.kind.as_str()).unwrap_or(0),
            "ampm" => u32::from(wanted.get("hour").copied()? >= 12) + 1,
            "hour" => hour_for(part, wanted.get("hour").copied()?, half),
            kind => wanted.remove(kind)?,
        };
        // Where the last key went to is not relied on: a full part hands over to the next by itself.
        keys.push(Keys::Press("ArrowLeft", parts.len()));
        keys.push(Keys::Press("ArrowRight", at));
        keys.push(match (part.in_words, part.kind.as_str()) {
            (true, _) => Keys::Press("ArrowUp", number as usize),
            (false, "year") => Keys::Digits(format!("{number:04}")),
            (false, "millisecond") => Keys::Digits(format!("{number:03}")),
            (false, _) => Keys::Digits(format!("{number:02}")),
        });
    }
    wanted.remove("hour");
    wanted.values().all(|left| *left == 0).then_some(keys)
}

/// The hour as the field's clock counts it.
fn hour_for(part: &FieldPart, hour: u32, half: bool) -> u32 {
    match (half, part.min, part.max) {
        (true, 0, _) => hour % 12,
        (true, ..) => (hour + 11) % 12 + 1,
        (false, 1, 24) if hour == 0 => 24,
        _ => hour,
    }
}

/// The numbers of `2027-02-20`, `2027-W07`, `2027-02`, `10:30`, `10:30:15.5` and what is joined of these by a `T`.
fn parsed(value: &str) -> Option<std::collections::BTreeMap<&'static str, u32>> {
    let mut found = std::collections::BTreeMap::new();
    let (date, time) = match value.split_once('T') {
        Some((date, time)) => (date, time),
        None if value.contains(':') => ("", value),
        None => (value, ""),
    };
    let second = if date.contains('W') { "week" } else { "month" };
    let dated = date.split('-').zip(["year", second, "day"]);
    for (text, kind) in dated.filter(|(text, _)| !text.is_empty()) {
        found.insert(kind, text.trim_start_matches('W').parse().ok()?);
    }
    let (clock, thousandths) = time.split_once('.').unwrap_or((time, ""));
    let timed = clock.split(':').zip(["hour", "minute", "second"]);
    for (text, kind) in timed.filter(|(text, _)| !text.is_empty()) {
        found.insert(kind, text.parse().ok()?);
    }
    if !thousandths.is_empty() {
        found.insert(
            "millisecond",
            format!("{thousandths:0<3}").get(..3)?.parse().ok()?,
        );
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(kind: &str, min: u32, max: u32) -> FieldPart {
        FieldPart {
            kind: kind.into(),
            min,
            max,
            in_words: kind == "ampm",
            filled: false,
        }
    }

    fn typed(parts: &[FieldPart], value: &str) -> Option<String> {
        let keys = keys_for(parts, value)?;
        let told: Vec<String> = keys
            .into_iter()
            .filter_map(|key| match key {
                Keys::Digits(digits) => Some(digits),
                Keys::Press("ArrowUp", times) => Some(format!("up {times}")),
                Keys::Press(..) => None,
            })
            .collect();
        Some(told.join(" "))
    }

    #[test]
    fn the_year_is_typed_first_and_the_rest_as_it_stands() {
        let date = [part("month", 1, 12), part("day", 1, 31), part("year", 1, 275_760)];
        assert_eq!(typed(&date, "2027-02-20").unwrap(), "2027 02 20");
        let week = [part("week", 1, 53), part("year", 1, 275_760)];
        assert_eq!(typed(&week, "0987-W07").unwrap(), "0987 07");
        assert_eq!(typed(&date, "2027-02-20T10:30"), None);
        assert_eq!(typed(&date, "10:30"), None);
        assert_eq!(typed(&[], "2027-02-20"), None);
    }

    #[test]
    fn hours_are_those_of_the_clock_that_is_shown() {
        let twelve = [part("hour", 1, 12), part("minute", 0, 59), part("ampm", 1, 2)];
        assert_eq!(typed(&twelve, "00:05").unwrap(), "up 1 12 05");
        assert_eq!(typed(&twelve, "13:05").unwrap(), "up 2 01 05");
        let full = [part("hour", 0, 23), part("minute", 0, 59), part("second", 0, 59)];
        assert_eq!(typed(&full, "23:05").unwrap(), "23 05 00");
        assert_eq!(typed(&full, "23:05:09").unwrap(), "23 05 09");
        assert_eq!(typed(&full[..2], "23:05:09"), None);
        assert_eq!(typed(&full[..2], "23:05:00").unwrap(), "23 05");
    }
}
