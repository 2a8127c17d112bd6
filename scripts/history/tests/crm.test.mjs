import { test } from 'node:test';
import { expect, form, list, Story, timeline } from './story.mjs';

const ROW = { session: 's1', row: 0 };
const write = (story, notes, answer = form(notes), options = {}) => {
  story.does('write', { ...ROW, notes, ...(options.basis ?? {}) }, answer, { key: `k ${notes}`, ...options });
};
const based = (notes) => ({ basis: { based_on: { notes, last_saved: `saved ${notes}` } } });
const tell = (...notes) => new Story().reads('timeline', 'ann', 'b1', timeline(...notes));
const stale = (notes) => ({ code: 'stale', message: 'These details were changed', stored: form(notes) });

test('forms that show the last note or a later one are right', () => {
  const story = tell('one', 'two', 'three');
  story.does('read', ROW, form(''));
  write(story, 'one');
  story.does('read', ROW, form('one'));
  write(story, 'two', form('two'), based('one'));
  const slow = story.calls('write', { ...ROW, notes: 'three' }, { key: 'k' });
  story.does('read', ROW, form('two'));
  story.does('read', ROW, form('three'));
  story.answers(slow, form('three'));
  expect(story);
});

test('rows of one business have one form', () => {
  const story = tell('one', 'two');
  write(story, 'one');
  story.does('write', { session: 's2', row: 7, notes: 'two' }, form('two'), { key: 'k' });
  story.does('read', ROW, form('two'));
  expect(story);
});

test('a form that misses what was acknowledged is stale', () => {
  const story = tell('one', 'two');
  write(story, 'one');
  write(story, 'two');
  story.does('read', ROW, form('one'));
  expect(story, 'stale: ann, business b1: "one" was shown, though "two" was known');
});

test('the answer to a write that shows an empty form is stale', () => {
  const story = tell('one');
  write(story, 'one', { ...form(''), business_id: 'b1' });
  expect(story, 'stale: ann, business b1: the answer to the write of "one" shows an empty form');
});

test('a list that misses what was acknowledged is stale, unless that was answered late', () => {
  const shown = (took) => {
    const story = tell('one');
    write(story, 'one', form('one'), { took });
    const saved = { already_exists: false };
    story.loses(story.calls('save', ROW, { key: 's' }));
    story.does('list', {}, list({ b1: { notes: '' } }));
    story.does('save', ROW, saved, { key: 's' });
    return story;
  };
  expect(shown(2_500));
  expect(shown(1), 'stale: ann, business b1: an empty form was shown, though "one" was known');
});

test('a form that shows a note before it was written comes from the future', () => {
  const story = tell('one');
  story.does('read', ROW, form('one'));
  write(story, 'one');
  expect(story, 'future: ann, business b1: "one" was shown, before "one" was asked for');
});

test('a note that was saved and is not in the timeline is lost', () => {
  const story = tell('one');
  write(story, 'one');
  write(story, 'two');
  expect(
    story,
    'lost: ann, business b1: note "two" was saved',
    'origin: ann, business b1: "two" was shown, which the timeline does not have',
  );
});

test('a note that was written twice is named', () => {
  const story = tell('one', 'two', 'one');
  story.loses(story.calls('write', { ...ROW, notes: 'one' }, { key: 'k one' }));
  write(story, 'two');
  write(story, 'one');
  expect(story, 'twice: ann, business b1: note "one" was written 2 times');
});

test('a note that was refused or that nobody wrote is named', () => {
  const story = tell('one', 'two', 'three');
  write(story, 'one');
  story.does('write', { ...ROW, notes: 'two', ...based('').basis }, stale('one'), { key: 'k', status: 409 });
  expect(
    story,
    'refusal: ann, business b1: note "two" was written, but each call was refused',
    'origin: ann, business b1: nobody wrote "three"',
  );
});

test('a form that replaces a version that it had not seen is named', () => {
  const story = tell('one', 'two', 'three');
  write(story, 'one');
  write(story, 'two');
  write(story, 'three', form('three'), based('one'));
  expect(story, 'overwritten: ann, business b1: "three" replaced "two", but was based on "one"');
});

test('a form is refused as old only if there is a newer one', () => {
  const right = tell('one', 'two');
  write(right, 'one');
  write(right, 'two');
  right.does('write', { ...ROW, notes: 'three', ...based('one').basis }, stale('two'), { key: 'k', status: 409 });
  expect(right);
  const wrong = tell('one');
  write(wrong, 'one');
  wrong.does('write', { ...ROW, notes: 'three', ...based('one').basis }, stale('one'), { key: 'k', status: 409 });
  expect(wrong, 'refusal: ann, business b1: a form based on "one" was refused as old, though "one" stood');
});

test('a timeline that does not follow itself is named', () => {
  const [two, one] = timeline('one', 'two');
  const story = new Story().reads('timeline', 'ann', 'b1', [{ ...two, from: 'other' }, one]);
  write(story, 'one');
  write(story, 'two');
  expect(story, 'ledger: ann, business b1: note 2 follows "other", not "one"');
});

test('a row that is two businesses is named', () => {
  const story = tell('one');
  write(story, 'one');
  story.does('read', ROW, form('one', 'b2'));
  expect(story, 'identity: ann: row s1/0 was two businesses: b1 and b2');
});
