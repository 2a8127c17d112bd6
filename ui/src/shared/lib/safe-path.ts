import { PATTERNS, paths } from '@/shared/paths';

/**
 * A path to go to after sign-in, on this origin: anything a browser would resolve elsewhere (`//host`, `/\host`,
 * `/.//host`, `https:…`, `javascript:…`), and the callback page itself, becomes the home page.
 */
export function safePath(wanted: string | null | undefined, origin = window.location.origin): string {
  if (!wanted?.startsWith('/') || !URL.canParse(wanted, origin)) return paths.home();
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.pathname === PATTERNS.callback) return paths.home();
  const path = `${url.pathname}${url.search}${url.hash}`;
  // Dots are resolved away (`/.//host` is the path `//host` of this origin), so the result is checked again.
  return path.startsWith('//') ? paths.home() : path;
}
