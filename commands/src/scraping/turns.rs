//! Whose job is next, and who makes room: users have equal shares of a worker, whoever asked for more.
//!
//! A waiting job of the user with the fewest running jobs comes first, among those the one of whoever was served
//! longest ago; who comes anew stands behind those who wait. Where no place is free, a user that has two jobs more than
//! one who waits gives one up at once; and where somebody waits who has none, jobs that have run for a while make room
//! at their next pause, or without one where none of them reaches it in time. A job that was stopped so gets longer the
//! next time, so that a city that takes long is finished at last.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use domain::ids::SessionKey;

use super::job::Turn;
use super::queue::Work;

/// A job may run that long before it is asked to pause for somebody who has none.
const SLICE: Duration = Duration::from_secs(2);
/// How long it may take to its next pause then; twice as long each time that it did not get there.
const PATIENCE: Duration = Duration::from_secs(10);
/// Doublings of it at most.
const MOST_PATIENCE: u32 = 8;

/// A job that this process works on.
struct Run {
    user: String,
    since: Instant,
    /// When it was asked to pause.
    asked: Option<Instant>,
    turn: Arc<Turn>,
}

impl Run {
    fn ask(&mut self) {
        self.asked.get_or_insert_with(Instant::now);
        self.turn.soon.store(true, Ordering::Relaxed);
    }

    fn ask_no_more(&mut self) {
        self.asked = None;
        self.turn.soon.store(false, Ordering::Relaxed);
    }
}

/// The jobs that this process works on, and whom it has served.
#[derive(Default)]
pub(super) struct Turns {
    running: HashMap<SessionKey, Run>,
    /// Users by the number of the serving; who has only come, by the one before.
    served: HashMap<String, u64>,
    servings: u64,
    /// How often jobs were stopped before they reached a pause.
    stopped: HashMap<SessionKey, u32>,
}

impl Turns {
    pub(super) fn running(&self) -> usize {
        self.running.len()
    }

    pub(super) fn runs(&self, session: SessionKey) -> bool {
        self.running.contains_key(&session)
    }

