/** What the listing and the business's own website say about it. */
import { Anchor, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { formatFact } from '@/shared/facts/format-fact';
import { plainText } from '@/shared/facts/shown-fact';
import { SourcedValue } from '@/shared/facts/SourcedValue';
import { formatPhone } from '@/shared/lib/format-phone';
import { websiteLink } from '@/shared/lib/website-link';
import { Tag } from '@/shared/ui/Tag';
import { mailtoLink, networkName } from '@/shared/websites/words';
import { factOf, labelOf, numberOf, textOf, useAccount, type Account } from './account';
import { Fact } from './Facts';
import { differ, saidBy, saidValues, sourceText, whyMissing, type SaidValue } from './website-says';

const NOT_PROVIDED = 'Not provided';

/** That there is no value, and on demand why. */
function NotProvided({ name }: { name: string }) {
  const account = useAccount();
  return (
    <SourcedValue
      absent
      label={labelOf(account, name)}
      explain={() => <Text size="sm">{whyMissing(account, name)}</Text>}
    >
      {NOT_PROVIDED}
    </SourcedValue>
  );
}

interface SaidProps {
  name: string;
  /** The row's values. */
  values: readonly string[];
  /** A value for people; `link` if it cannot be a button itself. */
  show?: (text: string) => ReactNode;
  link?: boolean;
  /** One after the other, not below each other. */
  inLine?: boolean;
  same?: (one: string, other: string) => boolean;
}

const sameText = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The values of listing and website: both, marked, where they differ. Those of the website have their source. */
function Said(props: SaidProps) {
  const {
    name,
    values,
    show = (text: string) => text,
    link = false,
    inLine = false,
    same = sameText,
  } = props;
  const account = useAccount();
  const all = saidValues(values, saidBy(account, name), same);
  if (all.length === 0) return <NotProvided name={name} />;
  const isMarked = differ(all);
  return all.map((value, index) => {
    const shown = <OneSaid name={name} value={value} isMarked={isMarked} show={show} link={link} />;
    return inLine ? (
      <Fragment key={value.text}>
        {index === 0 ? null : ', '}
        {shown}
      </Fragment>
    ) : (
      <div key={value.text}>{shown}</div>
    );
  });
}

interface OneSaidProps extends Required<Pick<SaidProps, 'name' | 'show' | 'link'>> {
  value: SaidValue;
  isMarked: boolean;
}

/** A value with whose it is, and with its source: a link cannot be a button itself. */
function OneSaid({ name, value: { text, source }, isMarked, show, link }: OneSaidProps) {
  const account = useAccount();
  const sourced = (children: ReactNode) =>
    source === undefined ? (
      children
    ) : (
      <SourcedValue
        label={labelOf(account, name)}
        explain={() => <Text size="sm">{sourceText(source)}</Text>}
      >
        {children}
      </SourcedValue>
    );
  return (
    <>
      {link ? show(text) : sourced(show(text))}
      {isMarked ? (
        <>
          {' '}
          <Tag tone="neutral">{source === undefined ? 'listing' : 'website'}</Tag>
        </>
      ) : null}
      {link && source !== undefined ? (
        <>
          {' '}
          {sourced(
            <Text span size="sm">
              source
            </Text>,
          )}
        </>
      ) : null}
    </>
  );
}

function valuesOf(account: Account, name: string): string[] {
  const text = textOf(account, name);
  return text === null ? [] : [text];
}

/** A fact as the listing writes it, or in its field's format. */
export function Provided({ name, formatted = false }: { name: string; formatted?: boolean }) {
  const account = useAccount();
  const text = textOf(account, name);
  if (text === null) return <NotProvided name={name} />;
  return formatted ? <Fact name={name} /> : text;
}

export function FoundingDate() {
  const account = useAccount();
  const field = account.book?.find('founding_date') ?? { format: 'text' as const };
  return (
    <Said
      name="founding_date"
      values={valuesOf(account, 'founding_date')}
      show={(text) => formatFact(field, text) ?? text}
    />
  );
}

export function Hours() {
  return <Said name="business_hours" values={valuesOf(useAccount(), 'business_hours')} />;
}

export function PriceRange() {
  return <Said name="price_range" values={valuesOf(useAccount(), 'price_range')} />;
}

export function Technology() {
  const stack = listOf(factOf(useAccount(), 'technology_stack'));
  return <Said name="technology_stack" values={stack} inLine />;
}

/** The elements of a list, or of a text that is one. */
function listOf(value: unknown): string[] {
  const elements: unknown[] = Array.isArray(value) ? value : [value];
  return elements
    .flatMap((element) => plainText(element)?.split(',') ?? [])
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

export function Phones() {
  const account = useAccount();
  const more = factOf(account, 'additional_phones');
  const phones = [factOf(account, 'phone'), ...(Array.isArray(more) ? (more as unknown[]) : [more])]
    .map(plainText)
    .filter((phone) => phone !== null);
  return (
    <Said
      name="phone"
      values={[...new Set(phones)]}
      show={formatPhone}
      same={(one, other) => digitsOf(one) === digitsOf(other)}
    />
  );
}

/** Without the country's code. */
function digitsOf(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
}

/** '3 location(s)'. */
export function LocationCount() {
  const count = numberOf(useAccount(), 'location_count');
  const values = count === null || count <= 0 ? [] : [String(count)];
  return <Said name="location_count" values={values} show={(number) => `${number} location(s)`} />;
}

export function Website() {
  return websiteOf(useAccount()) ?? <NotProvided name="website" />;
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
  const emails = listOf(textOf(useAccount(), 'emails_csv'));
  return <Said name="emails_csv" values={emails} link show={(email) => <Email email={email} />} />;
}

function Email({ email }: { email: string }) {
  if (!EMAIL.test(email)) return email;
  return (
    <Anchor href={mailtoLink(email)} inherit>
      {email}
    </Anchor>
  );
}

export function SocialMedia() {
  const links = Object.entries(useAccount().row.social_media_links ?? {});
  const networks = new Map(links.map(([network, address]) => [address, network]));
  return (
    <Said
      name="social_media_links"
      values={links.map(([, address]) => address)}
      link
      show={(address) => (
        <ExternalLink address={address}>{networkName(networks.get(address) ?? 'another page')}</ExternalLink>
      )}
    />
  );
}
