//! JSON as text, with numbers as JavaScript prints them, so that sizes agree with clients that count there.

use crate::value::Json;

/// Compact JSON.
pub fn compact(value: &Json) -> String {
    let mut out = String::new();
    write(value, &mut out);
    out
}

fn write(value: &Json, out: &mut String) {
    match value {
        Json::Number(_) => out.push_str(&scalar(value)),
        Json::Array(items) => {
            out.push('[');
            for (position, item) in items.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                write(item, out);
            }
            out.push(']');
        }
        Json::Object(entries) => {
            out.push('{');
            for (position, (key, entry)) in entries.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                out.push_str(&quoted(key));
                out.push(':');
                write(entry, out);
            }
            out.push('}');
        }
        other => out.push_str(&other.to_string()),
    }
}

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    Json::from(text).to_string()
}

/// A value that is neither list nor object.
pub fn scalar(value: &Json) -> String {
    match value {
        Json::Number(number) if number.is_f64() => self::number(number.as_f64().unwrap_or_default()),
        other => other.to_string(),
    }
}

/// A number as JavaScript prints it: `2`, `0.25`, `1e-7`, `1e+21`.
pub fn number(value: f64) -> String {
    if !value.is_finite() {
        return "null".to_owned();
    }
    if value == 0.0 {
        return "0".to_owned();
    }
    let text = format!("{:e}", value.abs());
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if value < 0.0 { "-" } else { "" };
    format!("{sign}{}", lay_out(&digits, exponent))
}

/// Places the decimal point: plain between 1e-7 and 1e21, with an exponent outside.
fn lay_out(digits: &str, exponent: i32) -> String {
    let count = i32::try_from(digits.len()).unwrap_or(i32::MAX);
    match exponent {
        21.. | ..=-7 => {
            let (first, rest) = digits.split_at(1);
            let point = if rest.is_empty() { "" } else { "." };
            format!("{first}{point}{rest}e{exponent:+}")
        }
        0.. if count <= exponent + 1 => {
            let zeros = usize::try_from(exponent + 1 - count).unwrap_or(0);
            format!("{digits}{}", "0".repeat(zeros))
        }
        0.. => {
            let (whole, part) = digits.split_at(usize::try_from(exponent + 1).unwrap_or(0));
            format!("{whole}.{part}")
        }
        _ => format!(
            "0.{}{digits}",
            "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0))
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_print_as_in_javascript() {
        let cases: [(f64, &str); 9] = [
            (2.0, "2"),
            (-3.5, "-3.5"),
            (0.25, "0.25"),
            (1e-7, "1e-7"),
            (0.000001, "0.000001"),
            (1e21, "1e+21"),
            (12345678901234567890.0, "12345678901234567000"),
            (1.5e300, "1.5e+300"),
            (-0.0, "0"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
