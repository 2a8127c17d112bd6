//! Whose job is next, and who makes room: users have equal shares of a worker, whoever asked for more.
//!
//! A waiting job of the user with the fewest running jobs comes first, among those the one of whoever was served
//! longest ago; a newcomer queues behind those who wait. Where no place is free, a user with at least two jobs more
//! than one who waits gives one up at its next look; and where somebody waits who has none, jobs that have run for a
//! while make room at the end of a slice, where nothing is lost by it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use domain::ids::SessionKey;
use jiff::Timestamp;

use super::queue::Work;

/// A job may run that long before it makes room for somebody who has none.
const SLICE: Duration = Duration::from_secs(2);

/// What a run is asked by the worker that runs it.
#[derive(Debug, Default)]
pub(super) struct Turn {
    at_slice: AtomicBool,
    at_look: AtomicBool,
}

impl Turn {
    /// Is the run to make room where nothing is lost by it?
    pub(super) fn is_over_at_slice(&self) -> bool {
        self.at_slice.load(Ordering::Relaxed) || self.is_over()
    }

    /// Is the run to make room now? What it has not delivered yet is searched again.
    pub(super) fn is_over(&self) -> bool {
        self.at_look.load(Ordering::Relaxed)
    }
}

/// A job that this process works on.
struct Run {
    user: String,
    since: Timestamp,
    turn: Arc<Turn>,
}

impl Run {
    fn has_run_for_a_slice(&self, now: Timestamp) -> bool {
        self.since.duration_until(now).unsigned_abs() >= SLICE
    }
}

/// The jobs that this process works on, and whom it has served.
#[derive(Default)]
pub(super) struct Turns {
    running: HashMap<SessionKey, Run>,
    /// Users by the number of the serving; a newcomer by the one before.
    served: HashMap<String, u64>,
    servings: u64,
}

impl Turns {
    pub(super) fn running(&self) -> usize {
        self.running.len()
    }

    pub(super) fn runs(&self, session: SessionKey) -> bool {
        self.running.contains_key(&session)
    }

    /// A job is begun.
    pub(super) fn begin(&mut self, work: &Work, now: Timestamp) -> Arc<Turn> {
        let turn = Arc::<Turn>::default();
        let run = Run {
            user: work.user.clone(),
            since: now,
            turn: Arc::clone(&turn),
        };
        self.running.insert(work.session, run);
        self.servings += 1;
        self.served.insert(work.user.clone(), self.servings);
        turn
    }

    /// A job has ended here, however it did.
    pub(super) fn end(&mut self, session: SessionKey) {
        self.running.remove(&session);
    }

    /// Which of the waiting jobs is next, by its index.
    pub(super) fn next(&self, waiting: &[Work]) -> Option<usize> {
        let order = |work: &Work| {
            let served = self.served.get(&work.user).copied();
            (self.running_of(&work.user), served.unwrap_or(self.servings))
        };
        // The first of those that are alike: the table's order.
        let ordered = waiting.iter().enumerate();
        ordered
            .min_by_key(|(_, work)| order(work))
            .map(|(index, _)| index)
    }

    /// Asks jobs to make room for one of the waiting ones, where it is right that they do.
    pub(super) fn make_room(&mut self, waiting: &[Work], now: Timestamp) {
        self.remember(waiting);
        let fewest = waiting.iter().map(|work| self.running_of(&work.user)).min();
        for run in self.running.values() {
            let asked = fewest == Some(0) && run.has_run_for_a_slice(now);
            run.turn.at_slice.store(asked, Ordering::Relaxed);
        }
        let makes_room = self.running.values().any(|run| run.turn.is_over());
        let of_each = self.running.values().map(|run| self.running_of(&run.user));
        let (Some(fewest), Some(most), false) = (fewest, of_each.max(), makes_room) else {
            return;
        };
        if most < fewest + 2 {
            return;
        }
        let theirs = self.running.values();
        let theirs = theirs.filter(|run| self.running_of(&run.user) == most);
        // The one that loses least.
        if let Some(run) = theirs.max_by_key(|run| run.since) {
            run.turn.at_look.store(true, Ordering::Relaxed);
        }
    }

    /// Users that wait or run; the others are forgotten.
    fn remember(&mut self, waiting: &[Work]) {
        let runs = |user: &String| self.running.values().any(|run| run.user == *user);
        self.served
            .retain(|user, _| waiting.iter().any(|work| work.user == *user) || runs(user));
        for work in waiting {
            let served = self.served.entry(work.user.clone());
            served.or_insert(self.servings);
        }
    }

