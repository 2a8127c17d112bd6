import { describe, expect, it } from 'vitest';
import { removeUserData } from './browser-storage';

describe('what stays in the browser when a user signs out', () => {
  it('AUTH-11: rows, log, keys and sessions go; what was chosen for the browser, and what is not ours, stays', () => {
    const theirs = ['raw_results', 'results', 'status_log', 'session_key', 'active_job', 'login_timestamp'];
    for (const key of theirs) localStorage.setItem(`demandatlas_${key}`, '1');
    localStorage.setItem('demandatlas_columns_results', '[]');
    localStorage.setItem('paymentSidebarPosition', '50');
    removeUserData();
    expect(Object.keys(localStorage).sort()).toEqual([
      'demandatlas_columns_results',
      'paymentSidebarPosition',
    ]);
  });
});
