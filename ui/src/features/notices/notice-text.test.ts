import { expect, test } from 'vitest';
import type { PausedReason } from '@/shared/api/generated';
import { notice } from '@/shared/testing/fake-notices';
import { newNoticesText, noticeText } from './notice-text';

test('a run is told by what it brought', () => {
  expect(noticeText(notice())).toBe('brewery · Bend, OR: 3 new, 1 changed');
  expect(noticeText(notice({ new: 0, changed: 1_204, gone: 2 }))).toBe(
    'brewery · Bend, OR: 1,204 changed, 2 gone',
  );
});

test('a name does not turn what is said of it', () => {
  expect(noticeText(notice({ name: '\u202egnikaerB مصنع' }))).toBe(
    '\u2068gnikaerB مصنع\u2069: 3 new, 1 changed',
  );
});

test('a budget is told by its credits and the day on which it goes on', () => {
  expect(noticeText(notice({ kind: 'budget_80', budget: 50 }))).toBe(
    'brewery · Bend, OR has used 80% of its 50 credits',
  );
  const used = notice({ kind: 'budget_used', budget: 50, goes_on: '2026-04-01' });
  expect(noticeText(used)).toBe('brewery · Bend, OR used its 50 credits. It goes on Apr 1.');
  expect(noticeText({ ...used, budget: 1, goes_on: null })).toBe('brewery · Bend, OR used its 1 credit');
});

test('a pause is told by its reason', () => {
  const by = (paused_by: PausedReason) => noticeText(notice({ kind: 'paused', paused_by }));
  expect(by('plan')).toBe('brewery · Bend, OR is paused: plan ended');
  expect(by('source')).toBe('brewery · Bend, OR is paused: source off');
  expect(by('operator')).toBe('brewery · Bend, OR is paused: by the operator');
  expect(by('failures')).toBe('brewery · Bend, OR is paused: ten failures');
});

test('how many are new', () => {
  expect(newNoticesText(1)).toBe('1 new notice');
  expect(newNoticesText(2)).toBe('2 new notices');
});
