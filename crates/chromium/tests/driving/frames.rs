use crate::support::*;
use eyeline_chromium::{Browser, Error, Frame, LoadState, Tab, World};
use serde_json::json;
use std::time::Duration;

/// Waits until the tab has this many frames, and each has loaded.
pub async fn until_frames(browser: &Browser, tab: &Tab, count: usize) {
    let mut events = browser.events();
    let settled = async {
        loop {
            let frames = tab.frames();
            let loaded =
                |frame: &Frame| frame.session().is_ok() && frame.load_state() == Some(LoadState::Load);
            if frames.len() == count && frames.iter().all(loaded) {
                return;
            }
            // Some changes come without an event, so none is waited for very long.
            let _ = tokio::time::timeout(Duration::from_millis(50), events.recv()).await;
        }
    };
    soon()
        .run("Loading the frames", settled)
        .await
        .unwrap_or_else(|error| panic!("{error} {:?}", urls(tab)));
}

fn urls(tab: &Tab) -> Vec<String> {
    tab.frames()
        .iter()
        .map(|frame| format!("{:?} {} {:?}", frame.number(), frame.url(), frame.load_state()))
        .collect()
}

const NESTED: &[(&str, &str)] = &[
    (
        "/top",
        "<title>Top</title><iframe name=near src='/near'></iframe><iframe id=far name=far src='{other}/middle'></iframe>",
    ),
    ("/near", "<p>near"),
    (
        "/middle",
        "<p>middle<iframe src='{here}/deep'></iframe><iframe src='/near'></iframe>",
    ),
    ("/deep", "<p>deep<iframe srcdoc='<p>srcdoc'></iframe>"),
];

async fn text(frame: &Frame) -> String {
    let text = frame
        .evaluate(
            "document.querySelector('p')?.innerText ?? ''",
            &[],
            World::Isolated,
            soon(),
        )
        .await;
    text.unwrap().as_str().unwrap().to_owned()
}

#[tokio::test]
async fn nested_frames_of_several_processes_are_one_tree() {
    let (site, browser) = (Site::start(NESTED).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 6).await;
    let mut seen = Vec::new();
    for frame in tab.frames() {
        let script: bool = frame
            .evaluate("typeof __eyeline == 'object'", &[], World::Isolated, soon())
            .await
            .unwrap()
            == true;
        assert!(script, "the page script is in {frame:?}");
        let hidden = frame
            .evaluate(
                "typeof __eyeline + typeof __eyelineEmit",
                &[],
                World::Main,
                soon(),
            )
            .await
            .unwrap();
        assert_eq!(hidden, "undefinedundefined");
        seen.push((
            text(&frame).await,
            frame
                .parent()
                .map(|parent| parent.number().unwrap())
                .unwrap_or(99),
        ));
    }
    let words: Vec<_> = seen.iter().map(|(word, _)| word.as_str()).collect();
    let mut sorted = words.clone();
    sorted.sort_unstable();
    assert_eq!(sorted, ["", "deep", "middle", "near", "near", "srcdoc"]);
    let place = |word: &str| words.iter().position(|it| *it == word).unwrap();
    assert!(
        place("middle") < place("deep") && place("deep") < place("srcdoc"),
        "{words:?}"
    );
    let numbers: std::collections::BTreeSet<_> =
        tab.frames().iter().map(|frame| frame.number().unwrap()).collect();
    assert_eq!(numbers, (0..6).collect());
    let far = tab
        .frames()
        .into_iter()
        .find(|frame| frame.name() == "far")
        .unwrap();
    assert_ne!(
        far.session().unwrap().id(),
        tab.session().id(),
        "it runs in a process of its own"
    );
    assert_eq!(far.origin(), site.other(""));
}

#[tokio::test]
async fn the_element_of_a_frame_is_found_in_its_parent() {
    let (site, browser) = (Site::start(NESTED).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 6).await;
    for frame in tab.frames().into_iter().filter(|frame| !frame.is_main()) {
        let owner = frame.owner(soon()).await.unwrap().unwrap();
        let name = owner
            .call("function() { return this.localName }", &[], soon())
            .await
            .unwrap();
        assert_eq!(name, "iframe");
        let number = frame.owner_ref(soon()).await.unwrap().unwrap();
        let again = frame.owner_ref(soon()).await.unwrap().unwrap();
        assert_eq!(number, again);
        let element = frame
            .parent()
            .unwrap()
            .element(number, soon())
            .await
            .unwrap()
            .unwrap();
        let same = element
            .call("function() { return this.localName + this.name }", &[], soon())
            .await
            .unwrap();
        assert_eq!(same, format!("iframe{}", frame.name()));
    }
    assert!(tab.main_frame().unwrap().owner(soon()).await.unwrap().is_none());
}

