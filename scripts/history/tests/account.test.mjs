import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expect, job, NEW, search, Story } from './story.mjs';

const COUPON = { label: 'spring', code: 'SPRING', credits: 50, most: 1 };
const REDEEM = { code: 'SPRING', label: 'spring' };
const RICHER = { ...NEW, available_credits: 150, total_credits: 150 };
const REDEEMED = { success: true, message: 'Coupon redeemed successfully!', balance: RICHER };
const INVALID = { success: false, message: 'Invalid coupon code' };
const ALREADY = { success: false, message: 'You have already redeemed this coupon' };
const credit = { event: 'CouponCredited', credits: 50, note: 'coupon spring' };

function withCoupon(options = {}) {
  return new Story({ coupons: [{ ...COUPON, ...options.coupon }], users: options.users });
}

test('balances before, beside and after a redemption are right', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('balance', {}, NEW);
  const redeem = story.calls('redeem', REDEEM, { key: 'k1' });
  story.does('balance', {}, NEW);
  story.does('balance', {}, RICHER);
  story.answers(redeem, REDEEMED);
  story.does('balance', {}, RICHER);
  expect(story);
});

test('a balance that misses what was acknowledged is stale', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  story.does('balance', {}, NEW);
  expect(story, 'stale: ann was told of 100 available');
});

test('a violation names the lines that prove it', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  story.does('balance', {}, NEW);
  const [{ lines }] = story.check().violations;
  assert.deepEqual(lines, [2, 3, 4, 5]);
});

test('an answer that came late promises nothing to readers of views', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1', took: 2_500 });
  story.does('balance', {}, NEW);
  expect(story);
});

test('a balance that goes back is stale, though nothing was acknowledged', () => {
  const story = withCoupon().ledger('ann', credit);
  story.loses(story.calls('redeem', REDEEM, { key: 'k1' }));
  story.does('balance', {}, RICHER);
  story.does('balance', {}, NEW);
  expect(story, 'stale: ann was told of 100 available');
});

test('a balance that shows a later command comes from the future', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('balance', {}, RICHER);
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  expect(story, 'future: ann was told of 150 available');
});

test('a balance that the account never had is one', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  story.does('balance', {}, { ...RICHER, available_credits: 149 });
  expect(story, 'balance: ann was told of 149 available');
});

test('a redemption that is answered and not in the ledger is lost', () => {
  const story = withCoupon();
  story.does('redeem', REDEEM, { ...REDEEMED, balance: NEW }, { key: 'k1' });
  expect(story, 'lost: ann: coupon spring was redeemed');
});

test('a redemption without an answer may be there or not', () => {
  for (const isThere of [true, false]) {
    const story = withCoupon();
    if (isThere) story.ledger('ann', credit);
    story.loses(story.calls('redeem', REDEEM, { key: 'k1' }));
    expect(story);
  }
});

test('a repeated key may be answered again with what it was answered first', () => {
  const story = withCoupon();
  story.ledger('ann', credit).ledger('ann', { event: 'CreditsAdjusted', credits: 5 });
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  story.does('balance', {}, { ...NEW, available_credits: 155, total_credits: 155 });
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1', replayed: true });
  expect(story);
});

test('a coupon that is credited twice is named', () => {
  const story = withCoupon().ledger('ann', credit).ledger('ann', credit);
  story.loses(story.calls('redeem', REDEEM, { key: 'k1' }));
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  expect(story, 'twice: ann: coupon spring was credited 2 times');
});

test('two commands that both redeem a coupon of one user are named', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  story.does('redeem', REDEEM, REDEEMED, { key: 'k2' });
  expect(story, 'twice: ann: coupon spring was redeemed by 2 commands');
});

test('a coupon that too many users redeemed is named', () => {
  const story = withCoupon({ users: ['ann', 'bob'] })
    .ledger('ann', credit)
    .ledger('bob', credit);
  for (const user of ['ann', 'bob']) story.does('redeem', REDEEM, REDEEMED, { key: 'k', user });
  expect(story, 'twice: coupon spring was redeemed by 2 users');
});

test('a loser of a race is refused rightly, and one without a winner is not', () => {
  const right = withCoupon({ users: ['ann', 'bob'] }).ledger('ann', credit);
  right.does('redeem', REDEEM, REDEEMED, { key: 'k' });
  right.does('redeem', REDEEM, INVALID, { key: 'k', user: 'bob' });
  expect(right);
  const early = withCoupon({ users: ['ann', 'bob'] }).ledger('ann', credit);
  early.does('redeem', REDEEM, INVALID, { key: 'k', user: 'bob' });
  early.does('redeem', REDEEM, REDEEMED, { key: 'k' });
  expect(early, 'refusal: bob was told that the code of coupon spring is invalid');
});

test('only who has redeemed a code is told so', () => {
  const right = withCoupon().ledger('ann', credit);
  right.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
  right.does('redeem', REDEEM, ALREADY, { key: 'k2' });
  expect(right);
  const wrong = withCoupon();
  wrong.does('redeem', REDEEM, ALREADY, { key: 'k1' });
  expect(wrong, 'refusal: ann was told of having redeemed coupon spring');
});

