//! A page (or the page in a frame) as objects: what is on it now, by role and name.

use std::sync::{Arc, LazyLock};

use ai_vision::{ArgRule, Child, Descriptor, Json, Key, Member, Node, NodeError, Value, async_trait};
use eyeline_page_script::model::Lookup;
use serde_json::json;

use super::acting;
use super::collection;
use super::control::Control;
use super::members::inner_words;
use super::naming::{Named, ambiguous, key_text, missing};
use super::reach::Scope;
use super::roles::{ROLE_WORDS, role_word, word_of_role};
use super::tools::tools_of;
use super::{forms, glance, pictures, search};
use crate::actions::{FormOptions, RefId, Target};

/// Which tools a page offers beside its controls.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Beside {
    /// The browser knows some.
    pub native: bool,
    /// The page, or a frame in it, offers some that the browser does not know.
    pub offered: bool,
}

impl Beside {
    /// Whether there are any.
    pub fn any(self) -> bool {
        self.native || self.offered
    }
}

/// What is on a page.
pub struct Screen {
    scope: Scope,
    beside: Beside,
}

impl Screen {
    /// What is in a scope: the whole page, or the page of a frame.
    pub fn of(scope: &Scope, beside: Beside) -> Self {
        Screen {
            scope: scope.clone(),
            beside,
        }
    }
}

/// Members of every screen.
pub fn own_members() -> Vec<Member> {
    vec![
        Member::property("fields", "Every field on the page: name, role, value, options."),
        Member::method(
            "fill",
            "fill(values, {settle?, timeoutMs?})",
            "Set fields by label, name or placeholder: fill({\"Full name\": \"Ada\", \"Remember me\": true}).",
        )
        .arg(ArgRule::object("values"))
        .example("fill({\"Full name\": \"Ada\", \"Remember me\": true})")
        .acts(),
        Member::method("find", "find(words, limit?)", "Controls whose name has these words, each with its path.")
            .arg(ArgRule::string("words")),
    ]
}

/// How to go on from a screen.
pub const HELP: &str = "Go in by role and name or position: .button[\"New key\"].click(), .textbox[\"Search\"].value = \"prod\", \
     .table[\"Keys\"].rows[2][\"Label\"], .main.form[\"Settings\"].fill({...}), .dialog[\"Confirm\"].accept(); [\"e12\"] is the element \
     of a ref. Names match whole, else ignoring case. What this frame has comes before what frames inside it have. Roles: any of the outline's.";

static SCREEN: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    Descriptor::new(
        "Screen",
        "What is on the page now, as objects: .<role>[\"name\"] or .<role>[0], and [\"e12\"] by ref.",
    )
    .members(own_members())
    .members(inner_words())
    .help(HELP)
    .shared()
});

static SCREEN_WITH_TOOLS: LazyLock<Arc<Descriptor>> = LazyLock::new(|| {
    let tools = Member::node("tools", "WebMCP tools that the page registered.");
    let mut descriptor = Descriptor::clone(&SCREEN).member(tools);
    descriptor.kind = "ScreenWithTools".into();
    descriptor.shared()
});

#[async_trait]
impl Node for Screen {
    fn descriptor(&self) -> Arc<Descriptor> {
        if self.beside.any() {
            SCREEN_WITH_TOOLS.clone()
        } else {
            SCREEN.clone()
        }
    }

    fn indexable(&self) -> bool {
        true
    }

    async fn index(&self, key: &Key) -> Option<Result<Value, NodeError>> {
        Some(by_key(&self.scope, key).await)
    }

    async fn children(&self) -> Result<Vec<Child>, NodeError> {
        glance::children(&self.scope).await
    }

    async fn summarize(&self) -> Result<Option<Json>, NodeError> {
        pictures::outline(&self.scope)
            .await
            .map(|text| Some(Json::String(text)))
    }

    async fn get(&self, member: &str) -> Result<Value, NodeError> {
        match member {
            "tools" => Ok(Value::Node(tools_of(&self.scope, self.beside.offered).await)),
            _ => get(&self.scope, member).await,
        }
    }

    async fn call(&self, member: &str, args: Vec<Json>) -> Result<Value, NodeError> {
        call(&self.scope, member, &args).await
    }
}

