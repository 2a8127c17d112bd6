import { describe, expect, it, vi } from 'vitest';
import {
  ACTIVE_JOB_KEY,
  clearActiveJob,
  clearSession,
  loadActiveJob,
  loadSession,
  STORAGE_KEYS,
  storeActiveJob,
  storeLog,
  storeResults,
} from './stored-session';
import { NO_ROWS } from '@/shared/results/session-rows';

const ROWS = [{ row_idx: 0, name: 'Alder Brewing' }];
const SESSION = {
  sessionKey: 's1',
  session: { ...NO_ROWS, rows: ROWS, total: 1 },
  enriched: false,
  enrichedRows: 0,
  sample: false,
};
const LOG = [{ id: 1, at: 5, text: 'Job queued' }];

describe('what stays in the browser', () => {
  it('JOB-11: four keys with the product as prefix, emptied by the clear action', () => {
    expect(Object.values(STORAGE_KEYS)).toHaveLength(4);
    storeLog('u1', LOG);
    storeResults('u1', SESSION);
    for (const key of Object.values(STORAGE_KEYS)) {
      expect(key).toMatch(/^demandatlas_/);
      expect(localStorage.getItem(key)).not.toBeNull();
    }
    clearSession();
    for (const key of Object.values(STORAGE_KEYS)) expect(localStorage.getItem(key)).toBeNull();
  });

  it('JOB-11: a session comes back as it was stored', () => {
    storeLog('u1', LOG);
    storeResults('u1', { ...SESSION, sample: true, enriched: true });
    const stored = loadSession('u1');
    expect(stored).toMatchObject({ sessionKey: 's1', sample: true, enriched: true, statusLog: LOG });
    expect(stored?.results).toMatchObject({ rows: ROWS, total: 1 });
    expect(stored?.results?.fetched.name).toBe(1);
  });

  it('JOB-11: of 10,000 enriched rows the first are kept, without facts, so that there is room for them', () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      row_idx: index,
      name: `Brewery ${index}`,
      median_income_tract: 61250,
      source_set: 0,
    }));
    storeResults('u1', { ...SESSION, session: { ...NO_ROWS, rows, total: 10_000 } });
    const results = loadSession('u1')?.results;
    expect(results).toMatchObject({ total: 10_000 });
    expect(results?.rows).toHaveLength(200);
    expect(results?.rows[199]).toEqual({ row_idx: 199, name: 'Brewery 199' });
    expect(localStorage.getItem(STORAGE_KEYS.results)?.length).toBeLessThan(100_000);
  });

  it('JOB-11: a session of an earlier version is fetched again', () => {
    const owner = { userId: 'u1', sessionKey: 's1', sample: false };
    localStorage.setItem(STORAGE_KEYS.sessionKey, JSON.stringify(owner));
    localStorage.setItem(STORAGE_KEYS.results, JSON.stringify(ROWS));
    expect(loadSession('u1')).toMatchObject({ sessionKey: 's1', results: null });
  });

  it("JOB-11: another user's session is cleared, never shown", () => {
    storeLog('u1', LOG);
    storeResults('u1', SESSION);
    storeActiveJob({ jobId: 'j1', userId: 'u1', enrich: false, startedAt: 1 });
    expect(loadSession('u2')).toBeNull();
    expect(loadActiveJob('u2')).toBeNull();
    expect(localStorage.getItem(STORAGE_KEYS.results)).toBeNull();
  });

  it('JOB-11: rows that do not fit are left out, and the session key stays to fetch them by', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (key === STORAGE_KEYS.results) {
        throw new DOMException('full', 'QuotaExceededError');
      }
      this[key] = value;
    });
    storeResults('u1', SESSION);
    expect(loadSession('u1')).toMatchObject({ sessionKey: 's1', results: null });
    expect(localStorage.getItem(STORAGE_KEYS.rawResults)).toBeNull();
  });

  it('JOB-10: a job that is over is forgotten, and the job of another tab is not', () => {
    storeActiveJob({ jobId: 'j2', userId: 'u1', enrich: false, startedAt: 1 });
    clearActiveJob('j1');
    expect(loadActiveJob('u1')).toMatchObject({ jobId: 'j2' });
    clearActiveJob('j2');
    expect(loadActiveJob('u1')).toBeNull();
  });

  it('JOB-10: a job in progress is found again; broken entries are nothing', () => {
    const job = { jobId: 'j1', userId: 'u1', enrich: false, startedAt: 1 };
    storeActiveJob(job);
    expect(loadActiveJob('u1')).toEqual(job);
    localStorage.setItem(ACTIVE_JOB_KEY, '{broken');
    expect(loadActiveJob('u1')).toBeNull();
  });
});