#[tokio::test]
async fn a_frame_stays_itself_through_navigation_and_other_processes() {
    let (site, browser) = (Site::start(NESTED).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 6).await;
    let far = tab
        .frames()
        .into_iter()
        .find(|frame| frame.name() == "far")
        .unwrap();
    let number = far.number();
    for (url, count, word) in [
        (site.url("/near"), 3, "near"),
        (site.other("/near"), 3, "near"),
        (site.other("/middle"), 6, "middle"),
        (site.url("/deep"), 4, "deep"),
        (site.other("/near?2"), 3, "near"),
    ] {
        let go = "(url) => { document.getElementById('far').src = url }";
        let loaded = async {
            let mut events = browser.events();
            tab.main_frame()
                .unwrap()
                .evaluate(go, &[json!(url)], World::Main, soon())
                .await
                .unwrap();
            event(&mut events, |event| {
                matches!(event, eyeline_chromium::BrowserEvent::Navigated { url: now, .. } if *now == url)
                    .then_some(())
            })
            .await
        };
        loaded.await;
        // At once, in the gap in which the new document may not yet be reached.
        assert_eq!(
            far.evaluate("1 + 1", &[], World::Isolated, soon()).await.unwrap(),
            2
        );
        until_frames(&browser, &tab, count).await;
        assert_eq!(text(&far).await, word);
        assert_eq!(far.number(), number);
        assert_eq!(far.url(), url);
    }
}

#[tokio::test]
async fn refs_are_not_given_twice_in_a_frame() {
    let (site, browser) = (Site::start(NESTED).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 6).await;
    let near = |tab: &Tab| {
        tab.frames()
            .into_iter()
            .find(|frame| frame.name() == "near")
            .unwrap()
    };
    let first = near(&tab).owner_ref(soon()).await.unwrap().unwrap();
    tab.reload(LoadState::Load, soon()).await.unwrap();
    until_frames(&browser, &tab, 6).await;
    let second = near(&tab).owner_ref(soon()).await.unwrap().unwrap();
    assert!(second > first, "{second} > {first}");
    assert!(
        tab.main_frame()
            .unwrap()
            .element(first, soon())
            .await
            .unwrap()
            .is_none()
    );
}

#[tokio::test]
async fn frames_that_come_and_go_during_calls_do_not_hang_or_confuse() {
    // One change after the other, each as soon as the one before has loaded: as fast as the machine is.
    let churn = "<body><script>let n = 0; const all = document.getElementsByTagName('iframe');
        function change() {
            if (all.length > 3) all[n % 2].remove();
            const frame = document.createElement('iframe');
            frame.src = ++n % 2 ? '/near' : '{other}/near';
            frame.onload = () => setTimeout(change);
            document.body.append(frame);
        }
        change()</script>";
    let (site, browser) = (
        Site::start(&[("/churn", churn), ("/near", "<p>near")]).await,
        browser().await,
    );
    let tab = tab(&browser).await;
    tab.navigate(&site.url("/churn"), LoadState::DomContentLoaded, soon())
        .await
        .unwrap();
    let (mut answered, mut gone) = (0, 0);
    while answered < 100 {
        for frame in tab.frames() {
            match frame.evaluate("document.URL", &[], World::Isolated, soon()).await {
                Ok(_) => answered += 1,
                Err(Error::FrameGone | Error::DocumentGone | Error::SessionGone) => gone += 1,
                Err(error) => panic!("{error:?} after {answered} answers, {gone} gone"),
            }
        }
    }
    assert!(tab.frames().len() < 10, "{:?}", urls(&tab));
    let numbers: Vec<_> = tab.frames().iter().filter_map(Frame::number).collect();
    let distinct: std::collections::BTreeSet<_> = numbers.iter().collect();
    assert_eq!(numbers.len(), distinct.len());
}

#[tokio::test]
async fn removed_frames_leave_the_tree() {
    let (site, browser) = (Site::start(NESTED).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 6).await;
    for (name, left) in [("far", 2), ("near", 1)] {
        let frame = tab
            .frames()
            .into_iter()
            .find(|frame| frame.name() == name)
            .unwrap();
        let waiting = tokio::spawn({
            let frame = frame.clone();
            async move {
                frame
                    .evaluate("new Promise(() => {})", &[], World::Isolated, soon())
                    .await
            }
        });
        // The promise is being waited for once a second call on the same session is answered.
        frame.evaluate("1", &[], World::Isolated, soon()).await.unwrap();
        let remove = "(name) => document.querySelector(`iframe[name=${name}]`).remove()";
        tab.main_frame()
            .unwrap()
            .evaluate(remove, &[json!(name)], World::Main, soon())
            .await
            .unwrap();
        let error = waiting.await.unwrap().unwrap_err();
        assert!(
            matches!(error, Error::FrameGone | Error::SessionGone | Error::DocumentGone),
            "{error:?}"
        );
        until_frames(&browser, &tab, left).await;
        assert!(matches!(
            frame
                .evaluate("1", &[], World::Isolated, soon())
                .await
                .unwrap_err(),
            Error::FrameGone
        ));
        assert_eq!(frame.number(), None);
    }
}