/// A member of a screen.
pub async fn get(scope: &Scope, member: &str) -> Result<Value, NodeError> {
    if member == "fields" {
        let fields = forms::all_fields(scope).await?;
        return Ok(Value::Json(serde_json::to_value(fields).unwrap_or(Json::Null)));
    }
    match role_word(member) {
        Some(word) => collection::enter(scope, word).await,
        None => Err(NodeError::new(format!("\"{member}\" is no role."))),
    }
}

/// A method of a screen.
pub async fn call(scope: &Scope, member: &str, args: &[Json]) -> Result<Value, NodeError> {
    match member {
        "fill" => {
            let options = args.get(1);
            scope.reach.ctx.take_timeout(options)?;
            let form: FormOptions = acting::parse_options(options)?;
            forms::fill_in(scope, args.first(), &form).await
        }
        "find" => search::find_within(scope, args).await,
        other => Err(NodeError::new(format!("\"{other}\" cannot be called here."))),
    }
}

/// An element by its ref, or any control by its name.
pub async fn by_key(scope: &Scope, key: &Key) -> Result<Value, NodeError> {
    let Some(text) = key.text() else {
        return Err(NodeError::new(format!(
            "[{key}] means nothing here: say a role first, .button[{key}], or a ref, [\"e12\"]."
        )));
    };
    if let Ok(Target::Ref(id)) = Target::parse(&Json::from(text)) {
        return by_ref(scope, id, text).await;
    }
    by_name(scope, text).await
}

async fn by_ref(scope: &Scope, id: RefId, text: &str) -> Result<Value, NodeError> {
    let frame = scope.reach.tab.frame(id.frame).ok_or_else(|| {
        NodeError::new(format!(
            "{text} is in a frame that is gone. Read the page again for the refs it has now."
        ))
    })?;
    let path = format!("{}[{}]", scope.path, Json::from(text));
    let facts = match scope.facts(&frame, id.number).await {
        Ok(facts) => facts,
        Err(error) => heal(scope, &frame, id, error).await?,
    };
    Ok(Value::node(Control::known(scope, &frame, facts, path)))
}

/// Follows a ref whose element was replaced to its only heir, and says so.
async fn heal(
    scope: &Scope,
    frame: &eyeline_chromium::Frame,
    id: RefId,
    error: NodeError,
) -> Result<eyeline_page_script::model::Facts, NodeError> {
    let asked = json!({ "ref": id.number });
    let healed: Result<eyeline_page_script::read::Healed, _> =
        frame.call("heal", &asked, scope.reach.deadline()).await;
    match healed {
        Ok(heir) if heir.reference != 0 => {
            if heir.healed {
                let name = crate::PageText::new(&heir.name);
                scope.reach.ctx.changes(format!(
                    "{id} was replaced; {} {name} has taken its place.",
                    heir.role
                ));
            }
            scope.facts(frame, heir.reference).await
        }
        _ => Err(error),
    }
}

/// Any control of that name, whatever its role.
async fn by_name(scope: &Scope, name: &str) -> Result<Value, NodeError> {
    let roles = ROLE_WORDS
        .iter()
        .flat_map(|word| word.roles)
        .map(|role| (*role).to_owned())
        .collect();
    let found = scope
        .lookup(&Lookup {
            roles,
            name: Some(name.to_owned()),
            limit: 8,
            ..Lookup::default()
        })
        .await?;
    let path = format!("{}[{}]", scope.path, Json::from(name));
    let named = Named {
        noun: "control",
        name: Some(name),
        path: path.clone(),
    };
    match found.found.items.as_slice() {
        [] => Err(missing(&named, &found.found)),
        [only] => Ok(Value::node(Control::new(
            scope,
            &found.frame,
            only.clone(),
            found.found.facts.clone(),
            path,
        ))),
        several => {
            let roles: Vec<String> = several
                .iter()
                .map(|item| {
                    format!(
                        "{}[{}]",
                        word_of_role(&item.role).map_or("?", |word| word.word),
                        key_text(name)
                    )
                })
                .collect();
            let first = roles[0].clone();
            match roles.iter().all(|role| *role == first) {
                true => Err(ambiguous(
                    &Named {
                        path: format!("{}.{first}", scope.path),
                        ..named
                    },
                    &found.found,
                )),
                false => Err(NodeError::new(format!(
                    "Several are called {}: {}.",
                    key_text(name),
                    roles.join(", ")
                ))
                .retry("Say which by its role.")),
            }
        }
    }
}
