import { test } from 'node:test';
import { expect, form, list, Story } from './story.mjs';

const ROW = { session: 's1', row: 0 };
const b1 = { company: 'b1' };
const changed = { changed: ['b1'], unchanged: 0, failed: [] };
const unchanged = { changed: [], unchanged: 1, failed: [] };
const failed = { changed: [], unchanged: 0, failed: [{ company_id: 'b1', message: 'There is no such company.' }] };
const saved = { already_exists: false };

/** Ends with the read that tells which business the row is. */
const end = (story) => {
  story.quiet();
  story.does('read', ROW, { ...form(''), business_id: 'b1' });
  return story;
};
const began = () => {
  const story = new Story();
  story.does('save', ROW, saved, { key: 'k1' });
  return story;
};

test('a company that is saved, tagged, removed and restored is right', () => {
  const story = began();
  story.does('list', {}, list({ b1: {} }));
  story.does('tag', { ...b1, add: 'red' }, changed, { key: 't1' });
  story.does('list', {}, list({ b1: { tags: ['red'] } }));
  story.does('remove', b1, changed, { key: 'k2' });
  story.does('remove', b1, unchanged, { key: 'k3' });
  story.does('list', {}, list({}));
  story.does('tag', { ...b1, add: 'blue' }, failed, { key: 't2' });
  story.does('restore', b1, changed, { key: 'k4' });
  story.does('save', ROW, { already_exists: true }, { key: 'k5' });
  story.does('tag', { ...b1, remove: 'red' }, changed, { key: 't3' });
  story.does('list', {}, list({ b1: {} }));
  expect(end(story));
});

test('lists may show a change while it is being made', () => {
  const story = began();
  const removing = story.calls('remove', b1, { key: 'k2' });
  story.does('list', {}, list({ b1: {} }));
  story.does('list', {}, list({}));
  story.answers(removing, changed);
  expect(end(story));
});

test('a list that misses what was saved is named, with both calls', () => {
  const story = began();
  story.does('list', {}, list({}));
  expect(end(story), 'order: ann, company b1: no order explains "not listed": it was saved');
  const { violations } = story.check();
  if (violations[0].lines.join() !== '2,3,4,5') throw new Error(violations[0].lines.join());
});

test('a list that misses what was answered late is right, until all is quiet', () => {
  const tell = (last) => {
    const story = new Story();
    story.does('save', ROW, saved, { key: 'k1', took: 2_500 });
    story.does('list', {}, list({}));
    end(story).does('list', {}, list(last));
    return story;
  };
  expect(tell({ b1: {} }));
  expect(tell({}), 'order: ann, company b1: no order explains "not listed"');
});

test('a list that goes back is named, though nothing was acknowledged', () => {
  const story = began();
  story.loses(story.calls('remove', b1, { key: 'k2' }));
  story.does('list', {}, list({}));
  story.does('list', {}, list({ b1: {} }));
  expect(end(story), 'order: ann, company b1: no order explains "listed": it was removed');
});

test('a key that took effect again after something else is named', () => {
  const story = began();
  story.does('remove', b1, changed, { key: 'k2' });
  story.does('save', ROW, saved, { key: 'k1', replayed: true });
  story.does('list', {}, list({ b1: {} }));
  expect(end(story), 'order: ann, company b1: no order explains "listed": it was removed');
});

test('two keys that both saved a company are named', () => {
  const story = began();
  story.does('save', ROW, saved, { key: 'k2' });
  expect(end(story), 'order: ann, company b1: no order explains "saved": it was saved');
});

test('one key that is answered in two ways is named', () => {
  const story = began();
  story.does('remove', b1, changed, { key: 'k2' });
  story.does('remove', b1, unchanged, { key: 'k2' });
  expect(end(story), 'answers: ann: one key of "removed" was answered changed and unchanged');
});

test('a company that was saved is never unknown', () => {
  const story = began();
  story.does('remove', b1, changed, { key: 'k2' });
  story.does('remove', b1, failed, { key: 'k3' });
  expect(end(story), 'order: ann, company b1: no order explains "removed: failed": it was removed');
});

test('there is room for more companies than a run saves', () => {
  const story = began();
  story.does('save', { session: 's1', row: 1 }, { code: 'full', message: 'no room' }, { key: 'k2', status: 409 });
  expect(end(story), 'refusal: ann was told that there is no room for a company, with 1 saved');
});

test('a tag that is lost, or comes back, is named', () => {
  const lost = began();
  lost.does('tag', { ...b1, add: 'red' }, changed, { key: 't1' });
  lost.does('list', {}, list({ b1: {} }));
  expect(end(lost), 'order: ann, tag "red" of company b1: no order explains "listed without it": it was with it');
  const back = began();
  back.does('tag', { ...b1, add: 'red' }, changed, { key: 't1' });
  back.does('tag', { ...b1, remove: 'red' }, changed, { key: 't2' });
  back.does('list', {}, list({ b1: { tags: ['red'] } }));
  expect(end(back), 'order: ann, tag "red" of company b1: no order explains "listed with it": it was without it');
});

test('companies and tags that nobody asked for, or that are listed twice, are named', () => {
  const stray = began();
  stray.does('list', {}, list({ b1: { tags: ['red'] }, b2: {} }));
  expect(end(stray), 'origin: ann: nobody tagged company b1 "red"', 'origin: ann: nobody saved company b2');
  const twice = began();
  const { companies } = list({ b1: {} });
  twice.does('list', {}, { total_count: 2, companies: [...companies, ...companies] });
  expect(end(twice), 'twice: ann: a company is listed twice');
});

test('a row that was saved and is no company at the end is lost', () => {
  expect(began(), 'lost: ann: row s1/0 was saved, but is no company at the end');
});