    /// A job is begun.
    pub(super) fn begin(&mut self, work: &Work) -> Arc<Turn> {
        let turn = Arc::<Turn>::default();
        let run = Run {
            user: work.user.clone(),
            since: Instant::now(),
            asked: None,
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
    pub(super) fn make_room(&mut self, waiting: &[Work]) {
        self.remember(waiting);
        let fewest = waiting.iter().map(|work| self.running_of(&work.user)).min();
        if fewest != Some(0) {
            self.running.values_mut().for_each(Run::ask_no_more);
        }
        let is_making_room = |run: &Run| run.turn.now.is_cancelled();
        let (Some(fewest), false) = (fewest, self.running.values().any(is_making_room)) else {
            return;
        };
        let of_each = self.running.values().map(|run| self.running_of(&run.user));
        let most = of_each.max().unwrap_or(0);
        if most >= fewest + 2 {
            let theirs = self.running.values();
            let theirs = theirs.filter(|run| self.running_of(&run.user) == most);
            // The one that loses least.
            if let Some(run) = theirs.max_by_key(|run| run.since) {
                run.turn.now.cancel();
            }
        } else if fewest == 0 {
            let long = self.running.values_mut();
            long.filter(|run| run.since.elapsed() >= SLICE)
                .for_each(Run::ask);
            self.stop_late();
        }
    }

    /// Users and jobs that wait or run; the others are forgotten.
    fn remember(&mut self, waiting: &[Work]) {
        let runs = |user: &String| self.running.values().any(|run| run.user == *user);
        self.served
            .retain(|user, _| waiting.iter().any(|work| work.user == *user) || runs(user));
        for work in waiting {
            let served = self.served.entry(work.user.clone());
            served.or_insert(self.servings);
        }
        let running = &self.running;
        self.stopped.retain(|session, _| {
            running.contains_key(session) || waiting.iter().any(|work| work.session == *session)
        });
    }

    /// Stops the job that was asked first among those that have not paused in time.
    fn stop_late(&mut self) {
        let patience = |session| {
            let times = self.stopped.get(session).copied().unwrap_or_default();
            PATIENCE * 2_u32.pow(times)
        };
        let late = self.running.iter().filter_map(|(session, run)| {
            let asked = run.asked?;
            (asked.elapsed() >= patience(session)).then_some((asked, *session))
        });
        let Some((_, session)) = late.min() else {
            return;
        };
        let times = self.stopped.entry(session).or_default();
        *times = (*times + 1).min(MOST_PATIENCE);
        self.running[&session].turn.now.cancel();
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
            turns.begin(&work);
        }
        served
    }

    fn asked(turns: &Turns) -> Vec<&str> {
        let asked = turns
            .running
            .values()
            .filter(|run| run.turn.now.is_cancelled());
        asked.map(|run| run.user.as_str()).collect()
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
        for _ in 0..6 {
            let oldest = turns.running.iter().min_by_key(|(_, run)| run.since);
            let session = *oldest.unwrap().0;
            turns.end(session);
            order.extend(serve(&mut turns, &mut waiting, 4));
        }
        let of = |user: &str| order.iter().filter(|one| *one == user).count();
        assert_eq!((of("a"), of("b"), of("c")), (2, 2, 2), "{order:?}");
    }

    #[test]
    fn whoever_has_all_places_gives_one_to_whoever_has_none() {
        let mut turns = Turns::default();
        let mut waiting: Vec<_> = (0..20).map(|_| work("a")).collect();
        assert_eq!(serve(&mut turns, &mut waiting, 4).len(), 4);
        turns.make_room(&waiting);
        assert!(asked(&turns).is_empty(), "nobody else waits");
        waiting.push(work("b"));
        turns.make_room(&waiting);
        turns.make_room(&waiting);
        assert_eq!(
            asked(&turns),
            ["a"],
            "one place, however often it is looked"
        );
        let newest = turns
            .running
            .iter()
            .max_by_key(|(_, run)| run.since)
            .unwrap();
        assert!(
            newest.1.turn.now.is_cancelled(),
            "the one that has begun last"
        );
    }

    #[test]
    fn who_has_no_more_than_others_pauses_only_after_its_slice() {
        let mut turns = Turns::default();
        let mut waiting = vec![work("a"), work("b")];
        serve(&mut turns, &mut waiting, 2);
        waiting.push(work("c"));
        turns.make_room(&waiting);
        let soon = |turns: &Turns| {
            let soon = turns
                .running
                .values()
                .filter(|run| run.turn.soon.load(Ordering::Relaxed));
            soon.count()
        };
        assert_eq!((asked(&turns).len(), soon(&turns)), (0, 0));
        for run in turns.running.values_mut() {
            run.since -= SLICE;
        }
        turns.make_room(&waiting);
        turns.make_room(&waiting);
        assert_eq!((asked(&turns).len(), soon(&turns)), (0, 2));
        // Once it is served, the others go on as if nothing had been.
        let first = *turns.running.keys().next().unwrap();
        turns.end(first);
        assert_eq!(serve(&mut turns, &mut waiting, 2), ["c"]);
        turns.make_room(&waiting);
        assert_eq!((asked(&turns).len(), soon(&turns)), (0, 0));
    }

    #[test]
    fn a_job_that_reaches_no_pause_is_stopped_and_gets_longer_the_next_time() {
        let mut turns = Turns::default();
        let slow = work("a");
        serve(&mut turns, &mut vec![slow.clone()], 1);
        let waiting = [work("b")];
        let after = |turns: &mut Turns, asked_for: Duration| {
            for run in turns.running.values_mut() {
                run.since -= SLICE;
                if let Some(asked) = &mut run.asked {
                    *asked -= asked_for;
                }
            }
            turns.make_room(&waiting);
            asked(turns).len()
        };
        assert_eq!(after(&mut turns, Duration::ZERO), 0);
        assert_eq!(after(&mut turns, PATIENCE), 1);
        // It waits, and is begun anew.
        turns.end(slow.session);
        turns.make_room(&[waiting[0].clone(), slow.clone()]);
        turns.begin(&slow);
        assert_eq!(after(&mut turns, Duration::ZERO), 0);
        assert_eq!(after(&mut turns, PATIENCE), 0, "it has twice as long");
        assert_eq!(after(&mut turns, PATIENCE), 1);
    }

    #[test]
    fn a_job_with_much_time_keeps_nobody_elses_from_being_stopped() {
        let mut turns = Turns::default();
        let (patient, late) = (work("a"), work("b"));
        serve(&mut turns, &mut vec![patient.clone(), late.clone()], 2);
        turns.stopped.insert(patient.session, MOST_PATIENCE);
        let waiting = [work("c")];
        for asked_for in [Duration::ZERO, PATIENCE] {
            for (session, run) in &mut turns.running {
                run.since -= SLICE;
                if let Some(asked) = &mut run.asked {
                    // The patient one was asked first.
                    *asked -=
                        asked_for + Duration::from_secs(u64::from(*session == patient.session));
                }
            }
            turns.make_room(&waiting);
        }
        assert_eq!(asked(&turns), ["b"]);
    }

    #[test]
    fn a_user_with_too_many_gives_one_up_though_another_job_is_asked_to_pause() {
        let mut turns = Turns::default();
        let mut waiting = vec![work("a"), work("b")];
        serve(&mut turns, &mut waiting, 2);
        for run in turns.running.values_mut() {
            run.since -= SLICE;
        }
        turns.make_room(&[work("c")]);
        waiting.extend([work("a"), work("a")]);
        serve(&mut turns, &mut waiting, 4);
        turns.make_room(&[work("c")]);
        assert_eq!(asked(&turns), ["a"]);
    }

    #[test]
    fn who_comes_again_and_again_never_overtakes_who_waits() {
        let mut turns = Turns::default();
        let mut waiting = vec![work("a"), work("b"), work("b")];
        serve(&mut turns, &mut waiting, 1);
        let mut order = Vec::new();
        for _ in 0..4 {
            turns.running.clear();
            turns.make_room(&waiting);
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
