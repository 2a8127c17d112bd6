import { describe, expect, it } from 'vitest';
import {
  amount,
  balance,
  byDay,
  detail,
  filtered,
  kindOf,
  periodOf,
  title,
  usagePerDay,
  type LedgerEntry,
} from './ledger-entry';

function entry(changes: Partial<LedgerEntry>): LedgerEntry {
  return {
    sequence: 1,
    timestamp: '2026-03-04T15:06:00Z',
    event: 'CreditsDebited',
    credits: -20,
    reserved: -20,
    available: 230,
    monthly: 200,
    bought: 30,
    held: 0,
    tier: 'pro',
    session_id: 's1',
    actor: 'system',
    note: '20 results (standard)',
    ...changes,
  };
}

const NOW = new Date('2026-03-10T12:00:00Z').getTime();

describe('the entries of the Ledger tab', () => {
  it.each([
    [entry({}), 'Results delivered', '20 results', '−20'],
    [
      entry({ event: 'CreditsHeld', credits: 0, reserved: 1200, note: 'hold h1' }),
      'Reserved for a search',
      null,
      '1,200 reserved',
    ],
    [
      entry({ event: 'HoldReleased', credits: 0, reserved: -8, note: 'done: hold h1' }),
      'Reservation released',
      null,
      '8 released',
    ],
    [
      entry({ event: 'CouponCredited', credits: 50, reserved: 0, note: 'coupon Spring' }),
      'Coupon',
      'Spring',
      '+50',
    ],
    [
      entry({
        event: 'TierChanged',
        credits: 0,
        reserved: 0,
        note: 'basic to pro (coupon) from 2026-03-04 15:06:00',
      }),
      'Plan changed',
      'basic to pro (coupon)',
      '',
    ],
    [
      entry({ event: 'CreditsAdjusted', credits: -5, reserved: 0, note: 'A mistake by operator' }),
      'Adjusted',
      'A mistake by operator',
      '−5',
    ],
  ])('CRED-12: %# says what happened', (shown, words, more, change) => {
    expect([title(shown), detail(shown), amount(shown)]).toEqual([words, more, change]);
  });

  it('CRED-12: the balance holds what is reserved too, so that amounts add up to it', () => {
    expect(balance(entry({ monthly: 200, bought: 30, held: 20, available: 210 }))).toBe(230);
  });

  it('filters by kind, time and session together; what the address does not know is all', () => {
    const old = entry({ sequence: 1, timestamp: '2026-02-01T00:00:00Z' });
    const held = entry({ sequence: 2, event: 'CreditsHeld' });
    const other = entry({ sequence: 3, session_id: 's2' });
    const own = entry({ sequence: 4 });
    const all = [own, other, held, old];
    const left = (kind: string, period: string, session: string | null) =>
      filtered(all, { kind: kindOf(kind), period: periodOf(period), session }, NOW).map(
        ({ sequence }) => sequence,
      );
    expect(left('spent', 'all', null)).toEqual([4, 3, 1]);
    expect(left('spent', '7', 's1')).toEqual([4]);
    expect(left('reserved', '30', null)).toEqual([2]);
    expect(left('nonsense', 'nonsense', null)).toEqual([4, 3, 2, 1]);
  });

  it('puts entries under their days, in their order', () => {
    const days = byDay([
      entry({ sequence: 3, timestamp: '2026-03-05T12:00:00Z' }),
      entry({ sequence: 2, timestamp: '2026-03-04T12:00:00Z' }),
      entry({ sequence: 1, timestamp: '2026-03-04T11:00:00Z' }),
    ]);
    expect(days.map(({ day, entries }) => [day, entries.length])).toEqual([
      ['2026-03-05', 1],
      ['2026-03-04', 2],
    ]);
  });

  it('sums what was spent a day, over thirty days, today the last', () => {
    const usage = usagePerDay(
      [
        entry({ timestamp: '2026-03-10T11:00:00Z' }),
        entry({ timestamp: '2026-03-10T10:00:00Z', credits: -5 }),
        entry({ timestamp: '2026-03-09T12:00:00Z', event: 'CreditsAdjusted', credits: -99 }),
        entry({ timestamp: '2026-01-01T12:00:00Z' }),
      ],
      NOW,
    );
    expect(usage).toHaveLength(30);
    expect(usage.at(-1)).toEqual({ day: '2026-03-10', credits: 25 });
    expect(usage.reduce((sum, { credits }) => sum + credits, 0)).toBe(25);
  });
});
