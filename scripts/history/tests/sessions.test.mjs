import { test } from 'node:test';
import { expect, job, search, Story } from './story.mjs';

const started = (story, id, ...cities) => {
  story.does('start', search(...cities), { job_id: id }, { key: `k ${cities}`, status: 202 });
};
const cancelled = { status: 'cancelled' };
const ended = { code: 'wrong_state', message: 'The job has already ended (completed).' };

test('searches that were asked for, paid and ended are right', () => {
  const story = new Story().session('s1', ['Bend'], { rows: 4, facts: 3 }).session('s2', ['Salem'], { rows: 0 });
  started(story, 's1', 'Bend');
  started(story, 's1', 'Bend');
  started(story, 's2', 'Salem');
  story.does('job', { job: 's1' }, job('processing', 2, 2));
  story.does('job', { job: 's1' }, job('completed', 4, 7, 3));
  expect(story);
});

test('a search that was answered and is not in the history is lost', () => {
  const story = new Story();
  started(story, 's1', 'Bend');
  expect(story, 'lost: ann: search s1 was started');
});

test('a search without an answer may be there or not', () => {
  for (const isThere of [true, false]) {
    const story = new Story();
    if (isThere) story.session('s1', ['Bend']);
    story.loses(story.calls('start', search('Bend'), { key: 'k1' }));
    expect(story);
  }
});

test('one key that starts two searches is named, answered or not', () => {
  const answered = new Story().session('s1', ['Bend']).session('s2', ['Bend']);
  for (const job_id of ['s1', 's2']) answered.does('start', search('Bend'), { job_id }, { key: 'k1', status: 202 });
  expect(answered, 'twice: ann: one key started 2 searches', 'twice: ann: one command has 2 sessions');
  const lost = new Story().session('s1', ['Bend']).session('s2', ['Bend']);
  lost.loses(lost.calls('start', search('Bend'), { key: 'k Bend' }));
  started(lost, 's1', 'Bend');
  expect(lost, 'twice: ann: one command has 2 sessions');
});

test('a search that nobody asked for, or that is another one, is named', () => {
  expect(new Story().session('s1', ['Bend']), 'origin: ann: nobody asked for search s1');
  const story = new Story().session('s1', ['Salem']);
  started(story, 's1', 'Bend');
  expect(story, 'answers: ann: search s1 is another one', 'origin: ann: nobody asked for search s1');
});

test('a refused search that was started is named', () => {
  const story = new Story().session('s1', ['Bend']);
  story.does('start', search('Bend'), { code: 'not_covered' }, { key: 'k1', status: 409 });
  expect(
    story,
    'refusal: ann: search s1 was started, but each call was refused',
    'refusal: ann: start was answered 409 (not_covered)',
  );
});

test('rows that are not paid once each are named', () => {
  const story = new Story().session('s1', ['Bend'], { rows: 4, paid: 3 });
  started(story, 's1', 'Bend');
  expect(story, 'money: ann, search s1: 4 rows were delivered and 3 paid');
});

test('a history that tells of other credits than the ledger is named', () => {
  const story = new Story().session('s1', ['Bend']);
  story.ledger('ann', { event: 'CreditsHeld', reserved: 1, session_id: 's1' });
  const note = '1 result (enrichment)';
  story.ledger('ann', { event: 'CreditsDebited', credits: -1, reserved: -1, session_id: 's1', note });
  started(story, 's1', 'Bend');
  expect(
    story,
    'money: ann, search s1: the history says 2 credits and the ledger 3',
    'money: ann, search s1: 0 rows were enriched and 1 paid',
  );
});

test('a search that has not ended at the end is named', () => {
  const story = new Story().session('s1', ['Bend'], { status: 'processing' });
  started(story, 's1', 'Bend');
  expect(story, 'stuck: ann: search s1 has not ended');
});

test('what was seen of a search never goes back', () => {
  const story = new Story().session('s1', ['Bend'], { rows: 4 });
  started(story, 's1', 'Bend');
  story.does('job', { job: 's1' }, job('processing', 3, 3));
  story.does('job', { job: 's1' }, job('processing', 2, 3));
  expect(story, 'stale: ann, search s1: results_count went from 3 back to 2');
});

test('looks at the same time may see a search in either order', () => {
  const story = new Story().session('s1', ['Bend'], { rows: 4 });
  started(story, 's1', 'Bend');
  const slow = story.calls('job', { job: 's1' });
  story.does('job', { job: 's1' }, job('processing', 3, 3));
  story.answers(slow, job('processing', 2, 2));
  expect(story);
});

