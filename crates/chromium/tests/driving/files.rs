use crate::support::*;
use eyeline_chromium::{BrowserEvent, BrowserOptions, DownloadState, LoadState, World};

#[tokio::test]
async fn a_navigation_that_turns_out_a_download_is_no_error() {
    let folder = tempfile::tempdir().unwrap();
    let options = BrowserOptions {
        downloads: Some(folder.path().to_owned()),
        ..BrowserOptions::default()
    };
    let (site, browser) = (Site::start(&[]).await, browser_with(options).await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/page")).await;
    for (n, name) in ["report.csv", "report (1).csv"].iter().enumerate() {
        let page = tab
            .navigate(&site.url("/download/report.csv"), LoadState::Load, soon())
            .await
            .unwrap();
        assert!(page.download);
        assert_eq!(page.url, site.url("/page"));
        let download = browser
            .wait_download(&format!("d{}", n + 1), soon())
            .await
            .unwrap();
        assert_eq!(
            (download.state, download.name.as_str(), download.tab),
            (DownloadState::Completed, "report.csv", Some(tab.id()))
        );
        let path = download.path.unwrap();
        assert_eq!(path, folder.path().join(name));
        assert_eq!(std::fs::read_to_string(path).unwrap(), "a,b\n1,2\n");
    }
}

#[tokio::test]
async fn a_page_that_asks_for_files_gets_them() {
    let pages = [
        (
            "/top",
            "<input id=f type=file multiple><iframe src='{other}/in'></iframe>",
        ),
        ("/in", "<input id=f type=file>"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.txt");
    std::fs::write(&file, "abc").unwrap();
    let (site, browser) = (Site::start(&pages).await, browser().await);
    let tab = tab(&browser).await;
    load(&tab, &site.url("/top")).await;
    crate::frames::until_frames(&browser, &tab, 2).await;
    let mut events = browser.events();
    for frame in tab.frames() {
        frame
            .evaluate("f.click()", &[], World::Main, soon())
            .await
            .unwrap();
        let chooser = tab.wait_file_chooser(soon()).await.unwrap();
        event(&mut events, |event| {
            matches!(event, BrowserEvent::FileChooser { .. }).then_some(())
        })
        .await;
        assert_eq!(
            (chooser.frame, chooser.multiple),
            (frame.id().clone(), frame.is_main())
        );
        tab.answer_file_chooser(std::slice::from_ref(&file), soon())
            .await
            .unwrap();
        let text = frame
            .evaluate("f.files[0].text()", &[], World::Main, soon())
            .await
            .unwrap();
        assert_eq!(text, "abc");
    }
    assert!(tab.file_chooser().is_none());
}
