//! The examples, run and read.

#[path = "../examples/greeting.rs"]
mod greeting;
#[path = "../examples/todo.rs"]
mod todo;

#[tokio::test]
async fn the_greeting_example_reads_as_its_docs_say() {
    let said = greeting::transcript().await;
    let expected = r#"> (root)
{"message":"hello","count":0}
GreetingApp — A tiny greeting model.
members:
  message — Greeting prefix.
  count — Number of greetings. [writable]
  greet(name) — Greet one person.
Details: call with path "$help".
> greet
{"kind":"method","signature":"greet(name)","summary":"Greet one person.","note":"Call it as \"greet()\" (or pass \"args\")."}
> greet  args ["Ann"]
"hello, Ann!"
> gret("Ann")
error: "gret" is not a member of GreetingApp. Did you mean "greet"?
> count  value 5
{"ok":true}
> count
5
> message()
error: "message" is a property, not a method — drop the "()".
GreetingApp — A tiny greeting model.
Details: call with path "$help".
> greet()
error: Argument "name" for greet is required; received undefined (undefined). Example: greet(name)
"#;
    assert_eq!(said, expected);
}

#[tokio::test]
async fn the_todo_example_teaches_its_paths() {
    let paths = [
        "",
        r#"add("Buy milk", {"urgent": true})"#,
        r#"add("Call Ann", {"urgnet": true})"#,
        "items",
        r#"items["Buy mlik"]"#,
        "items[0].toggle()",
        "items[-1]",
        "items[7]",
        r#"helpSearch("mark done")"#,
        "clear",
    ];
    let said = todo::run(&paths.map(str::to_owned)).await;
    for line in [
        r#"{"todos":0,"open":0}"#,
        "  clear() — Remove all todos. [CAUTION: cannot be undone]",
        "error: unknown option \"urgnet\"; did you mean \"urgent\"? add takes: urgent. \
         Example: add(\"Buy milk\", {\"urgent\":true})",
        "  items[0] — Todo: Buy milk",
        "error: No todo \"Buy mlik\" here. Did you mean \"Buy milk\"?",
        r#"{"title":"Buy milk","done":true,"urgent":true}"#,
        "error: No item 7 in \"items\".",
        r#""path":"items[0].toggle()""#,
    ] {
        assert!(said.contains(line), "{line}\nis missing in\n{said}");
    }
}
