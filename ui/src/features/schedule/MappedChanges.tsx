/** The changes on a map: all kinds at once, with what of them is not there yet, or cannot be. */
import { Skeleton, Text } from '@mantine/core';
import type { MonitorRun } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { KINDS } from './changes';
import type { ChangeKind } from './monitors-api';
import { ChangesMap, type ChangesMapProps } from './ChangesMap';
import layout from '@/shared/results/ResultsTable.module.css';

const MIN_HEIGHT = 240;

interface MappedChangesProps extends ChangesMapProps {
  run: MonitorRun;
  /** The kind that the table next to it tells about; null without one. */
  told: ChangeKind | null;
}

const FAILED: Record<ChangeKind, string> = {
  new: 'What is new could not be loaded.',
  changed: 'What changed could not be loaded.',
  gone: 'What is gone could not be loaded.',
};

export function MappedChanges({ run, told, ...map }: MappedChangesProps) {
  const kinds = KINDS.filter(({ kind }) => run[kind] > 0);
  const loading = kinds.filter(({ kind }) => map.of[kind].query.isLoading);
  const isThere = kinds.some(({ kind }) => map.of[kind].changes !== undefined);
  return (
    <div>
      <Text size="sm" c="dimmed" role="status">
        {loading.some(({ kind }) => kind !== told) ? 'Loading the changes...' : partText(kinds, map.of, run)}
      </Text>
      {kinds.map(({ kind }) => {
        const { query } = map.of[kind];
        return query.isError && kind !== told ? (
          <LoadFailure key={kind} text={FAILED[kind]} query={query} />
        ) : null;
      })}
      {isThere ? (
        <div className={layout.map}>
          <ChangesMap {...map} />
        </div>
      ) : loading.length > 0 ? (
        <div className={layout.map}>
          <Skeleton h="100%" mih={MIN_HEIGHT} radius="md" />
        </div>
      ) : null}
    </div>
  );
}

/** '200 of 1,204 new are shown.' */
function partText(kinds: typeof KINDS, of: ChangesMapProps['of'], run: MonitorRun): string {
  return kinds
    .filter(({ kind }) => of[kind].query.hasNextPage)
    .map(({ kind }) => {
      const loaded = formatNumber(of[kind].changes?.length ?? 0);
      return `${loaded} of ${formatNumber(run[kind])} ${kind} are shown.`;
    })
    .join(' ');
}
