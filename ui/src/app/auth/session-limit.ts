/**
 * The 24-hour rule: an older login ends, whatever the provider's own session. The time of the first login is in local
 * storage, checked on load and every five minutes.
 */
import { useEffect } from 'react';
import { keepStored, LOGIN_TIMESTAMP_KEY, readStored } from '@/shared/lib/browser-storage';

export const SESSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
export const CHECK_INTERVAL_MS = 300_000;

/** True more than 24 hours after the stored login. A missing or unreadable one counts as new. */
export function loginExpired(stored: unknown, nowMs: number): boolean {
  return typeof stored === 'number' && nowMs - stored > SESSION_LIFETIME_MS;
}

/** Starts the 24 hours of a new session. */
export function restartSession(nowMs: number): void {
  keepStored(LOGIN_TIMESTAMP_KEY, nowMs);
}

/** Stores the time of the login unless one is stored. */
function rememberLogin(nowMs: number): void {
  if (typeof readStored(LOGIN_TIMESTAMP_KEY) !== 'number') restartSession(nowMs);
}

/**
 * Back can bring a page from the browser's cache as it was left: if the session has changed since, it is reloaded,
 * and hidden until then.
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
