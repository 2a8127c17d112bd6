//! A stream of server-sent events, as a client reads it.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use super::{Client, PATIENCE};

/// One event.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Told {
    pub(crate) name: String,
    pub(crate) id: String,
    pub(crate) body: Value,
}

/// An open stream.
pub(crate) struct EventStream {
    answer: reqwest::Response,
    unread: String,
    /// Comments that came: signs of life.
    pub(crate) heart_beats: usize,
}

impl EventStream {
    /// Follows a job, from after the event named.
    pub(crate) async fn open(user: &Client, job: &str, last: Option<&str>) -> Self {
        let request = user
            .request(Method::GET, &format!("/api/jobs/{job}/events"))
            .timeout(Duration::from_secs(120));
        let request = match last {
            Some(id) => request.header("last-event-id", id),
            None => request,
        };
        let answer = request.send().await.unwrap();
        let header = |name: &str| answer.headers()[name].to_str().unwrap();
        assert_eq!(answer.status(), 200);
        assert_eq!(header("content-type"), "text/event-stream");
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("x-accel-buffering"), "no");
        assert!(!answer.headers().contains_key("content-encoding"));
        Self {
            answer,
            unread: String::new(),
            heart_beats: 0,
        }
    }

    /// The next event; nothing where the stream has ended or broken.
    pub(crate) async fn next(&mut self) -> Option<Told> {
        loop {
            while let Some((block, rest)) = self.unread.split_once("\n\n") {
                let told = told(block);
                self.unread = rest.to_owned();
                match told {
                    Some(told) => return Some(told),
                    None => self.heart_beats += 1,
                }
            }
            let chunk = tokio::time::timeout(PATIENCE, self.answer.chunk());
            let chunk = chunk.await.expect("something comes").ok()??;
            self.unread += str::from_utf8(&chunk).unwrap();
        }
    }

    /// All events until the stream ends.
    pub(crate) async fn rest(mut self) -> Vec<Told> {
        let mut all = Vec::new();
        while let Some(told) = self.next().await {
            all.push(told);
        }
        all
    }
}

/// An event out of its lines; nothing where they are comments.
fn told(block: &str) -> Option<Told> {
    let value = |name: &str| {
        let mut lines = block.lines().filter_map(|line| line.split_once(':'));
        let found = lines.find(|(field, _)| *field == name);
        found.map(|(_, value)| value.trim_start().to_owned())
    };
    Some(Told {
        name: value("event")?,
        id: value("id").unwrap(),
        body: serde_json::from_str(&value("data").unwrap()).unwrap(),
    })
}
