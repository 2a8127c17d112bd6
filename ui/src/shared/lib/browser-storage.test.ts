import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  keepStored,
  readStored,
  removeStored,
  removeUserData,
  storedKeys,
  writeStored,
} from './browser-storage';

const THEIRS = ['raw_results', 'results', 'status_log', 'session_key', 'active_job', 'login_timestamp'];

describe('what stays in the browser when a user signs out', () => {
  it('AUTH-11: rows, log, keys and sessions go; what was chosen for the browser, and what is not ours, stays', () => {
    for (const key of THEIRS) localStorage.setItem(`demandatlas_${key}`, '1');
    localStorage.setItem('demandatlas_columns_results', '[]');
    localStorage.setItem('paymentSidebarPosition', '50');
    removeUserData();
    expect(Object.keys(localStorage).sort()).toEqual([
      'demandatlas_columns_results',
      'paymentSidebarPosition',
    ]);
  });
});

describe('storage that does not take what it is given', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    removeUserData();
  });

  it('AUTH-04: where it is forbidden, memory keeps everything while the page is open', () => {
    const forbidden = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(forbidden);
    expect(writeStored('demandatlas_results', [1])).toBe(false);
    expect(readStored('demandatlas_results')).toEqual([1]);
    expect(storedKeys('demandatlas_')).toEqual(['demandatlas_results']);
    removeStored('demandatlas_results');
    expect(readStored('demandatlas_results')).toBeNull();
  });

  /** A full browser with room for this many keys. */
  function roomFor(count: number) {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (this.getItem(key) === null && Object.keys(this).length >= count)
        throw new DOMException('full', 'QuotaExceededError');
      this[key] = value;
    });
  }

  it.each([
    ['raw rows alone', 6, ['raw_results']],
    ['raw rows, then rows', 5, ['raw_results', 'results']],
    ['then the log', 4, ['raw_results', 'results', 'status_log']],
    ['and nothing else', 3, ['raw_results', 'results', 'status_log']],
  ])('AUTH-04, JOB-11: where it is full, %s make room', (_, count, gone) => {
    for (const key of THEIRS) localStorage.setItem(`demandatlas_${key}`, '1');
    roomFor(count);
    keepStored('session', { token: 't' });
    const left = THEIRS.filter((key) => localStorage.getItem(`demandatlas_${key}`) === null);
    expect(left).toEqual(gone);
    expect(readStored('session'), 'in memory where nothing helps').toEqual({ token: 't' });
    expect(localStorage.getItem('session') === null).toBe(count === 3);
  });
});
