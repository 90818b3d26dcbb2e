//! One function for each file: what this engine makes of a case. `Err` says what came out instead.

use std::sync::Arc;

use ai_vision::{
    ArgRule, CallRequest, EventLog, Json, JsonType, Key, NewEvent, NoGuard, Node, Path, RemoteOptions,
    RemoteProxy, SeenKinds, Segment, Shape, Value, find_suggestions, format_suggestions, help_search,
    join_child_path, no_arguments_warning, resolve_timeout_ms, resolve_value_guarded, shape_result,
    shape_value, validate_arguments,
};
use serde_json::{Map, json};

use crate::model::Model;
use crate::wire::Wire;

pub type Outcome = Result<(), String>;

/// The named models and shapes that cases refer to.
pub struct Named {
    pub models: Json,
    pub shapes: Json,
}

impl Named {
    fn find<'a>(named: &'a Json, given: &'a Json) -> &'a Json {
        given.as_str().map_or(given, |name| &named[name])
    }
}

/// Equal as JSON, where numbers are doubles and `{"$utf16": …}` is a text that Rust cannot hold.
pub fn same(expected: &Json, got: &Json) -> bool {
    match (expected, got) {
        (Json::Number(a), Json::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => expected == got,
    }
}

fn expect(what: &str, expected: &Json, got: &Json) -> Outcome {
    if same(expected, got) {
        return Ok(());
    }
    Err(format!("{what}\n      expected {expected}\n      got      {got}"))
}

pub fn path(case: &Json) -> Outcome {
    if case["op"] == "join" {
        let text = |key: &str| case[key].as_str().unwrap();
        return expect(
            "joined",
            &case["joined"],
            &join_child_path(text("parent"), text("segment")).into(),
        );
    }
    match case["path"].as_str().unwrap().parse::<Path>() {
        Ok(path) => {
            let segments: Json = path.segments().iter().map(segment).collect();
            expect("segments", &case["segments"], &segments)?;
            expect("formatted", &case["formatted"], &path.to_string().into())?;
            let again = path
                .to_string()
                .parse::<Path>()
                .map_err(|error| error.to_string())?;
            expect("formatted again", &case["formatted"], &again.to_string().into())
        }
        Err(error) => expect(
            "error",
            &case["error"],
            &json!({"message": error.to_string(), "offset": error.offset}),
        ),
    }
}

fn segment(segment: &Segment) -> Json {
    match segment {
        Segment::Member(name) => json!({"type": "member", "name": name}),
        Segment::Index(Key::Int(key)) => json!({"type": "index", "key": key}),
        Segment::Index(Key::Text(key)) => json!({"type": "index", "key": key}),
        Segment::Call(name, args) => json!({"type": "call", "name": name, "args": args}),
        Segment::Help => json!({"type": "help"}),
        Segment::Describe => json!({"type": "describe"}),
    }
}

pub fn suggest(case: &Json) -> Outcome {
    let list = |key: &str| -> Vec<&str> {
        case[key]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Json::as_str)
            .collect()
    };
    if case["op"] == "format" {
        return expect(
            "formatted",
            &case["formatted"],
            &format_suggestions(&list("names")).into(),
        );
    }
    let found = find_suggestions(case["asked"].as_str().unwrap(), list("members"));
    expect("suggestions", &case["suggestions"], &json!(found))?;
    expect(
        "formatted",
        &case["formatted"],
        &format_suggestions(&found).into(),
    )
}

pub async fn resolve(case: &Json, named: &Named) -> Outcome {
    let spec = Named::find(&named.models, &case["model"]);
    let root = Model::new(spec).value(spec).map_err(|error| error.to_string())?;
    let mut seen = seen_before(case);
    for step in case["steps"].as_array().unwrap() {
        let got = call(&root, &step["request"], &mut seen).await;
        expect(&step["request"].to_string(), &step["expect"], &got)?;
        expect_seen(step, &seen)?;
    }
    Ok(())
}

fn seen_before(case: &Json) -> SeenKinds {
    case["seen_before"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Json::as_str)
        .collect()
}

fn expect_seen(step: &Json, seen: &SeenKinds) -> Outcome {
    let mut expected: Vec<&str> = step["seen_after"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Json::as_str)
        .collect();
    let mut got: Vec<&str> = seen.iter().collect();
    expected.sort_unstable();
    got.sort_unstable();
    expect("seen kinds", &json!(expected), &json!(got))
}

async fn call(root: &Value, request: &Json, seen: &mut SeenKinds) -> Json {
    let request: CallRequest = serde_json::from_value(request.clone()).unwrap();
    serde_json::to_value(resolve_value_guarded(root, &request, seen, &NoGuard).await).unwrap()
}

