//! Whose job is next, and which job makes room: users have equal shares of a worker, however much one asks for.
//!
//! The next job belongs to the user with the fewest running jobs; among those, to the one who was served longest ago.
//! Newcomers queue behind users who already wait. Where every place is taken, a running job makes room at its next look
//! for a user with at least two jobs fewer; and for a user who has none, once it has run for a while, between two
//! slices, where nothing is lost.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use domain::ids::SessionKey;
use jiff::Timestamp;

use super::queue::Work;

/// A job runs at least this long before it makes room for a user who has none.
const SLICE: Duration = Duration::from_secs(2);

/// A job that this process works on.
struct Run {
    user: String,
    since: Timestamp,
}

/// The jobs that this process works on, and who waits.
pub(super) struct Turns {
    places: usize,
    running: HashMap<SessionKey, Run>,
    waiting: HashSet<String>,
    /// When users were last served, as a number; newcomers count as served when they came.
    served: HashMap<String, u64>,
    servings: u64,
}

impl Turns {
    /// Nothing runs yet.
    pub(super) fn new(places: u32) -> Self {
        Self {
            places: places as usize,
            running: HashMap::new(),
            waiting: HashSet::new(),
            served: HashMap::new(),
            servings: 0,
        }
    }

    pub(super) fn of(shared: &Mutex<Self>) -> MutexGuard<'_, Self> {
        shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Is no place free?
    pub(super) fn is_full(&self) -> bool {
        self.running.len() >= self.places
    }

    pub(super) fn runs(&self, session: SessionKey) -> bool {
        self.running.contains_key(&session)
    }

    pub(super) fn begin(&mut self, work: &Work, now: Timestamp) {
        let (user, since) = (work.user.clone(), now);
        self.running.insert(work.session, Run { user, since });
        self.servings += 1;
        self.served.insert(work.user.clone(), self.servings);
    }

    pub(super) fn end(&mut self, session: SessionKey) {
        self.running.remove(&session);
    }

    /// The index of the waiting job that is next.
    pub(super) fn next(&self, waiting: &[Work]) -> Option<usize> {
        let order = |&index: &usize| {
            let user = &waiting[index].user;
            let served = self.served.get(user).copied();
            (self.running_of(user), served.unwrap_or(self.servings))
        };
        // The first of equals: the table's order.
        (0..waiting.len()).min_by_key(order)
    }

    /// Notes who still waits. Users who neither wait nor run are forgotten.
    pub(super) fn wait(&mut self, waiting: &[Work]) {
        self.waiting = waiting.iter().map(|work| work.user.clone()).collect();
        let (waiting, running) = (&self.waiting, &self.running);
        let runs = |user: &str| running.values().any(|run| run.user == user);
        self.served
            .retain(|user, _| waiting.contains(user) || runs(user));
        for user in waiting {
            let served = self.served.entry(user.clone());
            served.or_insert(self.servings);
        }
    }

    /// Must the job make room now? What it has not delivered yet is searched again.
    pub(super) fn is_over(&self, session: SessionKey) -> bool {
        // The newest job of the user with the most: it loses least.
        let runs = self.running.iter();
        let newest = runs.max_by_key(|(_, run)| (self.running_of(&run.user), run.since));
        let fewest = self.fewest_of_waiting();
        newest.zip(fewest).is_some_and(|((newest, run), fewest)| {
            *newest == session && self.running_of(&run.user) >= fewest + 2
        })
    }

    /// Must the job make room where nothing is lost by it?
    pub(super) fn is_over_at_slice(&self, session: SessionKey, now: Timestamp) -> bool {
        let has_run = |run: &Run| run.since.duration_until(now).unsigned_abs() >= SLICE;
        let has_had_its_time = self.running.get(&session).is_some_and(has_run);
        has_had_its_time && self.fewest_of_waiting() == Some(0) || self.is_over(session)
    }

    /// The running jobs of the waiting user who has the fewest; nothing while a place is free.
    fn fewest_of_waiting(&self) -> Option<usize> {
        let waiting = self.waiting.iter();
        let fewest = waiting.map(|user| self.running_of(user)).min();
        fewest.filter(|_| self.is_full())
    }

    fn running_of(&self, user: &str) -> usize {
        self.running.values().filter(|run| run.user == user).count()
    }
}

