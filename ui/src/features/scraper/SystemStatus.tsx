import { Text } from '@mantine/core';
import { useGetConfigQuery } from '@/shared/api/api';
import { useConfig } from '@/shared/config/config-context';
import { Panel } from '@/shared/ui/Panel';
import { SampleTag } from '@/shared/ui/SampleTag';
import { Tag } from '@/shared/ui/Tag';
import classes from './SystemStatus.module.css';

/** Listings can be imported while the page is open; the active source follows. */
const REFRESH_MS = 30_000;

/** Where results come from at present, and whether the server answers. */
export function SystemStatus() {
  const atStart = useConfig();
  const { data: now = atStart, isError } = useGetConfigQuery(undefined, {
    pollingInterval: REFRESH_MS,
    refetchOnMountOrArgChange: true,
  });
  const source = now.active_source;

  return (
    <Panel
      title="System Status"
      aside={isError ? <Tag tone="bad">Server not reached</Tag> : <Tag tone="good">Online</Tag>}
    >
      <dl className={classes.facts}>
        <div>
          <dt>Maps service</dt>
          <dd>{source.label}</dd>
        </div>
        <div>
          <dt>Results</dt>
          <dd>{source.sample ? <SampleTag /> : 'Real listings'}</dd>
        </div>
        <div>
          <dt>Cost</dt>
          <dd>1 credit per result</dd>
        </div>
      </dl>
      {source.sample ? (
        <Text size="sm" c="dimmed" mt="sm">
          No listings have been imported, so searches answer with fictional businesses, marked as sample data.
        </Text>
      ) : null}
    </Panel>
  );
}