test('a refused redemption that is in the ledger is named', () => {
  const story = withCoupon({ users: ['ann', 'bob'] });
  story.ledger('ann', credit);
  story.does('redeem', REDEEM, INVALID, { key: 'k1' });
  const kinds = story.violations();
  assert.ok(kinds.some((one) => one.startsWith('refusal: ann: coupon spring was credited, but each call was refused')));
});

test('of calls with one key at the same moment, one may be refused and another redeem', () => {
  for (const isAnswered of [true, false]) {
    const story = withCoupon().ledger('ann', credit);
    const [one, other] = [0, 1].map(() => story.calls('redeem', REDEEM, { key: 'k1' }));
    story.answers(one, INVALID);
    if (isAnswered) story.answers(other, REDEEMED);
    else story.loses(other);
    story.does('redeem', REDEEM, REDEEMED, { key: 'k1', replayed: true });
    expect(story);
  }
});

test('a key that is refused after it redeemed, or redeems after it was refused, is named', () => {
  for (const answers of [
    [REDEEMED, INVALID],
    [INVALID, REDEEMED],
  ]) {
    const story = withCoupon().ledger('ann', credit);
    for (const answer of answers) story.does('redeem', REDEEM, answer, { key: 'k1' });
    expect(story, 'answers: ann: one key was told that coupon spring is redeemed');
  }
});

test('a credit that nobody asked for, or of another amount, is named', () => {
  expect(withCoupon().ledger('ann', credit), 'origin: ann: event 3 (coupon spring) is of no call');
  const story = withCoupon().ledger('ann', { ...credit, credits: 51 });
  story.loses(story.calls('redeem', REDEEM, { key: 'k1' }));
  expect(story, 'ledger: ann: coupon spring gave 51 credits');
});

test('a ledger that does not add up, has a gap, goes below zero or holds something at its end is named', () => {
  const sums = withCoupon().ledger('ann', { event: 'CreditsAdjusted', credits: 5, available: 106 });
  expect(sums, 'ledger: ann: event 3 (CreditsAdjusted) leaves 106 available, not 105');
  const gap = withCoupon().ledger('ann', { event: 'CreditsAdjusted', credits: 5, sequence: 4 });
  expect(gap, 'ledger: ann: event 3 is missing: the next one is 4');
  const below = withCoupon().ledger('ann', { event: 'CreditsAdjusted', credits: -101, monthly: 0, bought: -1 });
  expect(below, 'ledger: ann: event 3 (CreditsAdjusted) takes the account below zero');
  const held = withCoupon().ledger('ann', { event: 'CreditsHeld', reserved: 20 });
  expect(held, 'ledger: ann: 20 credits are still reserved at the end');
});

test('a ledger that was read and is another one at the end has lost something', () => {
  const row = (credits, available) => [3, 'CouponCredited', credits, 0, available];
  const read = (entry) => {
    const story = withCoupon().ledger('ann', credit);
    story.does('redeem', REDEEM, REDEEMED, { key: 'k1' });
    story.does('ledger', { after: 2, limit: 50 }, { entries: [entry] });
    return story;
  };
  expect(read(row(50, 150)));
  expect(read(row(60, 160)), 'lost: ann: an event of the ledger, "3 CouponCredited 60 0 160", is now');
});

test('a ledger that misses what was acknowledged is stale, however late the answer came', () => {
  const story = withCoupon().ledger('ann', credit);
  story.does('redeem', REDEEM, REDEEMED, { key: 'k1', took: 2_500 });
  story.does('ledger', { after: 2, limit: 50 }, { entries: [] });
  expect(story, 'stale: ann: the ledger ends at event 2');
});

test('who has no credits is refused rightly, and who has some is not', () => {
  const poor = { code: 'insufficient_credits', message: 'You have no credits left' };
  const spent = new Story().session('s1', ['Bend'], { rows: 100 });
  spent.does('start', search('Bend'), { job_id: 's1' }, { key: 'k1', status: 202 });
  spent.does('job', { job: 's1' }, job('completed', 100, 100));
  spent.does('start', search('Salem'), poor, { key: 'k2', status: 402 });
  expect(spent);
  const rich = new Story();
  rich.does('balance', {}, NEW);
  rich.does('start', search('Salem'), poor, { key: 'k2', status: 402 });
  expect(rich, 'refusal: ann was refused (insufficient_credits), though the account had 100');
});

test('a plan refuses what it has not, and nothing else', () => {
  const refusal = { code: 'not_in_plan', message: 'Data enrichment requires Business or Pro tier' };
  const tell = (tier) => {
    const story = new Story({ tier });
    story.does('start', { ...search('Bend'), enrich: true }, refusal, { key: 'k1', status: 403 });
    return story;
  };
  expect(tell('basic'));
  expect(tell('pro'), 'refusal: ann was refused (not_in_plan)');
});

test('a balance that misses what an ended search cost is stale', () => {
  const story = new Story().session('s1', ['Bend'], { rows: 4 });
  story.does('start', search('Bend'), { job_id: 's1' }, { key: 'k1', status: 202 });
  story.does('balance', {}, NEW);
  story.does('job', { job: 's1' }, job('completed', 4, 4));
  story.does('balance', {}, NEW);
  expect(story, 'stale: ann was told of 100 available');
});
