/**
 * A path to go to after sign-in, kept on this origin: anything that a browser would resolve elsewhere
 * (`//host`, `/\host`, `https:…`, `javascript:…`), and the callback page itself, becomes the home page.
 */
export function safePath(wanted: string | null | undefined, origin = window.location.origin): string {
  if (!wanted?.startsWith('/')) return '/';
  if (!URL.canParse(wanted, origin)) return '/';
  const url = new URL(wanted, origin);
  if (url.origin !== origin || url.pathname === '/callback') return '/';
  return `${url.pathname}${url.search}${url.hash}`;
}
