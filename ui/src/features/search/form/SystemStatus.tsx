import { NativeSelect, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useListSourcesQuery } from '@/shared/api/api';
import { useServerReached } from '@/shared/api/reachability';
import { Panel } from '@/shared/ui/Panel';
import { Tag } from '@/shared/ui/Tag';
import { fetchCommand, shippedText } from './estimate';
import type { SearchDraft } from '@/shared/search/form/search-form';

/** Listings can be imported while the page is open. */
const REFRESH_MS = 30_000;

const AUTOMATIC = { value: '', label: 'Automatic: whatever covers the search' };

interface SystemStatusProps {
  draft: SearchDraft;
  onSource: (source: string) => void;
}

/** The source to ask, whether the server is reachable, and the loaded listings. */
export function SystemStatus({ draft, onSource }: SystemStatusProps) {
  const { data, isError } = useListSourcesQuery(undefined, {
    pollingInterval: REFRESH_MS,
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const sources = data?.sources ?? [];
  const shipped = data === undefined ? null : shippedText(sources);

  return (
    <Panel title="System Status" aside={<Connection answered={!isError} />}>
      <NativeSelect
        label="Source"
        value={draft.source}
        data={[AUTOMATIC, ...sources.map(({ name, label }) => ({ value: name, label }))]}
        onChange={(event) => {
          onSource(event.currentTarget.value);
        }}
      />
      {shipped === null ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {shipped} For every business in a state: <code>{fetchCommand(draft.state)}</code>; newer facts:{' '}
          <code>demandatlas reference fetch</code>
        </Text>
      )}
    </Panel>
  );
}

/** The state of the connection; `answered`: the server returned its sources. */
function Connection({ answered }: { answered: boolean }) {
  const { online } = useNetwork();
  const reached = useServerReached();
  if (!online) return <Tag tone="bad">Offline</Tag>;
  return reached && answered ? <Tag tone="good">Online</Tag> : <Tag tone="bad">Server not reached</Tag>;
}
