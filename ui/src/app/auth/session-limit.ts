/**
 * The 24-hour rule: a login older than that ends, whatever the provider's own session says. The time of
 * the first login lies in local storage, and is checked on load and every five minutes.
 */
import { useEffect } from 'react';
import { keepStored, LOGIN_TIMESTAMP_KEY, readStored } from '@/shared/lib/browser-storage';

export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
export const CHECK_INTERVAL_MS = 300_000;

/** True once more than 24 hours have passed since the stored login. A missing or unreadable one is new. */
export function loginExpired(stored: unknown, nowMs: number): boolean {
  return typeof stored === 'number' && nowMs - stored > SESSION_LIFETIME_MS;
}

/** Somebody has just signed in: their 24 hours begin. */
export function restartSession(nowMs: number): void {
  keepStored(LOGIN_TIMESTAMP_KEY, nowMs);
}

/** Notes the login's time where none is noted yet. */
function rememberLogin(nowMs: number): void {
  if (typeof readStored(LOGIN_TIMESTAMP_KEY) !== 'number') restartSession(nowMs);
}

/**
 * A page that Back brings from the browser's cache is as it was left: where the session is not the one that it was
 * of, it is loaded anew, and shows nothing until then.
 */
export function useReturnFromCache(signedIn: boolean, loadAnew = reload): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    const login = readStored(LOGIN_TIMESTAMP_KEY);
    const isOver = () => readStored(LOGIN_TIMESTAMP_KEY) !== login;
    const onLeave = () => {
      if (isOver()) hidePage();
    };
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted || !isOver()) return;
      hidePage();
      loadAnew();
    };
    window.addEventListener('pagehide', onLeave);
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      window.removeEventListener('pageshow', onReturn);
    };
  }, [signedIn, loadAnew]);
}

function hidePage(): void {
  document.documentElement.hidden = true;
}

function reload(): void {
  window.location.reload();
}

/** Calls `onExpired` when a signed-in user's 24 hours are over. */
export function useSessionLimit(signedIn: boolean, onExpired: () => void): void {
  useEffect(() => {
    if (!signedIn) return undefined;
    rememberLogin(Date.now());
    const check = () => {
      if (loginExpired(readStored(LOGIN_TIMESTAMP_KEY), Date.now())) onExpired();
    };
    check();
    const timer = window.setInterval(check, CHECK_INTERVAL_MS);
    return () => {
      window.clearInterval(timer);
    };
  }, [signedIn, onExpired]);
}
