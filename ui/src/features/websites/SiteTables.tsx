/** What was read of a website, as tables and as text. */
import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { PageBody, PageLink, PageLinkKind } from '@/shared/api/generated';
import { websiteLink } from '@/shared/lib/website-link';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { shortAddress } from '@/shared/websites/short-address';
import type { FoundLine } from './found';
import { wasRead } from './pages';
import classes from './Websites.module.css';

const MAX_HEIGHT = 'min(70vh, 40rem)';

function Address({ url, children = url }: { url: string; children?: string }) {
  const link = websiteLink(url);
  if (link === null) return children;
  return (
    <Anchor href={link} target="_blank" rel="noreferrer" size="sm">
      {children}
    </Anchor>
  );
}

interface FoundListProps {
  lines: readonly FoundLine[];
  /** The page that says that addresses are not for mailings. */
  noMailings: string | null;
}

/** What was found, and how and where. */
export function FoundList({ lines, noMailings }: FoundListProps) {
  return (
    <Stack gap="sm">
      {noMailings === null ? null : (
        <Text size="sm">
          Its e-mail addresses are left out: <Address url={noMailings}>{shortAddress(noMailings)}</Address>{' '}
          says that they are not for mailings.
        </Text>
      )}
      {lines.length === 0 ? (
        <Text c="dimmed">The pages that were read say nothing of this kind.</Text>
      ) : (
        <dl className={classes.found}>
          {lines.map((line) => (
            <div key={`${line.what} ${line.value}`}>
              <dt>{line.what}</dt>
              <dd>
                <FoundValue line={line} />
              </dd>
              <dd className={classes.by}>
                {line.by} on <Address url={line.page}>{shortAddress(line.page)}</Address>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Stack>
  );
}

function FoundValue({ line: { text, link } }: { line: FoundLine }) {
  if (link === null) return text;
  const isPage = link.startsWith('http');
  return (
    <Anchor href={link} size="sm" {...(isPage ? { target: '_blank', rel: 'noreferrer' } : {})}>
      {text}
    </Anchor>
  );
}

const KINDS: Record<PageLinkKind, string> = {
  inside: 'This site',
  outside: 'Another site',
  mail: 'E-mail',
  phone: 'Phone',
  document: 'Document',
};

const LINKS: Column<PageLink>[] = [
  {
    id: 'text',
    label: 'Text',
    width: 280,
    value: ({ text, url }) => (text === '' ? shortAddress(url) : text),
  },
  {
    id: 'url',
    label: 'Address',
    width: 420,
    onPhone: 'below',
    value: ({ url }) => url,
    cell: ({ url }) => <Address url={url} />,
  },
  { id: 'kind', label: 'Kind', width: 130, onPhone: 'aside', value: ({ kind }) => KINDS[kind] },
];

export function LinksTable({ links }: { links: readonly PageLink[] }) {
  return (
    <DataTable
      label="Links"
      columns={LINKS}
      rows={links}
      rowId={({ url }) => url}
      rowName={({ url }) => url}
      maxHeight={MAX_HEIGHT}
      empty="No links."
    />
  );
}

const PAGES: Column<PageBody>[] = [
  {
    id: 'url',
    label: 'Page',
    width: 320,
    value: ({ url }) => url,
    cell: ({ url, found_at: at }) => <Address url={at ?? url}>{shortAddress(at ?? url)}</Address>,
  },
  { id: 'title', label: 'Title', width: 280, onPhone: 'below', value: ({ title }) => title ?? '' },
  {
    id: 'outcome',
    label: 'Outcome',
    width: 260,
    value: (page) => (wasRead(page) ? (page.paid ? 'Read, 1 credit' : 'Read, 0 credits') : page.error),
  },
];

export function PagesTable({ pages }: { pages: readonly PageBody[] }) {
  return (
    <DataTable
      label="Pages"
      columns={PAGES}
      rows={pages}
      rowId={({ url }) => url}
      rowName={({ url }) => url}
      maxHeight={MAX_HEIGHT}
      empty="No pages."
    />
  );
}

export function Texts({ pages }: { pages: readonly PageBody[] }) {
  return (
    <Stack gap="lg">
      {pages.map(({ url, title, text }) => (
        <section key={url}>
          <Title order={3} size="h5">
            {title ?? shortAddress(url)}
          </Title>
          <p className={classes.text}>{text}</p>
        </section>
      ))}
    </Stack>
  );
}
