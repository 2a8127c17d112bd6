import { describe, expect, it } from 'vitest';
import { ledgerEntry } from '@/shared/testing/fakes';
import {
  amount,
  balance,
  byDay,
  detail,
  eventsOf,
  kindOf,
  periodOf,
  sinceOf,
  title,
  type LedgerEntry,
} from './ledger-entry';

const entry = (changes: Partial<LedgerEntry>) => ledgerEntry({ session_id: 's1', ...changes });

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

  it('what the address does not know is all of it', () => {
    expect([kindOf('spent'), kindOf('nonsense'), kindOf(null)]).toEqual(['spent', 'all', 'all']);
    expect([periodOf('90'), periodOf('91'), periodOf(null)]).toEqual(['90', 'all', 'all']);
  });

  it('a kind asks for its events, a period for its beginning', () => {
    expect(eventsOf('reserved')).toEqual(['CreditsHeld', 'HoldReleased']);
    expect(eventsOf('all')).toBeNull();
    expect(sinceOf('7', NOW)).toBe('2026-03-03T12:00:00.000Z');
    expect(sinceOf('all', NOW)).toBeNull();
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
});
