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

const FOUND: Column<FoundLine>[] = [
  {
    id: 'value',
    label: 'Value',
    width: 320,
    value: ({ text }) => text,
    cell: ({ text, link }) =>
      link === null ? (
        text
      ) : (
        <Anchor
          href={link}
          size="sm"
          {...(link.startsWith('http') ? { target: '_blank', rel: 'noreferrer' } : {})}
        >
          {text}
        </Anchor>
      ),
  },
  { id: 'what', label: 'What', width: 150, onPhone: 'aside', value: ({ what }) => what },
  { id: 'by', label: 'Found by', width: 170, value: ({ by }) => by },
  {
    id: 'page',
    label: 'Page',
    width: 260,
    onPhone: 'below',
    value: ({ page }) => page,
    cell: ({ page }) => <Address url={page}>{shortAddress(page)}</Address>,
  },
];

export function FoundTable({
  lines,
  noMailings,
}: {
  lines: readonly FoundLine[];
  noMailings: string | null;
}) {
  return (
    <Stack gap="sm">
      {noMailings === null ? null : (
        <Text size="sm">
          Its e-mail addresses are left out: <Address url={noMailings}>{shortAddress(noMailings)}</Address>{' '}
          says that they are not for mailings.
        </Text>
      )}
      <DataTable
        label="Found on the website"
        columns={FOUND}
        rows={lines}
        rowId={({ what, value }) => `${what} ${value}`}
        rowName={({ text }) => text}
        maxHeight={MAX_HEIGHT}
        empty="The pages that were read say nothing of this kind."
      />
    </Stack>
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
