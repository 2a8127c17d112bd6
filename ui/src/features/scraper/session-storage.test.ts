import { describe, expect, it, vi } from 'vitest';
import {
  ACTIVE_JOB_KEY,
  clearSession,
  loadActiveJob,
  loadSession,
  STORAGE_KEYS,
  storeActiveJob,
  storeLog,
  storeResults,
} from './session-storage';

const ROWS = [{ row_idx: 0, name: 'Alder Brewing' }];
const LOG = [{ id: 1, at: 5, text: 'Job queued' }];

describe('what stays in the browser', () => {
  it('JOB-11: four keys with the product as prefix, emptied by the clear action', () => {
    expect(Object.values(STORAGE_KEYS)).toHaveLength(4);
    storeLog('u1', LOG);
    storeResults('u1', 's1', ROWS, false);
    for (const key of Object.values(STORAGE_KEYS)) {
      expect(key).toMatch(/^demandatlas_/);
      expect(localStorage.getItem(key)).not.toBeNull();
    }
    clearSession();
    for (const key of Object.values(STORAGE_KEYS)) expect(localStorage.getItem(key)).toBeNull();
  });

  it('JOB-11: a session comes back as it was stored', () => {
    storeLog('u1', LOG);
    storeResults('u1', 's1', ROWS, true);
    expect(loadSession('u1')).toEqual({ sessionKey: 's1', sample: true, statusLog: LOG, results: ROWS });
  });

  it("JOB-11: another user's session is cleared, never shown", () => {
    storeLog('u1', LOG);
    storeResults('u1', 's1', ROWS, false);
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
    storeResults('u1', 's1', ROWS, false);
    expect(loadSession('u1')).toMatchObject({ sessionKey: 's1', results: null });
    expect(localStorage.getItem(STORAGE_KEYS.rawResults)).toBeNull();
  });

  it('JOB-10: a job in progress is found again; broken entries are nothing', () => {
    const job = { jobId: 'j1', userId: 'u1', enrich: false, startedAt: 1 };
    storeActiveJob(job);
    expect(loadActiveJob('u1')).toEqual(job);
    localStorage.setItem(ACTIVE_JOB_KEY, '{broken');
    expect(loadActiveJob('u1')).toBeNull();
  });
});
