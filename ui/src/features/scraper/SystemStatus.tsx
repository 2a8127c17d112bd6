import { NativeSelect, Text } from '@mantine/core';
import { useNetwork } from '@mantine/hooks';
import { useListSourcesQuery } from '@/shared/api/api';
import type { Estimate } from '@/shared/api/generated';
import { useServerReached } from '@/shared/api/reachability';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { Notice } from '@/shared/ui/Notice';
import { Panel } from '@/shared/ui/Panel';
import { SampleTag } from '@/shared/ui/SampleTag';
import { Tag } from '@/shared/ui/Tag';
import { answerText, fetchCommand, named, rowsText, shippedText } from './estimate';
import { neededCredits, parseCities, type SearchDraft } from './search-form';
import { useEstimate } from './use-estimate';
import classes from './SystemStatus.module.css';

/** Listings can be imported while the page is open; what is loaded follows. */
const REFRESH_MS = 30_000;

const AUTOMATIC = { value: '', label: 'Automatic: whatever covers the search' };

interface SystemStatusProps {
  draft: SearchDraft;
  /** A job is under way. */
  running: boolean;
  onSource: (source: string) => void;
}

/** What will answer the search as it is typed, how old that is, what it costs, and what is loaded. */
export function SystemStatus({ draft, running, onSource }: SystemStatusProps) {
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
      <EstimateLines draft={draft} running={running} />
      {shipped === null ? null : (
        <Text size="sm" c="dimmed" mt="sm">
          {shipped} For every business in a state: <code>{fetchCommand(draft.state)}</code>; newer facts:{' '}
          <code>demandatlas reference fetch</code>
        </Text>
      )}
    </Panel>
  );
}

/** What is known of the way to the server: `answered` says whether it told its sources. */
function Connection({ answered }: { answered: boolean }) {
  const { online } = useNetwork();
  const reached = useServerReached();
  if (!online) return <Tag tone="bad">Offline</Tag>;
  return reached && answered ? <Tag tone="good">Online</Tag> : <Tag tone="bad">Server not reached</Tag>;
}

function EstimateLines({ draft, running }: { draft: SearchDraft; running: boolean }) {
  const state = useEstimate(draft, running);
  const cityCount = parseCities(draft.cities).length;
  const estimate =
    state.status === 'known' ? state.estimate : state.status === 'asking' ? state.before : null;
  return (
    <div className={classes.estimate} aria-live="polite" aria-busy={state.status === 'asking'}>
      {state.status === 'none' ? (
        <p>Enter a search to see what will answer it and the most it can cost.</p>
      ) : null}
      {state.status === 'asking' && estimate === null ? <p>Checking what covers the search…</p> : null}
      {state.status === 'unavailable' ? (
        <p>The estimate is not available right now. You can start the search anyway.</p>
      ) : null}
      {estimate === null ? null : <Known estimate={estimate} cityCount={cityCount} draft={draft} />}
    </div>
  );
}

interface KnownProps {
  estimate: Estimate;
  cityCount: number;
  draft: SearchDraft;
}

function Known({ estimate, cityCount, draft }: KnownProps) {
  const { answers, refusal, skipped_cities: skipped, unknown_cities: unknown, credits_left: left } = estimate;
  return (
    <>
      {refusal == null ? null : <Notice tone="warning">{refusal}</Notice>}
      <ul className={classes.answers} aria-label="What will answer">
        {answers.map((answer) => (
          <li key={`${answer.source} ${answer.label} ${answer.cities[0] ?? ''}`}>
            {answerText(answer, cityCount)}
            {answer.sample ? (
              <>
                {' '}
                <SampleTag />
              </>
            ) : null}
          </li>
        ))}
      </ul>
      {answers.length === 0 ? null : <p>{rowsText(estimate)}</p>}
      <p>
        {formatCounted(neededCredits(cityCount), 'credit')} to start, {formatNumber(left)} left
      </p>
      {skipped.length === 0 || answers.length === 0 ? null : (
        <p>Not covered, left out and not charged: {named(skipped)}</p>
      )}
      {unknown.length === 0 ? null : (
        <p>
          Not known in {draft.state}, check the spelling: {named(unknown)}
        </p>
      )}
    </>
  );
}
