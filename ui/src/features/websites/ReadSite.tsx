/** How a reading goes, then what was read. */
import { Anchor, Button, Group, Menu, Skeleton, Stack, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import { downloadWebsite, type WebsiteFormat } from '@/shared/api/download';
import type { JobBody, WebsitePages } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown, IconDownload } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import { QueryState } from '@/shared/ui/QueryState';
import { ReadingState } from '@/shared/websites/ReadWebsites';
import { SendersDuties } from '@/shared/websites/SendersDuties';
import type { Reading } from '@/shared/websites/use-reading';
import { foundLines } from './found';
import { linksOf, outcomeText, wasRead, type PagesQuery } from './pages';
import { FoundList, LinksTable, PagesTable, Texts } from './SiteTables';

const PAGES_HEIGHT = 240;

interface ReadSiteProps {
  reading: Reading;
  pages: PagesQuery;
}

export function ReadSite({ reading, pages }: ReadSiteProps) {
  const { job, gone, running } = reading;
  if (gone) {
    return (
      <Panel title="Not found">
        <Text>There is no such reading, or it belongs to another account.</Text>
      </Panel>
    );
  }
  if (job === null)
    return running ? (
      <Panel title="Reading">
        <ReadingState reading={reading} />
      </Panel>
    ) : null;
  const isOfAddress = job.reading?.of === 'address';
  if (!job.ended || !isOfAddress) {
    return (
      <Panel title={job.search_term}>
        <Stack gap="md">
          <ReadingState reading={{ ...reading, failure: null }} />
          {job.ended || !isOfAddress ? null : (
            <Text size="sm" c="dimmed">
              You can close this page. The reading goes on.
            </Text>
          )}
          <WhereShown job={job} />
        </Stack>
      </Panel>
    );
  }
  return (
    <QueryState
      query={pages}
      loading={{
        text: 'Loading the pages...',
        skeleton: <Skeleton h={PAGES_HEIGHT} radius="md" />,
        onlyHeard: true,
      }}
      failure={{ title: 'The pages could not be loaded', message: errorMessage }}
      minHeight={PAGES_HEIGHT}
    >
      {(site) => <ReadPages job={job} site={site} reading={reading} />}
    </QueryState>
  );
}

interface ReadPagesProps {
  job: JobBody;
  site: WebsitePages;
  reading: Reading;
}

/** Nothing if no page could be read: the form says why. */
function ReadPages({ job, site, reading }: ReadPagesProps) {
  // It ended before anything was read.
  if (site.pages.length === 0) {
    return (
      <Panel title={job.search_term}>
        <ReadingState reading={{ ...reading, failure: null }} />
      </Panel>
    );
  }
  return site.pages.some(wasRead) ? <Site key={job.job_id} job={job} site={site} /> : null;
}

/** Of the websites of businesses the rows show what was found. */
function WhereShown({ job: { reading } }: { job: JobBody }) {
  if (reading == null || reading.of === 'address') return null;
  const ofSession = reading.session_key ?? null;
  return (
    <Anchor component={Link} to={ofSession === null ? paths.myCompanies() : paths.search(ofSession)}>
      {ofSession === null ? 'Show My Companies' : 'Show the results'}
    </Anchor>
  );
}

const FILES: readonly { format: WebsiteFormat; label: string }[] = [
  { format: 'txt', label: 'Text (.txt)' },
  { format: 'md', label: 'Markdown (.md)' },
  { format: 'csv', label: 'Links (.csv)' },
  { format: 'json', label: 'JSON, for programs' },
];

/** What was read: what it says of the business, its text, its links, its pages. */
function Site({ job, site }: { job: JobBody; site: WebsitePages }) {
  const [failure, setFailure] = useState<string | null>(null);
  const { pages, found } = site;
  const lines = found == null ? [] : foundLines(found);
  const texts = pages.filter(({ text }) => text != null && text !== '');
  const links = linksOf(pages);
  return (
    <Panel
      title={`${job.search_term} · ${outcomeText(pages, job.credits_charged)}`}
      aside={<Download jobId={job.job_id} onFailure={setFailure} />}
    >
      <Stack gap="md">
        {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
        {site.senders_duties == null ? null : <SendersDuties />}
        <Tabs
          defaultValue={lines.length > 0 ? 'found' : texts.length > 0 ? 'text' : 'links'}
          keepMounted={false}
        >
          <Tabs.List>
            <Tabs.Tab value="found">Found {formatNumber(lines.length)}</Tabs.Tab>
            {texts.length === 0 ? null : <Tabs.Tab value="text">Text</Tabs.Tab>}
            {links.length === 0 ? null : (
              <Tabs.Tab value="links">Links {formatNumber(links.length)}</Tabs.Tab>
            )}
            <Tabs.Tab value="pages">Pages {formatNumber(pages.length)}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="found" pt="md">
            <FoundList lines={lines} noMailings={found?.no_mailings ?? null} />
          </Tabs.Panel>
          <Tabs.Panel value="text" pt="md">
            <Texts pages={texts} />
          </Tabs.Panel>
          <Tabs.Panel value="links" pt="md">
            <LinksTable links={links} />
          </Tabs.Panel>
          <Tabs.Panel value="pages" pt="md">
            <PagesTable pages={pages} />
          </Tabs.Panel>
        </Tabs>
      </Stack>
    </Panel>
  );
}

interface DownloadProps {
  jobId: string;
  onFailure: (message: string | null) => void;
}

function Download({ jobId, onFailure }: DownloadProps) {
  const [busy, setBusy] = useState(false);
  const save = async (format: WebsiteFormat) => {
    setBusy(true);
    onFailure(null);
    onFailure(await downloadWebsite(jobId, format));
    setBusy(false);
  };
  return (
    <Group gap="sm">
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="sm"
            variant="default"
            loading={busy}
            leftSection={<Icon of={IconDownload} size={16} />}
            rightSection={<Icon of={IconChevronDown} size={16} />}
          >
            Download
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {FILES.map(({ format, label }) => (
            <Menu.Item key={format} onClick={() => void save(format)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
