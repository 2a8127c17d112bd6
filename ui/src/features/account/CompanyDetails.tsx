/** What the listing says about the business. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { plainText } from '@/shared/facts/shown-fact';
import { formatPhone } from '@/shared/lib/format-phone';
import { websiteLink } from '@/shared/lib/website-link';
import { factOf, numberOf, textOf, useAccount, type Account } from './account';
import { Fact } from './Facts';
import classes from './Account.module.css';

const NOT_PROVIDED = 'Not provided';

/** The listing's value, or that there is none. */
function Said({ children }: { children: ReactNode }) {
  return children ?? <span className={classes.missing}>{NOT_PROVIDED}</span>;
}

/** A fact as the listing writes it, or in its field's format. */
export function Provided({ name, formatted = false }: { name: string; formatted?: boolean }) {
  const account = useAccount();
  const text = textOf(account, name);
  return <Said>{formatted && text !== null ? <Fact name={name} /> : text}</Said>;
}

export function Phones() {
  const account = useAccount();
  const more = factOf(account, 'additional_phones');
  const phones = [factOf(account, 'phone'), ...(Array.isArray(more) ? (more as unknown[]) : [more])]
    .map(plainText)
    .filter((phone) => phone !== null);
  const lines = phones.map((phone) => <div key={phone}>{formatPhone(phone)}</div>);
  return <Said>{lines.length === 0 ? null : lines}</Said>;
}

/** '3 location(s)'. */
export function LocationCount() {
  const count = numberOf(useAccount(), 'location_count');
  return <Said>{count === null || count <= 0 ? null : `${count} location(s)`}</Said>;
}

export function Website() {
  return <Said>{websiteOf(useAccount())}</Said>;
}

export function websiteOf(account: Account): ReactNode {
  const website = textOf(account, 'website');
  return website === null ? null : <ExternalLink address={website} />;
}

/** Text unless it is a web address. */
function ExternalLink({ address, children = address }: { address: string; children?: ReactNode }) {
  const link = websiteLink(address);
  if (link === null) return children;
  return (
    <Anchor href={link} target="_blank" rel="noreferrer" inherit>
      {children}
    </Anchor>
  );
}

const EMAIL = /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/;

export function Emails() {
  const emails = textOf(useAccount(), 'emails_csv')
    ?.split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
  return (
    <Said>
      {emails?.map((email) => (
        <Email key={email} email={email} />
      ))}
    </Said>
  );
}

function Email({ email }: { email: string }) {
  return (
    <div>
      {EMAIL.test(email) ? (
        <Anchor href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} inherit>
          {email}
        </Anchor>
      ) : (
        email
      )}
    </div>
  );
}

export function SocialMedia() {
  const links = Object.entries(useAccount().row.social_media_links ?? {});
  const pages = links.map(([network, address]) => (
    <div key={network}>
      <ExternalLink address={address}>{network.charAt(0).toUpperCase() + network.slice(1)}</ExternalLink>
    </div>
  ));
  return <Said>{pages.length === 0 ? null : pages}</Said>;
}
