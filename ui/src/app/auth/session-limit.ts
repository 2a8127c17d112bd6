/**
 * The 24-hour rule: a login older than that ends, whatever the provider's own session says. The time of
 * the first login lies in local storage, and is checked on load and every five minutes.
 */
import { useEffect } from 'react';

export const LOGIN_TIMESTAMP_KEY = 'demandatlas_login_timestamp';
export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
export const CHECK_INTERVAL_MS = 300_000;

/** True once more than 24 hours have passed since the stored login. A missing or unreadable one is new. */
export function loginExpired(stored: string | null, nowMs: number): boolean {
  const loginMs = Number(stored ?? Number.NaN);
  return Number.isFinite(loginMs) && nowMs - loginMs > SESSION_LIFETIME_MS;
}

/** Notes the login's time where none is noted yet. */
export function rememberLogin(nowMs: number): void {
  if (localStorage.getItem(LOGIN_TIMESTAMP_KEY) === null) {
    localStorage.setItem(LOGIN_TIMESTAMP_KEY, String(nowMs));
  }
}

export function forgetLogin(): void {
  localStorage.removeItem(LOGIN_TIMESTAMP_KEY);
}

/** Calls `onExpired` when a signed-in user's 24 hours are over. */
export function useSessionLimit(signedIn: boolean, onExpired: () => void): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    rememberLogin(Date.now());
    const check = () => {
      if (loginExpired(localStorage.getItem(LOGIN_TIMESTAMP_KEY), Date.now())) onExpired();
    };
    check();
    const timer = window.setInterval(check, CHECK_INTERVAL_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, [signedIn, onExpired]);
}
