use crate::support::*;
use eyeline_chromium::launch::{LaunchOptions, launch};
use eyeline_chromium::{Browser, BrowserOptions, LoadState, World};

#[tokio::test]
async fn an_attached_browser_keeps_its_tabs_and_outlives_us() {
    let site = Site::start(&[("/top", "<title>Top</title><iframe src='{other}/page'></iframe>")]).await;
    let launched = launch(&LaunchOptions::default()).await.unwrap();
    let options = BrowserOptions {
        attached: true,
        ..BrowserOptions::default()
    };
    let users = Browser::connect(&launched.ws_url, None, options.clone(), soon())
        .await
        .unwrap();
    let users_tab = tab(&users).await;
    load(&users_tab, &site.url("/top")).await;

    let ours = Browser::connect(&launched.ws_url, None, options, soon())
        .await
        .unwrap();
    assert!(ours.is_attached());
    let same = ours
        .tabs()
        .into_iter()
        .find(|tab| tab.target_id() == users_tab.target_id())
        .unwrap();
    assert_eq!((same.url(), same.title().as_str()), (site.url("/top"), "Top"));
    crate::frames::until_frames(&ours, &same, 2).await;
    for frame in same.frames() {
        assert_eq!(
            frame
                .evaluate("typeof __eyeline", &[], World::Isolated, soon())
                .await
                .unwrap(),
            "object"
        );
    }
    let opened = tab(&ours).await;
    load(&opened, &site.url("/page")).await;
    ours.close(soon()).await.unwrap();

    assert_eq!(
        users_tab
            .main_frame()
            .unwrap()
            .evaluate("document.title", &[], World::Main, soon())
            .await
            .unwrap(),
        "Top"
    );
    assert_eq!(
        users_tab.reload(LoadState::Load, soon()).await.unwrap().title,
        "Top"
    );
}