#[cfg(test)]
impl Turns {
    /// Does nobody's job run?
    pub(super) fn is_idle(&self) -> bool {
        self.running.is_empty()
    }

    /// Does a job of the user wait?
    pub(super) fn knows_to_wait(&self, user: &str) -> bool {
        self.waiting.contains(user)
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

    /// Serves the waiting jobs as a worker does; answers whose they were.
    fn serve(turns: &mut Turns, waiting: &mut Vec<Work>) -> Vec<String> {
        let mut served = Vec::new();
        while !turns.is_full()
            && let Some(next) = turns.next(waiting)
        {
            let work = waiting.remove(next);
            served.push(work.user.clone());
            turns.begin(&work, later(served.len() as i64));
        }
        turns.wait(waiting);
        served
    }

    /// How many jobs must make room: now, and at the end of a slice.
    fn over(turns: &Turns, now: Timestamp) -> (usize, usize) {
        let running = || turns.running.keys();
        let at_slice = running().filter(|session| turns.is_over_at_slice(**session, now));
        let at_look = running().filter(|session| turns.is_over(**session));
        (at_look.count(), at_slice.count())
    }

    fn oldest(turns: &Turns) -> SessionKey {
        *turns
            .running
            .iter()
            .min_by_key(|(_, run)| run.since)
            .unwrap()
            .0
    }

    fn newest(turns: &Turns) -> SessionKey {
        *turns
            .running
            .iter()
            .max_by_key(|(_, run)| run.since)
            .unwrap()
            .0
    }

    #[test]
    fn users_take_turns_however_much_one_of_them_asks_for() {
        let mut turns = Turns::new(4);
        let mut waiting: Vec<_> = (0..20).map(|_| work("a")).collect();
        waiting.extend([work("b"), work("c")]);
        assert_eq!(serve(&mut turns, &mut waiting), ["a", "b", "c", "a"]);
        // One after the other ends: who was served longest ago is next.
        let mut order = Vec::new();
        waiting.extend([work("b"), work("c"), work("b"), work("c")]);
        for ended in 0..6 {
            turns.end(oldest(&turns));
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
        let mut turns = Turns::new(4);
        let mut waiting: Vec<_> = (0..20).map(|_| work("a")).collect();
        assert_eq!(serve(&mut turns, &mut waiting).len(), 4);
        assert_eq!(over(&turns, START), (0, 0), "nobody else waits");
        waiting.push(work("b"));
        turns.wait(&waiting);
        assert_eq!(over(&turns, START), (1, 1), "one place");
        assert!(turns.is_over(newest(&turns)), "the job that began last");
        turns.end(newest(&turns));
        assert_eq!(over(&turns, later(60_000)), (0, 0), "there is a place");
        assert_eq!(serve(&mut turns, &mut waiting), ["b"]);
        assert_eq!(over(&turns, later(60_000)), (0, 0));
    }

    #[test]
    fn who_has_no_more_than_others_makes_room_only_after_its_slice() {
        let mut turns = Turns::new(2);
        let mut waiting = vec![work("a"), work("b")];
        serve(&mut turns, &mut waiting);
        waiting.push(work("c"));
        turns.wait(&waiting);
        assert_eq!(over(&turns, later(1_900)), (0, 0));
        assert_eq!(
            over(&turns, later(2_100)),
            (0, 2),
            "nothing under way is lost"
        );
        // Once it is served, the others go on as if nothing had been.
        turns.end(oldest(&turns));
        assert_eq!(over(&turns, later(60_000)), (0, 0), "one place is enough");
        assert_eq!(serve(&mut turns, &mut waiting), ["c"]);
        assert_eq!(over(&turns, later(60_000)), (0, 0));
    }

    #[test]
    fn who_comes_again_and_again_never_overtakes_who_waits() {
        let mut turns = Turns::new(1);
        let mut waiting = vec![work("a"), work("b"), work("b")];
        serve(&mut turns, &mut waiting);
        let mut order = Vec::new();
        for _ in 0..4 {
            turns.running.clear();
            turns.wait(&waiting);
            // Each of them asks for one job at a time, and comes back when it is done.
            for user in ["c", "d"] {
                if waiting.iter().all(|work| work.user != user) {
                    waiting.push(work(user));
                }
            }
            order.extend(serve(&mut turns, &mut waiting));
        }
        assert_eq!(order, ["b", "b", "c", "d"]);
    }
}
