import { renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { LOGIN_TIMESTAMP_KEY } from '@/shared/lib/browser-storage';
import { CHECK_INTERVAL_MS, loginExpired, SESSION_LIFETIME_MS, useSessionLimit } from './session-limit';

const LOGIN = Date.UTC(2026, 0, 31, 12);

describe('AUTH-10: the 24-hour rule', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: LOGIN });
  });

  it('AUTH-10: ends a session only once more than 24 hours have passed', () => {
    expect(loginExpired(LOGIN, LOGIN + SESSION_LIFETIME_MS)).toBe(false);
    expect(loginExpired(LOGIN, LOGIN + SESSION_LIFETIME_MS + 1)).toBe(true);
    expect(loginExpired(null, LOGIN)).toBe(false);
    expect(loginExpired('not a number', LOGIN)).toBe(false);
  });

  it('AUTH-10: stores the time of the first login, and keeps it on later loads', () => {
    const first = renderHook(() => {
      useSessionLimit(true, () => undefined);
    });
    expect(localStorage.getItem(LOGIN_TIMESTAMP_KEY)).toBe(String(LOGIN));
    first.unmount();
    vi.setSystemTime(LOGIN + 60_000);
    renderHook(() => {
      useSessionLimit(true, () => undefined);
    });
    expect(localStorage.getItem(LOGIN_TIMESTAMP_KEY)).toBe(String(LOGIN));
  });

  it('AUTH-10: logs out on load when the stored login is too old', () => {
    localStorage.setItem(LOGIN_TIMESTAMP_KEY, String(LOGIN - SESSION_LIFETIME_MS - 1));
    const onExpired = vi.fn();
    renderHook(() => {
      useSessionLimit(true, onExpired);
    });
    expect(onExpired).toHaveBeenCalledOnce();
  });

  it('AUTH-10: checks every 300000 ms while the page stays open', () => {
    expect(CHECK_INTERVAL_MS).toBe(300_000);
    const onExpired = vi.fn();
    renderHook(() => {
      useSessionLimit(true, onExpired);
    });
    vi.advanceTimersByTime(SESSION_LIFETIME_MS);
    expect(onExpired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(CHECK_INTERVAL_MS);
    expect(onExpired).toHaveBeenCalledOnce();
  });

  it('AUTH-10: leaves visitors alone', () => {
    localStorage.setItem(LOGIN_TIMESTAMP_KEY, '0');
    const onExpired = vi.fn();
    renderHook(() => {
      useSessionLimit(false, onExpired);
    });
    vi.advanceTimersByTime(CHECK_INTERVAL_MS);
    expect(onExpired).not.toHaveBeenCalled();
  });
});
