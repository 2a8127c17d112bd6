/**
 * Who has no session in this browser, by the cookies that say that one is worth looking for, and does not come from
 * signing in: a visitor, who is shown the login page without waiting for the library that signs in.
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

/** What comes before a click or a key that may ask to sign in. */
const SIGNS_OF_INTENT = ['pointerdown', 'focusin', 'keydown'] as const;

/**
 * Stands in for the library while a visitor reads: `wanted` says when the library has to be there, `found` is what
 * it says then. `load` downloads it, which an idle browser does early.
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
      // Only early: if it fails, wanting it tries again and says so.
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

/** Answers how to give it up. */
function whenIdle(act: () => void): () => void {
  // Safari has none.
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
