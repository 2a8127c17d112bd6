import { Anchor } from '@mantine/core';
import { useConfig } from './config-context';
import { contactOf } from './contact';

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