#[tokio::test]
async fn a_crashed_frame_says_so_and_the_page_works_on() {
    let (site, browser) = (Site::start(NESTED).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 6).await;
    let far = tab
        .frames()
        .into_iter()
        .find(|frame| frame.name() == "far")
        .unwrap();
    far.session().unwrap().post("Page.crash", json!({}));
    let waiting = far
        .evaluate("new Promise(() => {})", &[], World::Isolated, soon())
        .await
        .unwrap_err();
    assert!(matches!(waiting, Error::FrameCrashed), "{waiting:?}");
    assert!(matches!(
        far.evaluate("1", &[], World::Isolated, soon()).await.unwrap_err(),
        Error::FrameCrashed
    ));
    assert_eq!(text(&tab.main_frame().unwrap()).await, "");
    tab.reload(LoadState::Load, soon()).await.unwrap();
    until_frames(&browser, &tab, 6).await;
    let far = tab
        .frames()
        .into_iter()
        .find(|frame| frame.name() == "far")
        .unwrap();
    assert_eq!(text(&far).await, "middle");
}

#[tokio::test]
async fn tools_of_a_page_are_told_of() {
    let tool = "<script>document.modelContext?.registerTool({name: NAME, description: 'adds', inputSchema: {type: 'object'}, execute: () => 1})</script>";
    let (top, inner) = (tool.replace("NAME", "'outer'"), tool.replace("NAME", "'inner'"));
    let pages = [
        (
            "/top",
            format!("{top}<iframe allow=tools src='{{here}}/in'></iframe>"),
        ),
        ("/in", inner),
    ];
    let pages: Vec<_> = pages.iter().map(|(path, html)| (*path, html.as_str())).collect();
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    let mut events = browser.events();
    load(&tab, &site.url("/top")).await;
    let tools = event(&mut events, |event| match event {
        eyeline_chromium::BrowserEvent::WebMcp { method, params, .. } if method == "toolsAdded" => {
            Some(params.clone())
        }
        _ => None,
    });
    assert_eq!(tools.await["tools"][0]["name"], "outer");
}

#[tokio::test]
async fn a_call_that_runs_while_its_document_goes_says_so() {
    let (site, browser) = (Site::start(&[]).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    for next in [site.url("/page?2"), site.other("/page")] {
        let frame = tab.main_frame().unwrap();
        let waiting = tokio::spawn(async move {
            frame
                .evaluate("new Promise(() => {})", &[], World::Isolated, soon())
                .await
        });
        tab.main_frame()
            .unwrap()
            .evaluate("1", &[], World::Isolated, soon())
            .await
            .unwrap();
        load(&tab, &next).await;
        let error = waiting.await.unwrap().unwrap_err();
        assert!(error.is_replaced_document(), "{error:?}");
    }
}

#[tokio::test]
async fn frames_without_scripts_are_read_too() {
    let pages = [
        (
            "/top",
            "<iframe sandbox srcdoc='<p>boxed'></iframe><iframe></iframe><iframe sandbox src='{other}/near'></iframe>",
        ),
        ("/near", "<p>near"),
    ];
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 4).await;
    let mut words = Vec::new();
    for frame in tab.frames() {
        words.push(text(&frame).await);
        // The script is put there when it is first called.
        let error = frame
            .call::<serde_json::Value>("no such function", &json!({}), soon())
            .await
            .unwrap_err();
        assert!(matches!(error, Error::Page(_)), "{error:?}");
    }
    words.sort();
    assert_eq!(words, ["", "", "boxed", "near"]);
}

#[tokio::test]
async fn the_script_can_send_word_and_the_page_cannot_pose_as_it() {
    let (site, browser) = (Site::start(NESTED).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    until_frames(&browser, &tab, 6).await;
    let mut events = browser.events();
    for frame in tab.frames() {
        frame
            .evaluate("__eyelineEmit('hello')", &[], World::Isolated, soon())
            .await
            .unwrap();
        let from = event(&mut events, |event| match event {
            eyeline_chromium::BrowserEvent::Emitted { frame, payload, .. } if payload == "hello" => {
                Some(frame.clone())
            }
            _ => None,
        })
        .await;
        assert_eq!(from, *frame.id());
        frame
            .evaluate("__aiVisionHostSignal('x'.repeat(9000))", &[], World::Main, soon())
            .await
            .unwrap();
        let length = event(&mut events, |event| match event {
            eyeline_chromium::BrowserEvent::HostSignal { payload, .. } => Some(payload.len()),
            _ => None,
        })
        .await;
        assert_eq!(length, 8000);
    }
}