test('a search that was over and goes on is named', () => {
  const story = new Story().session('s1', ['Bend'], { rows: 4 });
  started(story, 's1', 'Bend');
  story.does('job', { job: 's1' }, job('completed', 3, 3));
  story.does('job', { job: 's1' }, job('processing', 3, 3));
  expect(
    story,
    'lost: ann, search s1: it was over with completed, 3 rows, 3 credits',
    'stale: ann, search s1: it had ended (completed) and was then processing',
  );
});

test('a cancel that is answered ends its search, once', () => {
  const right = new Story().session('s1', ['Bend'], { status: 'cancelled' });
  started(right, 's1', 'Bend');
  for (const key of ['k1', 'k1']) right.does('cancel', { job: 's1' }, cancelled, { key });
  right.does('cancel', { job: 's1' }, ended, { key: 'k2', status: 409 });
  expect(right);
  const lost = new Story().session('s1', ['Bend']);
  started(lost, 's1', 'Bend');
  lost.does('cancel', { job: 's1' }, cancelled, { key: 'k1' });
  expect(lost, 'lost: ann: search s1 was cancelled, and is completed');
  const twice = new Story().session('s1', ['Bend'], { status: 'cancelled' });
  started(twice, 's1', 'Bend');
  for (const key of ['k1', 'k2']) twice.does('cancel', { job: 's1' }, cancelled, { key });
  expect(twice, 'twice: ann: 2 commands cancelled search s1');
});

test('a cancel that is refused had no effect, and its search had ended', () => {
  const effect = new Story().session('s1', ['Bend'], { status: 'cancelled' });
  started(effect, 's1', 'Bend');
  effect.does('cancel', { job: 's1' }, ended, { key: 'k1', status: 409 });
  expect(effect, 'refusal: ann: search s1 was cancelled, but each call was refused');
  const before = new Story().session('s1', ['Bend'], { status: 'cancelled' });
  started(before, 's1', 'Bend');
  before.does('cancel', { job: 's1' }, ended, { key: 'k1', status: 409 });
  before.does('cancel', { job: 's1' }, cancelled, { key: 'k2' });
  expect(before, 'refusal: ann: search s1 had ended, and was cancelled afterwards');
});

test('what a search cost after it was cancelled is named by whoever saw it cancelled', () => {
  const story = new Story().session('s1', ['Bend'], { rows: 4, status: 'cancelled' });
  started(story, 's1', 'Bend');
  story.does('cancel', { job: 's1' }, cancelled, { key: 'k1' });
  story.does('job', { job: 's1' }, job('cancelled', 3, 3));
  expect(story, 'lost: ann, search s1: it was over with cancelled, 3 rows, 3 credits');
});

test('the limit of open searches refuses only where so many may be open', () => {
  const refusal = { code: 'too_many_requests', message: 'You have 2 open jobs, and no more are allowed' };
  const tell = (first) => {
    const story = new Story().session('s1', ['Bend']).session('s2', ['Salem']);
    started(story, 's1', 'Bend');
    started(story, 's2', 'Salem');
    if (first) story.does('job', { job: 's1' }, job('completed', 2, 2));
    story.does('start', search('Astoria'), refusal, { key: 'k3', status: 429 });
    return story;
  };
  expect(tell(false));
  expect(tell(true), 'refusal: ann was told of 2 open searches, with at most 1');
});

test('failures, refusals without a reason and keys used for something else are named', () => {
  const story = new Story();
  story.does('balance', {}, { code: 'internal' }, { status: 500 });
  story.does('job', { job: 's9' }, { code: 'not_found' }, { status: 404 });
  story.does('balance', {}, { code: 'unavailable' }, { status: 503 });
  story.does('balance', {}, { code: 'too_many_requests' }, { status: 429 });
  expect(story, 'failure: ann: balance was answered 500', 'refusal: ann: job was answered 404 (not_found)');
  const reused = new Story().session('s1', ['Bend']);
  started(reused, 's1', 'Bend');
  const other = { key: 'k Bend', reuses: true };
  reused.does('start', search('Salem'), { code: 'key_reused' }, { ...other, status: 422 });
  reused.does('start', search('Salem'), { job_id: 's1' }, { ...other, status: 202 });
  expect(reused, 'answers: ann: a key was used for another start and answered 202');
});

test('a run that did not come to its end is named', () => {
  const story = new Story();
  story.isQuiet = true;
  expect(story, 'unread: the run did not come to its end');
});