pub async fn shape(case: &Json) -> Outcome {
    let most = case["max_length"]
        .as_u64()
        .map_or(ai_vision::DEFAULT_MAX_LENGTH, |most| most as usize);
    let shaped = match case.get("model") {
        None => shape_result(case["value"].clone(), most),
        Some(spec) => {
            let value = Model::new(spec).value(spec).map_err(|error| error.to_string())?;
            shape_value(value, most).await
        }
    };
    let mut got = serde_json::to_value(shaped.cut).unwrap();
    got["result"] = shaped.result;
    expect("shaped", &case["expect"], &got)
}

pub async fn search(case: &Json, named: &Named) -> Outcome {
    let spec = Named::find(&named.models, &case["model"]);
    let root = Model::new(spec).value(spec).map_err(|error| error.to_string())?;
    let hits = match root {
        Value::Node(root) => found(&root, case["query"].as_str().unwrap(), &case["limit"]).await,
        _ => json!([]),
    };
    expect("hits", &case["hits"], &hits)
}

async fn found(root: &Arc<dyn Node>, query: &str, limit: &Json) -> Json {
    let limit = limit.as_f64().map(|limit| limit.max(0.0) as usize);
    serde_json::to_value(help_search(root, query, limit).await).unwrap()
}

pub fn validate(case: &Json) -> Outcome {
    let text = |key: &str| case[key].as_str();
    let args = case["args"].as_array().cloned().unwrap_or_default();
    match text("op") {
        Some("type") => expect("type", &case["type"], &JsonType::of(&case["value"]).name().into()),
        Some("warning") => {
            let warning = no_arguments_warning(text("property").unwrap(), &args, text("usage"));
            expect("warning", &case["warning"], &warning.into())
        }
        Some("rule") => expect("rule", &case["rule"], &built_rule(case)),
        _ => {
            let rules: Vec<ArgRule> = case["rules"].as_array().unwrap().iter().map(rule).collect();
            let most = case["options"]["maxArgs"].as_u64().map(|most| most as usize);
            match validate_arguments(text("call_name").unwrap(), &args, &rules, most) {
                Err(error) => expect("error", &case["error"], &error.into()),
                Ok(values) => {
                    let given = |value: Option<Json>| value.unwrap_or(json!({"$undefined": true}));
                    expect(
                        "values",
                        &case["values"],
                        &values.into_iter().map(given).collect(),
                    )
                }
            }
        }
    }
}

fn json_type(json: &Json) -> Option<JsonType> {
    use JsonType::{Array, Boolean, Function, Null, Number, Object, String};
    let all = [Null, Boolean, Number, String, Array, Object, Function];
    all.into_iter().find(|kind| json == kind.name())
}

/// A rule as the vectors write it: `expectedType` wins over `type`.
fn rule(json: &Json) -> ArgRule {
    let text = |key: &str| json[key].as_str().map(|text| text.to_owned().into());
    ArgRule {
        usage: text("usage"),
        required: json["required"] != false,
        null_is_missing: json["nullIsMissing"] == true,
        types: json_type(&json["expectedType"])
            .or(json_type(&json["type"]))
            .into_iter()
            .collect(),
        minimum: json["minimum"].as_f64(),
        element_type: json_type(&json["elementType"]),
        choices: json["choices"].as_array().cloned(),
        valid_values_path: text("validValuesPath"),
        value_label: text("valueLabel"),
        ..ArgRule::new(text("name").unwrap())
    }
}

fn built_rule(case: &Json) -> Json {
    let params = case["params"].as_array().unwrap();
    let text = |at: usize| params[at].as_str().unwrap().to_owned();
    let (rule, usage, after) = match case["builder"].as_str().unwrap() {
        "stringRule" => (ArgRule::string(text(0)), 1, 2),
        "numberRule" => (ArgRule::number(text(0)), 1, 2),
        "valueRule" => (ArgRule::new(text(0)), 1, 2),
        "choiceRule" => (
            ArgRule::choice(text(0), params[1].as_array().unwrap().clone()),
            2,
            3,
        ),
        "arrayOfChoicesRule" => (
            ArgRule::array_of_choices(text(0), params[1].as_array().unwrap().clone()),
            2,
            3,
        ),
        other => panic!("unknown builder {other}"),
    };
    let mut rule = rule.usage(text(usage));
    let options = params.get(after).cloned().unwrap_or_default();
    if options["required"] == false {
        rule = ArgRule {
            required: false,
            null_is_missing: false,
            ..rule
        };
    }
    if let Some(path) = options["validValuesPath"].as_str() {
        rule = rule.valid_values_path(path.to_owned());
    }
    if let Some(kind) = json_type(&options["expectedType"]) {
        rule = match rule.element_type {
            Some(_) => ArgRule {
                element_type: Some(kind),
                ..rule
            },
            None => rule.types([kind]),
        };
    }
    rule.minimum = options["minimum"].as_f64();
    rule_json(&rule)
}

