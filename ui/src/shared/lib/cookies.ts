/** Cookies of this site, for what must expire within a day. */
const DAY_S = 24 * 60 * 60;

export function readCookies(prefix: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at);
    if (at > 0 && name.startsWith(prefix)) found.set(name, decodeURIComponent(pair.slice(at + 1)));
  }
  return found;
}

export function writeCookie(name: string, value: string, days: number): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${days * DAY_S}; SameSite=Lax${secure}`;
}

export function removeCookie(name: string): void {
  writeCookie(name, '', 0);
}

/** Whether the browser accepts this site's cookies; `cookieEnabled` is not always right. */
export function takesCookies(): boolean {
  writeCookie('demandatlas_probe', 'true', 1);
  const taken = readCookies('demandatlas_probe').size > 0;
  removeCookie('demandatlas_probe');
  return taken;
}