    /// Whose jobs are to make room, now or at the end of a slice.
    #[cfg(test)]
    pub(super) fn asked(&self, is_asked: fn(&Turn) -> bool) -> Vec<&str> {
        let asked = self.running.values().filter(|run| is_asked(&run.turn));
        asked.map(|run| run.user.as_str()).collect()
    }

    fn running_of(&self, user: &str) -> usize {
        let theirs = self.running.values().filter(|run| run.user == user);
        theirs.count()
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    const START: Timestamp = Timestamp::UNIX_EPOCH;

    fn later(moments: i64) -> Timestamp {
        Timestamp::from_millisecond(moments).unwrap()
    }

    fn work(user: &str) -> Work {
        Work::of(SessionKey::new(Uuid::new_v4()), user)
    }

    /// Serves the waiting jobs as a worker with so many places does; answers whose they were.
    fn serve(turns: &mut Turns, waiting: &mut Vec<Work>, places: usize) -> Vec<String> {
        let mut served = Vec::new();
        while turns.running() < places
            && let Some(next) = turns.next(waiting)
        {
            let work = waiting.remove(next);
            served.push(work.user.clone());
            turns.begin(&work, later(served.len() as i64));
        }
        served
    }

    #[test]
    fn users_take_turns_however_much_one_of_them_asks_for() {
        let mut turns = Turns::default();
        let mut waiting: Vec<_> = (0..20).map(|_| work("a")).collect();
        waiting.extend([work("b"), work("c")]);
        assert_eq!(serve(&mut turns, &mut waiting, 4), ["a", "b", "c", "a"]);
        // One after the other ends: who was served longest ago is next.
        let mut order = Vec::new();
        waiting.extend([work("b"), work("c"), work("b"), work("c")]);
        for ended in 0..6 {
            let oldest = turns.running.iter().min_by_key(|(_, run)| run.since);
            let session = *oldest.unwrap().0;
            turns.end(session);
            let next = turns.next(&waiting).unwrap();
            let work = waiting.remove(next);
            order.push(work.user.clone());
            turns.begin(&work, later(10 + ended));
        }
        let of = |user: &str| order.iter().filter(|one| *one == user).count();
        assert_eq!((of("a"), of("b"), of("c")), (2, 2, 2), "{order:?}");
    }

    #[test]
    fn whoever_has_all_places_gives_one_to_whoever_has_none() {
        let mut turns = Turns::default();
        let mut waiting: Vec<_> = (0..20).map(|_| work("a")).collect();
        assert_eq!(serve(&mut turns, &mut waiting, 4).len(), 4);
        turns.make_room(&waiting, START);
        assert!(turns.asked(Turn::is_over).is_empty(), "nobody else waits");
        waiting.push(work("b"));
        turns.make_room(&waiting, START);
        turns.make_room(&waiting, START);
        let one = turns.asked(Turn::is_over);
        assert_eq!(one, ["a"], "one place, however often it is looked");
        let newest = turns.running.values().max_by_key(|run| run.since);
        assert!(newest.unwrap().turn.is_over(), "the one that began last");
    }

    #[test]
    fn who_has_no_more_than_others_makes_room_only_after_its_slice() {
        let mut turns = Turns::default();
        let mut waiting = vec![work("a"), work("b")];
        serve(&mut turns, &mut waiting, 2);
        waiting.push(work("c"));
        let both = |turns: &Turns| {
            let at_look = turns.asked(Turn::is_over).len();
            (at_look, turns.asked(Turn::is_over_at_slice).len())
        };
        turns.make_room(&waiting, later(1_900));
        assert_eq!(both(&turns), (0, 0));
        turns.make_room(&waiting, later(2_100));
        turns.make_room(&waiting, later(60_000));
        assert_eq!(both(&turns), (0, 2), "nothing that is under way is lost");
        // Once it is served, the others go on as if nothing had been.
        let first = *turns.running.keys().next().unwrap();
        turns.end(first);
        assert_eq!(serve(&mut turns, &mut waiting, 2), ["c"]);
        turns.make_room(&waiting, later(60_000));
        assert_eq!(both(&turns), (0, 0));
    }

    #[test]
    fn who_comes_again_and_again_never_overtakes_who_waits() {
        let mut turns = Turns::default();
        let mut waiting = vec![work("a"), work("b"), work("b")];
        serve(&mut turns, &mut waiting, 1);
        let mut order = Vec::new();
        for _ in 0..4 {
            turns.running.clear();
            turns.make_room(&waiting, START);
            // Each of them asks for one job at a time, and comes back when it is done.
            for user in ["c", "d"] {
                if waiting.iter().all(|work| work.user != user) {
                    waiting.push(work(user));
                }
            }
            order.extend(serve(&mut turns, &mut waiting, 1));
        }
        assert_eq!(order, ["b", "b", "c", "d"]);
    }
}