fn rule_json(rule: &ArgRule) -> Json {
    let mut out = Map::new();
    out.insert("name".into(), json!(rule.name));
    out.insert("usage".into(), json!(rule.usage));
    out.insert("required".into(), json!(rule.required));
    out.insert("nullIsMissing".into(), json!(rule.null_is_missing));
    let mut put = |key: &str, value: Option<Json>| {
        if let Some(value) = value {
            out.insert(key.into(), value);
        }
    };
    put("type", rule.types.first().map(|kind| kind.name().into()));
    put("minimum", rule.minimum.map(Json::from));
    put("elementType", rule.element_type.map(|kind| kind.name().into()));
    put("choices", rule.choices.clone().map(Json::Array));
    put(
        "validValuesPath",
        rule.valid_values_path.as_ref().map(|path| json!(path)),
    );
    put("valueLabel", rule.value_label.as_ref().map(|label| json!(label)));
    Json::Object(out)
}

/// A count as JavaScript takes it: fractions round down, less than nothing is nothing.
fn count(json: &Json) -> Option<usize> {
    match json {
        Json::String(text) if text == "Infinity" => Some(usize::MAX),
        Json::String(_) => Some(0),
        other => other.as_f64().map(|count| count.max(0.0) as usize),
    }
}

pub fn events(case: &Json) -> Outcome {
    let mut log = match case["options"]["cap"].as_f64() {
        Some(cap) => EventLog::with_cap(cap.max(0.0) as usize),
        None => EventLog::new(),
    };
    if let Some(origin) = case["options"]["hostOrigin"].as_str() {
        log = log.host_origin(origin);
    }
    for step in case["script"].as_array().unwrap() {
        let got = event_step(&mut log, step);
        expect(step["op"].as_str().unwrap(), &step["expect"], &got)?;
    }
    Ok(())
}

fn event_step(log: &mut EventLog, step: &Json) -> Json {
    let number = |key: &str| step[key].as_i64().unwrap_or_default();
    let got = match step["op"].as_str().unwrap() {
        "push" => {
            let text = |key: &str| step["entry"][key].as_str().map(str::to_owned);
            let entry = NewEvent {
                path: text("path"),
                origin: text("origin"),
                ..NewEvent::new(
                    text("kind").unwrap(),
                    text("text").unwrap(),
                    text("time").unwrap(),
                )
            };
            serde_json::to_value(log.push(entry))
        }
        "format" => serde_json::to_value(log.format(number("cursor"), count(&step["show_count"]))),
        "recent" => serde_json::to_value(log.recent(count(&step["limit"]))),
        "since" => serde_json::to_value(log.since(number("seq"), count(&step["limit"]))),
        "unseen" => serde_json::to_value(log.unseen(number("cursor"))),
        "count" => Ok(log.count().into()),
        "last_seq" => Ok(log.last_seq().into()),
        other => panic!("unknown step {other}"),
    };
    got.unwrap()
}

pub async fn remote(case: &Json, named: &Named) -> Outcome {
    let wire = Arc::new(Wire::new(&case["options"]));
    let shape = Shape::from_json(Named::find(&named.shapes, &case["shape"]).clone())?;
    let origin_note = case["options"]["originNote"].as_str().map(str::to_owned);
    let options = RemoteOptions {
        origin_note,
        ..RemoteOptions::default()
    };
    let root = RemoteProxy::root(&shape, wire.clone(), options);
    expect("build warnings", &case["build_warnings"], &wire.take().warnings)?;
    let mut seen = seen_before(case);
    for step in case["steps"].as_array().unwrap() {
        wire.prepare(&step["replies"]);
        let got = match step.get("search") {
            Some(search) => {
                json!({"hits": found(&root, search["query"].as_str().unwrap(), &search["limit"]).await})
            }
            None => call(&root.clone().into(), &step["request"], &mut seen).await,
        };
        expect(&step["request"].to_string(), &step["expect"], &got)?;
        let heard = wire.take();
        expect("wire", &step["wire"], &heard.wire)?;
        expect("warnings", &step["warnings"], &heard.warnings)?;
        expect("errors", &step["errors"], &heard.errors)?;
        expect("replies left", &0.into(), &heard.left.into())?;
        expect_seen(step, &seen)?;
    }
    Ok(())
}

pub fn timeout(case: &Json) -> Outcome {
    let ms = |key: &str| case[key].as_f64();
    let got = resolve_timeout_ms(
        ms("per_call"),
        ms("declared"),
        ms("runtime"),
        ms("fallback").unwrap_or_default(),
    );
    expect("timeout", &case["timeout_ms"], &got.into())
}
