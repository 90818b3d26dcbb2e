//! Running code that came from outside.

use super::call::{CallShape, never_ran};
use super::remote::{Evaluated, RemoteObject};
use super::{Frame, Handle, World};
use crate::{Deadline, Error, Json, Result, Session};
use serde_json::json;

impl Frame {
    /// Runs an expression, statements, or a function, and answers with its value as JSON; promises are awaited.
    ///
    /// Code that is a function is called with `args`. Statements may use `await` and `return`.
    pub async fn evaluate(
        &self,
        code: &str,
        args: &[Json],
        world: World,
        deadline: Deadline,
    ) -> Result<Json> {
        Ok(self.run(code, args, world, true, deadline).await?.0.into_json())
    }

    /// The same, for a value that is held on to. `None` when it is not an object.
    pub async fn evaluate_handle(
        &self,
        code: &str,
        args: &[Json],
        world: World,
        deadline: Deadline,
    ) -> Result<Option<Handle>> {
        let (object, session) = self.run(code, args, world, false, deadline).await?;
        Ok(object.object_id.map(|id| Handle::new(session, id)))
    }

    async fn run(
        &self,
        code: &str,
        args: &[Json],
        world: World,
        by_value: bool,
        deadline: Deadline,
    ) -> Result<(RemoteObject, Session)> {
        if is_function(code) {
            let arguments = args.iter().map(|value| json!({"value": value})).collect();
            let shape = CallShape {
                by_value,
                await_promise: true,
                user_gesture: true,
            };
            let (object, session, _) = self
                .call_function(
                    world,
                    code.trim().trim_end_matches(';'),
                    &arguments,
                    shape,
                    deadline,
                )
                .await?;
            return Ok((object, session));
        }
        let readings = readings(code);
        let (last, others) = readings.split_last().ok_or(Error::FrameGone)?;
        for reading in others {
            match self.run_script(reading, world, by_value, deadline).await {
                Err(Error::Exception { message, .. }) if message.starts_with("SyntaxError") => {}
                done => return done,
            }
        }
        self.run_script(last, world, by_value, deadline).await
    }

    async fn run_script(
        &self,
        script: &Reading,
        world: World,
        by_value: bool,
        deadline: Deadline,
    ) -> Result<(RemoteObject, Session)> {
        let mut stale = None;
        loop {
            let (session, context) = self.context(world, stale.as_ref(), deadline).await?;
            let params = json!({
                "expression": script.code,
                "uniqueContextId": context.unique,
                "returnByValue": by_value && !script.repl,
                "awaitPromise": true,
                "userGesture": true,
                "replMode": script.repl,
            });
            match session
                .request::<Evaluated>("Runtime.evaluate", params, deadline)
                .await
            {
                Ok(evaluated) if script.repl => {
                    let object = evaluated.into_result()?;
                    let object = self.finish(&session, object, by_value, deadline).await;
                    return object
                        .map(|object| (object, session))
                        .map_err(|error| self.explain(error));
                }
                Ok(evaluated) => return Ok((evaluated.into_result()?, session)),
                Err(error) if never_ran(&error) => stale = Some(context),
                Err(error) => return Err(self.explain(error)),
            }
        }
    }

    /// A console gives promises as they are: waits for one, and takes the value out of the object.
    async fn finish(
        &self,
        session: &Session,
        object: RemoteObject,
        by_value: bool,
        deadline: Deadline,
    ) -> Result<RemoteObject> {
        let is_promise = object.subtype.as_deref() == Some("promise");
        let Some(id) = object.object_id.clone().filter(|_| is_promise || by_value) else {
            return Ok(object);
        };
        let kept = Handle::new(session.clone(), id);
        let (method, params) = if is_promise {
            (
                "Runtime.awaitPromise",
                json!({"promiseObjectId": kept.object_id(), "returnByValue": by_value}),
            )
        } else {
            let itself = "function() { return this }";
            let params =
                json!({"objectId": kept.object_id(), "functionDeclaration": itself, "returnByValue": true});
            ("Runtime.callFunctionOn", params)
        };
        session
            .request::<Evaluated>(method, params, deadline)
            .await?
            .into_result()
    }
}

/// One way to read a piece of code.
#[derive(Debug, PartialEq)]
struct Reading {
    code: String,
    /// As at a console: with `await` anywhere, and names that may be declared again.
    repl: bool,
}

/// The ways to read a piece of code, in the order in which they are tried while they are no JavaScript.
fn readings(code: &str) -> Vec<Reading> {
    let plain = |code: String| Reading { code, repl: false };
    let trimmed = code.trim();
    let repl = ["let", "const", "class", "await"]
        .iter()
        .any(|word| has_word(trimmed, word));
    let mut readings = vec![Reading {
        code: code.to_owned(),
        repl,
    }];
    if trimmed.starts_with('{') {
        readings.insert(0, plain(format!("({trimmed})")));
    }
    if has_word(trimmed, "return") {
        readings.push(plain(format!("(async () => {{{code}\n}})()")));
    }
    readings
}

/// Whether the code, as a whole, is a function: `() => …`, `x => …`, `async …`, `function …`.
fn is_function(code: &str) -> bool {
    let code = code.trim();
    let rest = code
        .strip_prefix("async")
        .filter(|rest| !rest.starts_with(is_word))
        .map_or(code, str::trim_start);
    if let Some(rest) = rest.strip_prefix("function") {
        return !rest.starts_with(is_word) && !is_called(code);
    }
    let after_parameters = match rest.strip_prefix('(') {
        Some(inner) => closing(inner).map(|end| &inner[end + 1..]),
        None => {
            let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
            (end > 0).then(|| &rest[end..])
        }
    };
    after_parameters.is_some_and(|rest| rest.trim_start().starts_with("=>"))
}

/// A function expression that ends in a call is its result, not a function. (A bare declaration cannot be called where it stands.)
fn is_called(code: &str) -> bool {
    code.trim_end_matches([';', ' ', '\n']).ends_with(')')
}

/// Where the parenthesis ends that the text is in. Quoted parentheses in default values are not looked for.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' | '{' | '[' => depth += 1,
            ')' if depth == 0 => return Some(at),
            ')' | '}' | ']' => depth -= 1,
            _ => {}
        }
    }
    None
}

fn has_word(code: &str, word: &str) -> bool {
    let found = |(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    code.match_indices(word).any(found)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_told_from_expressions() {
        for function in [
            "() => 1",
            "async () => { await x; }",
            "x=>x",
            "async x => x",
            "(a, {b} = {}, c = f()) => a",
            "function() { return 1 }",
            "async function named(a) { return a; };",
        ] {
            assert!(is_function(function), "{function}");
        }
        for expression in [
            "1 + 1",
            "document.title",
            "(() => 1)()",
            "functional(1)",
            "asyncThing",
            "a.map(x => x)",
            "({a: 1})",
            "",
        ] {
            assert!(!is_function(expression), "{expression}");
        }
    }

    #[test]
    fn braces_are_first_read_as_an_object_and_return_is_allowed() {
        assert_eq!(readings("{a: 1}")[0].code, "({a: 1})");
        assert!(readings("return 1")[1].code.starts_with("(async"));
        assert!(!readings("returned")[0].repl && readings("let x = 1")[0].repl);
    }
}
