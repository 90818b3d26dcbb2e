//! Waiting for conditions.

use eyeline_gateway::actions::{WaitCondition, wait_for, wait_for_response};
use serde_json::{Value as Json, json};

use crate::support::*;

fn condition(value: Json) -> WaitCondition {
    WaitCondition::parse(&value).unwrap()
}

#[tokio::test]
async fn each_condition_is_met_when_it_holds() {
    let stage = Stage::with("<p id=a>Loading</p><script>setTimeout(()=>{a.textContent='Ready now';const b=document.createElement('b');b.id='late';b.textContent='x';document.body.append(b);history.pushState(0,0,'/there');fetch('/slow?ms=50');flag={n:7}},400);flag=null</script>").await;
    let met = async |value: Json| wait_for(&stage.ctx(), &condition(value)).await.unwrap();
    met(json!({"text": "ready NOW"})).await;
    met(json!({"textGone": "Loading"})).await;
    met(json!({"selector": "#late"})).await;
    met(json!({"selector": "#late", "state": "attached"})).await;
    met(json!({"selector": "#none", "state": "hidden"})).await;
    met(json!({"url": "/there"})).await;
    met(json!({"load": "load"})).await;
    assert_eq!(met(json!({"function": "() => flag"})).await, json!({"n": 7}));
    assert_eq!(met(json!({"function": "flag && flag.n"})).await, json!(7));
    let late = wait_for(&stage.within(300), &condition(json!({"text": "Never"})))
        .await
        .unwrap_err()
        .to_string();
    assert!(
        late.contains("The text \"Never\" did not appear within 300 ms"),
        "{late}"
    );
}

#[tokio::test]
async fn a_response_is_waited_for() {
    let stage = Stage::with("<script>setTimeout(()=>fetch('/slow?ms=100'),300)</script>").await;
    let options = serde_json::from_value(json!({"body": true})).unwrap();
    let response = wait_for_response(&stage.ctx(), "/slow", &options).await.unwrap();
    assert_eq!(
        (response["status"].clone(), response["body"].clone()),
        (json!(200), json!({"done": true}))
    );
}
