/**
 * A visitor: no cookie hints at a session in this browser, and this is not the return from signing in. Visitors see
 * the login page without waiting for the sign-in library.
 */
import { useEffect, useMemo, useRef, useState } from 'react';
import { readCookies } from '@/shared/lib/cookies';
import { paths } from '@/shared/paths';
import { SIGNED_IN_COOKIES, type IdentityProvider } from './identity-provider';

export function isVisitor(): boolean {
  return window.location.pathname !== paths.callback() && !SIGNED_IN_COOKIES.some(isThere);
}

function isThere({ begin, end }: (typeof SIGNED_IN_COOKIES)[number]): boolean {
  return [...readCookies(begin).keys()].some((name) => name.endsWith(end));
}

/** Precedes a click or key that may ask to sign in. */
const SIGNS_OF_INTENT = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * Stands in for the library while a visitor reads: `wanted` says when the library is needed, `found` is its state.
 * `load` downloads it, early if the browser is idle.
 */
export function useVisitor(found: IdentityProvider | null, load: () => Promise<unknown>) {
  const [visitor] = useState(isVisitor);
  const [wanted, setWanted] = useState(!visitor);
  const waiting = useRef<((provider: IdentityProvider) => void)[]>([]);
  const ready = found !== null && found.status !== 'loading' ? found : null;

  useEffect(() => {
    if (ready === null) return;
    for (const go of waiting.current.splice(0)) go(ready);
  }, [ready]);

  useEffect(() => {
    if (wanted) return undefined;
    const want = () => {
      setWanted(true);
    };
    const stop = whenIdle(() => {
      // Only early: if it fails, the actual use tries again and reports it.
      load().catch(() => undefined);
    });
    for (const sign of SIGNS_OF_INTENT) document.addEventListener(sign, want, { once: true });
    return () => {
      stop();
      for (const sign of SIGNS_OF_INTENT) document.removeEventListener(sign, want);
    };
  }, [wanted, load]);

  const standIn = useMemo<IdentityProvider>(() => {
    const library = () =>
      new Promise<IdentityProvider>((resolve) => {
        waiting.current.push(resolve);
        setWanted(true);
      });
    return {
      status: 'signed-out',
      user: null,
      failure: undefined,
      returnTo: paths.home(),
      signIn: async (returnTo) => (await library()).signIn(returnTo),
      signInWithPopup: async () => (await library()).signInWithPopup(),
      exchangeToken: async (token, type) => (await library()).exchangeToken(token, type),
      getToken: async (request) => (await library()).getToken(request),
      signOut: async () => (await library()).signOut(),
      forget: () => Promise.resolve(),
    };
  }, []);
  return { wanted, provider: ready ?? (visitor ? standIn : found) };
}

/** Returns how to cancel it. */
function whenIdle(act: () => void): () => void {
  // Not in Safari.
  if ((window.requestIdleCallback as unknown) === undefined) {
    const timer = setTimeout(act, 1_000);
    return () => {
      clearTimeout(timer);
    };
  }
  const handle = requestIdleCallback(act);
  return () => {
    cancelIdleCallback(handle);
  };
}
