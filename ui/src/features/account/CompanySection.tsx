/** What the listing says of the business itself. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { plainText } from '@/shared/facts/shown-fact';
import { formatPhone } from '@/shared/lib/format-phone';
import { websiteLink } from '@/shared/lib/website-link';
import { factOf, locationsText, textOf, useAccount, type Account } from './account';
import { Fact, FactsList, Item } from './Facts';
import classes from './Account.module.css';

const NOT_PROVIDED = 'Not provided';

export function CompanySection() {
  const account = useAccount();
  return (
    <FactsList>
      <Detail label="Industry">{textOf(account, 'main_category')}</Detail>
      <Detail label="Phone">{phonesOf(account)}</Detail>
      <Detail label="Website">{websiteOf(account)}</Detail>
      <Detail label="Emails">{emailsOf(account)}</Detail>
      <Detail label="Owners">{textOf(account, 'owner_names_csv')}</Detail>
      <Listed label="Founding date" name="founding_date" />
      <Listed label="Years in business" name="years_in_business" />
      <Detail label="Locations">{locationsText(account)}</Detail>
      <Detail label="Business hours">{textOf(account, 'business_hours')}</Detail>
      <Detail label="Price range">{textOf(account, 'price_range')}</Detail>
      <Detail label="Service areas">{textOf(account, 'service_areas')}</Detail>
      <Detail label="Technology">{textOf(account, 'technology_stack')}</Detail>
      <Detail label="Social media">{socialOf(account)}</Detail>
    </FactsList>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return <Item label={label}>{children ?? <span className={classes.missing}>{NOT_PROVIDED}</span>}</Item>;
}

/** In the format of its field. */
function Listed({ label, name }: { label: string; name: string }) {
  const account = useAccount();
  return <Detail label={label}>{factOf(account, name) === undefined ? null : <Fact name={name} />}</Detail>;
}

function phonesOf(account: Account): ReactNode {
  const more = factOf(account, 'additional_phones');
  const phones = [factOf(account, 'phone'), ...(Array.isArray(more) ? (more as unknown[]) : [more])]
    .map(plainText)
    .filter((phone) => phone !== null);
  return phones.length === 0 ? null : phones.map((phone) => <div key={phone}>{formatPhone(phone)}</div>);
}

export function websiteOf(account: Account): ReactNode {
  const website = textOf(account, 'website');
  return website === null ? null : <ExternalLink address={website} />;
}

/** What is no address of the web stays text. */
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

function emailsOf(account: Account): ReactNode {
  const emails = textOf(account, 'emails_csv')
    ?.split(',')
    .map((email) => email.trim())
    .filter((email) => email !== '');
  return emails?.map((email) => (
    <div key={email}>
      {EMAIL.test(email) ? (
        <Anchor href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} inherit>
          {email}
        </Anchor>
      ) : (
        email
      )}
    </div>
  ));
}

function socialOf(account: Account): ReactNode {
  const links = factOf(account, 'social_media_links');
  if (typeof links !== 'object' || links === null) return plainText(links);
  const known = Object.entries(links).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (known.length === 0) return null;
  return known.map(([network, address]) => (
    <div key={network}>
      <ExternalLink address={address}>{network.charAt(0).toUpperCase() + network.slice(1)}</ExternalLink>
    </div>
  ));
}
