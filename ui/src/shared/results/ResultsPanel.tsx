import { Button, Group, Stack, Text } from '@mantine/core';
import { useRef, useState, type RefObject } from 'react';
import type { JobBody } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { NO_FILE } from '@/shared/lib/google-place';
import { GoogleCredit } from '@/shared/ui/GoogleCredit';
import { NotPrinted } from '@/shared/ui/NotPrinted';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import { SampleTag } from '@/shared/ui/Tag';
import { Downloads } from './Downloads';
import { EnrichButton } from './EnrichButton';
import { ResultsTable } from './ResultsTable';
import { hasEmail } from './row-filter';
import type { Results } from './session-rows';
import { SaveAllButton, SaveAllState } from './saving/SaveAllButton';
import type { ShownOrder } from './saving/shown-order';
import { useSaveAll } from './saving/use-save-all';
import { timeSavedMessage } from './time-saved';
import { ReadingState, ReadWebsitesButton } from '@/shared/websites/ReadWebsites';
import { SendersDuties } from '@/shared/websites/SendersDuties';
import { useReading, useRunningReading } from '@/shared/websites/use-reading';

interface ResultsPanelProps {
  results: Results | null;
  /** The job of the rows. */
  job: JobBody | null;
  unfetched: boolean;
  running: boolean;
  /** What was searched, if nothing else on the page says it. */
  searched?: string | undefined;
  onFetchAgain: () => void;
  onEnrich: (sessionKey: string) => void;
  /** The rows show more than before: their websites were read. */
  onReread: () => void;
  onClear: () => void;
}

export function ResultsPanel(props: ResultsPanelProps) {
  const { results, job, unfetched, running, searched, onFetchAgain, onEnrich, onReread, onClear } = props;
  const total = results?.session.total ?? 0;
  const order = useRef<ShownOrder>(null);
  return (
    <Panel
      title={total === 0 ? 'Results' : `Results (${formatNumber(total)})`}
      aside={
        <Group gap="sm">
          <Text size="sm" c="dimmed">
            {searched}
          </Text>
          {results?.sample === true ? <SampleTag /> : null}
        </Group>
      }
    >
      <Stack gap="md">
        {unfetched ? (
          <Notice tone="bad" title="Error fetching results">
            <Button size="xs" variant="default" onClick={onFetchAgain}>
              Try Again
            </Button>
          </Notice>
        ) : null}
        {results?.sample === true ? (
          <Notice tone="warning" title="Sample data">
            These businesses are fictional. Import listings on the server to search real ones.
          </Notice>
        ) : null}
        <ResultActions
          key={`actions of ${results?.sessionKey ?? 'none'}`}
          results={results}
          job={job}
          running={running}
          order={order}
          onClear={onClear}
          onEnrich={onEnrich}
          onReread={onReread}
        />
        {results === null || total === 0 ? (
          <Stack gap={4} c="dimmed" ta="center" py={40} role="status">
            <Text>No results to display.</Text>
            {running ? <Text>Rows appear here as they are found.</Text> : null}
          </Stack>
        ) : (
          <NotPrinted listOnly={results.listOnly}>
            <ResultsTable key={results.sessionKey} results={results} running={running} order={order} />
          </NotPrinted>
        )}
        {results?.listOnly === true ? <GoogleCredit /> : null}
      </Stack>
    </Panel>
  );
}

/** Actions on the rows: enrich, read their websites, save, download, clear from this browser. */
function ResultActions(
  props: Pick<ResultsPanelProps, 'results' | 'job' | 'running' | 'onEnrich' | 'onReread' | 'onClear'> & {
    order: RefObject<ShownOrder | null>;
  },
) {
  const { results, job, running, order, onEnrich, onReread, onClear } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const total = results?.session.total ?? 0;
  const empty = results === null || total === 0;
  const save = useSaveAll(results?.sessionKey ?? null, total);
  const sessionKey = results?.sessionKey;
  const isReadHere = useRunningReading(({ session_key: of }) => of != null && of === sessionKey);
  const reading = useReading(isReadHere, onReread);
  const mayRead = !empty && !running && !results.listOnly && job?.rows_deleted === false;

  return (
    <>
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed">
          {empty ? null : timeSavedMessage(results.session.total, results.enrichedRows)}
        </Text>
        <Group gap="xs">
          {empty || running || job === null ? null : <EnrichButton job={job} onEnrich={onEnrich} />}
          {mayRead ? (
            <ReadWebsitesButton whose={{ session_key: results.sessionKey }} reading={reading} />
          ) : null}
          {empty ? null : <SaveAllButton save={save} total={total} order={order} onFailure={setFailure} />}
          {results?.listOnly === true ? (
            <Text size="sm">{NO_FILE}</Text>
          ) : (
            <Downloads sessionKey={empty ? null : results.sessionKey} onFailure={setFailure} />
          )}
          <Button size="sm" px="sm" variant="subtle" disabled={results === null} onClick={onClear}>
            Clear
          </Button>
        </Group>
      </Group>
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      {results?.listOnly === false && mayHaveEmails(results) ? <SendersDuties /> : null}
      <ReadingState reading={reading} />
      <SaveAllState state={save.state} />
    </>
  );
}

/** The first rows are here; of the others it is not known. */
function mayHaveEmails({ session: { rows, total } }: Results): boolean {
  return total > rows.length || rows.some(hasEmail);
}
