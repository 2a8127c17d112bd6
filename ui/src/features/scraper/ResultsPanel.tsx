import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { download, saveBlob } from '@/shared/api/download';
import { Icon } from '@/shared/ui/Icon';
import { Panel } from '@/shared/ui/Panel';
import { SampleTag } from '@/shared/ui/SampleTag';
import { ResultsTable } from './ResultsTable';
import type { Results } from './job-state';
import { timeSavedMessage } from './time-saved';

type ExportFormat = 'csv' | 'html';

interface ResultsPanelProps {
  results: Results | null;
  /** A session whose rows could not be fetched. */
  unfetched: string | null;
  running: boolean;
  onFetchAgain: (sessionKey: string) => void;
  onClear: () => void;
}

export function ResultsPanel({ results, unfetched, running, onFetchAgain, onClear }: ResultsPanelProps) {
  const rows = results?.rows ?? [];
  return (
    <Panel
      title={rows.length === 0 ? 'Results' : `Results (${rows.length.toLocaleString('en-US')})`}
      aside={results?.sample === true ? <SampleTag /> : null}
    >
      {unfetched === null ? null : (
        <Alert color="red" variant="outline" role="alert" mb="md" title="Error fetching results">
          <Button
            size="xs"
            onClick={() => {
              onFetchAgain(unfetched);
            }}
          >
            Try Again
          </Button>
        </Alert>
      )}
      {results?.sample === true ? (
        <Alert color="yellow" variant="outline" mb="md" title="Sample data">
          These businesses are fictional. Import listings on the server to search real ones.
        </Alert>
      ) : null}
      {results === null || rows.length === 0 ? null : (
        <ResultActions key={results.sessionKey} results={results} onClear={onClear} />
      )}
      {rows.length === 0 ? (
        <Text c="dimmed" ta="center" py={40} role="status">
          {running ? 'Results show here when the job has ended.' : 'No results to display.'}
        </Text>
      ) : (
        <ResultsTable rows={rows} />
      )}
    </Panel>
  );
}

/** What can be done with the rows: take them away, or clear them from this browser. */
function ResultActions({ results, onClear }: { results: Results; onClear: () => void }) {
  const [busy, setBusy] = useState<ExportFormat | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const { sessionKey, rows, enriched } = results;

  const save = async (format: ExportFormat) => {
    setBusy(format);
    setFailure(null);
    const query = new URLSearchParams({ sessionKey, format });
    const answer = await download(`/export?${query.toString()}`, 'Export');
    setBusy(null);
    if (answer.ok) saveBlob(answer.blob, `demandatlas-${sessionKey.slice(0, 8)}.${format}`);
    else setFailure(answer.error.message);
  };

  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text size="sm" c="dimmed">
          {timeSavedMessage(rows.length, enriched)}
        </Text>
        <Group gap="xs">
          <Button
            size="sm"
            leftSection={<Icon name="download" size={16} />}
            loading={busy === 'csv'}
            onClick={() => save('csv')}
          >
            Download CSV
          </Button>
          <Button
            size="sm"
            variant="default"
            leftSection={<Icon name="download" size={16} />}
            loading={busy === 'html'}
            onClick={() => save('html')}
          >
            Download HTML
          </Button>
          <Button size="sm" variant="subtle" onClick={onClear}>
            Clear
          </Button>
        </Group>
      </Group>
      {failure === null ? null : (
        <Alert color="red" variant="outline" role="alert" mb="md">
          {failure}
        </Alert>
      )}
    </>
  );
}
