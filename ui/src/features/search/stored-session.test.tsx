import { render } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { IDLE, type Session } from '@/shared/job/session';
import { removeUserData } from '@/shared/lib/browser-storage';
import { NO_ROWS } from '@/shared/results/session-rows';
import { jobBody } from '@/shared/testing/fakes';
import { JOB_ID, RESULTS } from '@/shared/testing/session';
import {
  dismissedSessions,
  dismissSessions,
  openSession,
  STORAGE_KEYS,
  storeOpenSession,
  useStoredSession,
} from './stored-session';

const SHOWN: Session = {
  ...IDLE,
  own: null,
  sessionKey: JOB_ID,
  job: jobBody(),
  results: RESULTS,
  log: [{ id: 1, at: 5, text: 'Job queued' }],
};

function Page({ session }: { session: Session }) {
  useStoredSession('u1', session);
  return null;
}

const keys = Object.values(STORAGE_KEYS);
const stored = () => keys.filter((key) => localStorage.getItem(key) !== null);

describe('what stays in the browser', () => {
  it('JOB-11: four keys with the product as prefix, emptied by the clear action', () => {
    const page = render(<Page session={SHOWN} />);
    expect(keys).toHaveLength(4);
    for (const key of keys) expect(key).toMatch(/^demandatlas_/);
    expect(stored()).toEqual(keys);
    page.rerender(<Page session={IDLE} />);
    expect(stored()).toEqual([]);
  });

  it('JOB-11: of many rows the first are written, and none of a search that runs', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({ row_idx: index }));
    const results = { ...RESULTS, session: { ...NO_ROWS, rows, total: 10_000 } };
    const running = { ...SHOWN, job: jobBody({ status: 'processing' }) };
    const page = render(<Page session={{ ...running, results }} />);
    expect(localStorage.getItem(STORAGE_KEYS.results)).toBeNull();
    page.rerender(<Page session={{ ...SHOWN, results }} />);
    expect(JSON.parse(localStorage.getItem(STORAGE_KEYS.results) ?? '[]')).toHaveLength(200);
  });

  it('JOB-11: rows that do not fit are left out, and the session key stays', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === STORAGE_KEYS.results) throw new DOMException('full', 'QuotaExceededError');
      this[key] = value;
    });
    render(<Page session={SHOWN} />);
    expect(openSession('u1')).toBe(JOB_ID);
    expect(localStorage.getItem(STORAGE_KEYS.rawResults)).toBeNull();
  });

  it("JOB-10, JOB-11: the session key alone is read back; another user's session is cleared, never shown", () => {
    const page = render(<Page session={SHOWN} />);
    page.unmount();
    expect(openSession('u1')).toBe(JOB_ID);
    expect(openSession('u2')).toBeNull();
    expect(stored()).toEqual([]);
    localStorage.setItem(STORAGE_KEYS.sessionKey, '{broken');
    expect(openSession('u1')).toBeNull();
  });

  it('JOB-12: dismissed sessions are kept, the newest hundred; signing out removes all', () => {
    storeOpenSession('u1', JOB_ID);
    dismissSessions(Array.from({ length: 150 }, (_, at) => `s${at}`));
    dismissSessions(['s149', 'last']);
    expect(dismissedSessions()).toHaveLength(100);
    expect(dismissedSessions().at(-1)).toBe('last');
    removeUserData();
    expect(Object.keys(localStorage)).toEqual([]);
  });
});
