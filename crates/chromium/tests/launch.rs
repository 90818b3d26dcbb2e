//! Starting a browser and getting rid of it, whatever happens.

use eyeline_chromium::launch::{LaunchError, LaunchOptions, Launched, launch, resolve_endpoint};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Set for the copy of this test program that is killed.
const HELPER: &str = "EYELINE_TEST_HELPER";

async fn start() -> Launched {
    launch(&LaunchOptions::default()).await.expect("a browser")
}

/// Every process whose command line mentions the profile or that is in the group.
fn survivors(group: u32, profile: &Path) -> Vec<String> {
    let output = Command::new("ps")
        .args(["-eo", "pid=,pgid=,stat=,args="])
        .output()
        .expect("ps");
    let profile = profile.to_str().expect("a printable path");
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|line| {
            let fields: Vec<&str> = line.split_whitespace().collect();
            let in_group = fields.get(1) == Some(&group.to_string().as_str());
            let zombie = fields.get(2).is_some_and(|state| state.starts_with('Z'));
            (in_group || line.contains(profile)) && !zombie
        })
        .map(str::to_owned)
        .collect()
}

/// The folder that holds the profile, and is to disappear with it.
fn scratch(profile: &Path) -> PathBuf {
    profile
        .parent()
        .expect("the profile is inside the folder")
        .to_owned()
}

async fn until_gone(group: u32, profile: &Path, within: Duration) {
    let until = Instant::now() + within;
    loop {
        let left = survivors(group, profile);
        let folder = scratch(profile);
        if left.is_empty() && !folder.exists() {
            return;
        }
        assert!(
            Instant::now() < until,
            "left after {within:?}: {left:#?}, folder there: {}",
            folder.exists()
        );
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_browser_listens_and_is_gone_when_dropped() {
    let Launched { ws_url, guard, .. } = start().await;
    assert!(ws_url.starts_with("ws://127.0.0.1:"), "{ws_url}");
    let (group, profile) = (guard.pid(), guard.profile().to_owned());
    assert!(survivors(group, &profile).len() > 1, "children are in the group");
    drop(guard);
    assert!(
        survivors(group, &profile).is_empty(),
        "{:#?}",
        survivors(group, &profile)
    );
    assert!(!scratch(&profile).exists());
}

#[tokio::test]
async fn ten_starts_leave_nothing() {
    for _ in 0..10 {
        let Launched { guard, .. } = start().await;
        let (group, profile) = (guard.pid(), guard.profile().to_owned());
        guard.finish();
        until_gone(group, &profile, Duration::ZERO).await;
    }
}

#[tokio::test]
async fn a_running_browser_is_found_by_its_port_and_its_profile() {
    let Launched { ws_url, guard, .. } = start().await;
    let port = ws_url.split([':', '/']).nth(4).expect("a port").to_owned();
    let wait = Duration::from_secs(10);
    assert_eq!(resolve_endpoint(&port, wait).await.expect("by port"), ws_url);
    assert_eq!(
        resolve_endpoint(&format!("http://127.0.0.1:{port}"), wait)
            .await
            .expect("by address"),
        ws_url
    );
    let profile = guard.profile().to_str().expect("a printable path").to_owned();
    assert_eq!(
        resolve_endpoint(&profile, wait).await.expect("by profile"),
        ws_url
    );
}

#[tokio::test]
async fn a_profile_of_ones_own_is_kept() {
    let kept = tempfile::tempdir().expect("a folder");
    let options = LaunchOptions {
        user_data_dir: Some(kept.path().join("mine")),
        ..LaunchOptions::default()
    };
    let launched = launch(&options).await.expect("a browser");
    let group = launched.guard.pid();
    drop(launched);
    assert!(kept.path().join("mine/Local State").exists() || kept.path().join("mine/Default").exists());
    assert!(survivors(group, &kept.path().join("mine")).is_empty());
}

#[tokio::test]
async fn a_program_that_is_no_browser_is_said_with_its_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("fake");
    std::fs::write(
        &script,
        "#!/bin/sh\necho 'No usable sandbox! See the docs.' >&2\nexit 3\n",
    )
    .expect("written");
    make_executable(&script);
    let error = launch(&LaunchOptions {
        executable: Some(script),
        ..LaunchOptions::default()
    })
    .await;
    let error = error.expect_err("it ends").to_string();
    assert!(error.contains("exit status: 3"), "{error}");
    assert!(error.contains("It said: No usable sandbox!"), "{error}");
    assert!(error.contains("--no-sandbox"), "{error}");
}

#[tokio::test]
async fn a_browser_that_never_listens_is_ended_at_the_deadline() {
    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("fake");
    let pid_file = folder.path().join("pid");
    let text = format!("#!/bin/sh\necho $$ > {}\nsleep 600\n", pid_file.display());
    std::fs::write(&script, text).expect("written");
    make_executable(&script);
    let timeout = Duration::from_millis(500);
    let options = LaunchOptions {
        executable: Some(script),
        timeout,
        ..LaunchOptions::default()
    };
    let error = launch(&options).await.expect_err("it never listens");
    assert!(matches!(error, LaunchError::Timeout { .. }), "{error}");
    let pid = std::fs::read_to_string(pid_file)
        .expect("it ran")
        .trim()
        .parse()
        .expect("a number");
    assert!(survivors(pid, folder.path()).is_empty());
}

fn make_executable(path: &Path) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("executable");
}

#[tokio::test]
async fn kill_9_of_this_process_leaves_nothing() {
    let mut helper = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "helper_that_is_killed", "--ignored", "--nocapture"])
        .env(HELPER, "1")
        .stdout(Stdio::piped())
        .spawn()
        .expect("the helper");
    let output = BufReader::new(helper.stdout.take().expect("its output"));
    let told = output
        .lines()
        .map(|line| line.expect("a line"))
        .find(|line| line.starts_with("browser "));
    let told = told.expect("the helper starts a browser");
    let mut words = told.split_whitespace().skip(1);
    let group = words.next().expect("a group").parse().expect("a number");
    let profile = PathBuf::from(words.next().expect("a profile"));
    let own = PathBuf::from(words.next().expect("another folder"));
    assert!(survivors(group, &profile).len() > 1);
    assert!(own.exists());
    helper.kill().expect("kill -9");
    helper.wait().expect("gone");
    until_gone(group, &profile, Duration::from_secs(5)).await;
    let until = Instant::now() + Duration::from_secs(5);
    while own.exists() {
        assert!(Instant::now() < until, "{} is left", own.display());
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Not a test: what [`kill_9_of_this_process_leaves_nothing`] kills.
#[tokio::test]
#[ignore = "started by another test"]
async fn helper_that_is_killed() {
    if std::env::var_os(HELPER).is_none() {
        return;
    }
    let own = tempfile::tempdir().expect("a folder").keep();
    let leftovers = vec![own.clone()];
    let launched = launch(&LaunchOptions {
        leftovers,
        ..LaunchOptions::default()
    })
    .await;
    let guard = launched.expect("a browser").guard;
    println!(
        "\nbrowser {} {} {}",
        guard.pid(),
        guard.profile().display(),
        own.display()
    );
    std::future::pending::<()>().await;
}
