/** The changes of a run: tabs in the address, as a table, on a map, or both. */
import { Button, Group, SegmentedControl, Skeleton, Tabs } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import type { MonitorBody, MonitorChange, MonitorRun } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { useResultsView, type ResultsView } from '@/shared/results/results-view';
import { Empty, QueryState } from '@/shared/ui/QueryState';
import { KINDS, useChanges, type RunChanges } from './changes';
import type { ChangeKind } from './monitors-api';
import { ChangesTable } from './ChangesTable';
import { MappedChanges } from './MappedChanges';
import { RunActions } from './RunActions';
import layout from '@/shared/results/ResultsTable.module.css';
import classes from './Schedule.module.css';

const KIND_PARAM = 'show';
const TABLE_HEIGHT = 240;

interface ChangesProps {
  monitor: MonitorBody;
  sessionKey: string;
  run: MonitorRun;
}

export function Changes({ monitor, sessionKey, run }: ChangesProps) {
  const [kind, choose] = useKind(run);
  const view = useResultsView();
  const of = useChanges(monitor, sessionKey, run);
  return (
    <Tabs
      value={kind}
      onChange={(value) => {
        if (value !== null) choose(value);
      }}
    >
      <Group justify="space-between" gap="sm" mb="sm">
        <Tabs.List>
          {KINDS.map((each) => (
            <Tabs.Tab key={each.kind} value={each.kind}>
              {each.label} {formatNumber(run[each.kind])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <SegmentedControl
          size="sm"
          aria-label="Show changes as"
          data={view.views}
          value={view.view}
          onChange={view.choose}
        />
      </Group>
      <div className={classes.actions}>
        <RunActions monitor={monitor} sessionKey={sessionKey} run={run} />
      </div>
      {KINDS.map((each) => (
        <Tabs.Panel key={each.kind} value={each.kind}>
          {each.kind === kind ? (
            <Shown kind={kind} view={view.view} of={of} sessionKey={sessionKey} run={run} />
          ) : null}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The tab in the address; at first the first one that holds something. */
function useKind(run: MonitorRun): [ChangeKind, (kind: string) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(KIND_PARAM);
  const known = KINDS.find(({ kind }) => kind === wanted) ?? KINDS.find(({ kind }) => run[kind] > 0);
  const choose = (kind: string) => {
    setParams(
      (now) => {
        now.set(KIND_PARAM, kind);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [known?.kind ?? 'new', choose];
}

interface ShownProps {
  kind: ChangeKind;
  view: ResultsView;
  of: RunChanges;
  sessionKey: string;
  run: MonitorRun;
}

const NONE: MonitorChange[] = [];

function Shown({ kind, view, of, sessionKey, run }: ShownProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const marked = useMemo(() => ({ selected, hovered }), [selected, hovered]);
  const { query, changes } = of[kind];
  const count = run[kind];
  const shown = count === 0 ? NONE : changes;
  return (
    <div className={view === 'split' ? layout.both : undefined}>
      {view === 'map' ? null : (
        <QueryState
          query={{ ...query, currentData: shown }}
          loading={{
            text: 'Loading the changes...',
            skeleton: <Skeleton h={TABLE_HEIGHT} radius="md" />,
            onlyHeard: true,
          }}
          failure={{ title: 'The changes could not be loaded', message: errorMessage }}
          empty={{ when: ({ length }) => length === 0, content: <Empty title={NOTHING[kind]} /> }}
          minHeight={TABLE_HEIGHT}
        >
          {(loaded) => (
            <>
              <ChangesTable
                kind={kind}
                sessionKey={sessionKey}
                changes={loaded}
                total={count}
                marked={hovered ?? selected}
                onMark={setHovered}
                canSort={!query.hasNextPage}
              />
              <More query={query} loaded={loaded.length} total={count} />
            </>
          )}
        </QueryState>
      )}
      {view === 'table' ? null : (
        <MappedChanges
          run={run}
          told={view === 'split' ? kind : null}
          of={of}
          sessionKey={sessionKey}
          marked={marked}
          onSelect={setSelected}
          onHover={setHovered}
          beside={view === 'split'}
        />
      )}
      {view === 'map' ? <More query={query} loaded={changes?.length ?? 0} total={count} /> : null}
    </div>
  );
}

const NOTHING: Record<ChangeKind, string> = {
  new: 'Nothing is new.',
  changed: 'Nothing changed.',
  gone: 'Nothing is gone.',
};

interface MoreProps {
  query: RunChanges[ChangeKind]['query'];
  loaded: number;
  total: number;
}

function More({ query, loaded, total }: MoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="sm"
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show more: {formatNumber(loaded)} of {formatCounted(total, 'business', 'businesses')}
    </Button>
  );
}
