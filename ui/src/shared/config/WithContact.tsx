import { Anchor } from '@mantine/core';
import { useConfig } from './config-context';

/** The contact goes after these words. */
const WORDS = 'contact support';

/** A text in which the server's contact, if there is one, follows 'contact support' as a link. */
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

/** ' (help@example.com)'; nothing if the server has no contact. */
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

/** How users reach the operator, from the server's settings. */

interface Contact {
  href: string;
  /** The address itself, so that it can be read and copied. */
  label: string;
}

/** Null if no link is set. */
export function contactOf(link: string | null | undefined): Contact | null {
  if (link == null || !URL.canParse(link)) return null;
  const { protocol, host, pathname } = new URL(link);
  if (protocol === 'mailto:') return { href: link, label: pathname };
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  return { href: link, label: `${host}${pathname === '/' ? '' : pathname}` };
}
