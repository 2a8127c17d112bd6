import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LOGIN_TIMESTAMP_KEY, removeUserData } from '@/shared/lib/browser-storage';
import {
  CHECK_INTERVAL_MS,
  loginExpired,
  SESSION_LIFETIME_MS,
  useReturnFromCache,
  useSessionLimit,
} from './session-limit';

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

describe("a page that comes back from the browser's cache", () => {
  const fire = (type: 'pagehide' | 'pageshow', persisted = true) =>
    window.dispatchEvent(new PageTransitionEvent(type, { persisted }));
  const open = () => {
    localStorage.setItem(LOGIN_TIMESTAMP_KEY, String(LOGIN));
    const loadAnew = vi.fn();
    renderHook(() => {
      useReturnFromCache(true, loadAnew);
    });
    return loadAnew;
  };

  afterEach(() => {
    document.documentElement.hidden = false;
  });

  it('AUTH-11: shows nothing after a sign-out, and is loaded anew', () => {
    const loadAnew = open();
    removeUserData();
    fire('pagehide');
    expect(document.documentElement.hidden, 'nothing is painted of it').toBe(true);
    fire('pageshow');
    expect(loadAnew).toHaveBeenCalledOnce();
  });

  it('AUTH-11: so where somebody else has signed in meanwhile', () => {
    const loadAnew = open();
    fire('pagehide');
    expect(document.documentElement.hidden).toBe(false);
    localStorage.setItem(LOGIN_TIMESTAMP_KEY, String(LOGIN + 60_000));
    fire('pageshow');
    expect(document.documentElement.hidden).toBe(true);
    expect(loadAnew).toHaveBeenCalledOnce();
  });

  it('AUTH-11: is as it was left while its session goes on', () => {
    const loadAnew = open();
    fire('pageshow', false);
    fire('pagehide');
    fire('pageshow');
    expect(document.documentElement.hidden).toBe(false);
    expect(loadAnew).not.toHaveBeenCalled();
  });
});
