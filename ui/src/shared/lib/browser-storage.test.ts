import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  keepStored,
  LOGIN_TIMESTAMP_KEY,
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

  it('AUTH-04: where it is full, rows make room for a session; the time of the login stays', () => {
    for (const key of THEIRS) localStorage.setItem(`demandatlas_${key}`, '1');
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (this.getItem('demandatlas_results') !== null) throw new DOMException('full', 'QuotaExceededError');
      this[key] = value;
    });
    keepStored('session', { token: 't' });
    expect(Object.keys(localStorage).sort()).toEqual([LOGIN_TIMESTAMP_KEY, 'session']);
    expect(readStored('session')).toEqual({ token: 't' });
  });
});
