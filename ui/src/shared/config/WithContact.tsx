import { Anchor } from '@mantine/core';
import { useConfig } from './config-context';

/** After these words stands how to do it. */
const WORDS = 'contact support';

/** A text; where it says 'contact support' and the server has a contact, that stands behind it as a link. */
export function WithContact({ children: text }: { children: string }) {
  const end = text.indexOf(WORDS) + WORDS.length;
  if (end < WORDS.length) return text;
  return (
    <>
      {text.slice(0, end)}
      <ContactLink />
      {text.slice(end)}
    </>
  );
}

/** ' (help@example.com)'; nothing where the server has no contact. */
export function ContactLink() {
  const contact = contactOf(useConfig().contact);
  if (contact === null) return null;
  return (
    <>
      {' ('}
      <Anchor inherit underline="always" href={contact.href}>
        {contact.label}
      </Anchor>
      )
    </>
  );
}

/** Where users reach whoever runs the server, as the server's settings have it. */

interface Contact {
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
