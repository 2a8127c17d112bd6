/** Where users reach whoever runs the server, as the server's settings have it. */

export interface Contact {
  href: string;
  /** The address itself, so that it can be read out and copied. */
  label: string;
}

/** What the settings' link leads to, in words; null where none is set. */
export function contactOf(link: string | null | undefined): Contact | null {
  if (link == null || !URL.canParse(link)) return null;
  const { protocol, host, pathname } = new URL(link);
  if (protocol === 'mailto:') return { href: link, label: pathname };
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { href: link, label: `${host}${pathname === '/' ? '' : pathname}` };
}
