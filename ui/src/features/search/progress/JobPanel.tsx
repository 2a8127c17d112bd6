import { Group, Progress, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { CityFound } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/Icon';
import { IconCheck } from '@/shared/ui/icons';
import { Tag } from '@/shared/ui/Tag';
import { usePhone } from '@/shared/ui/use-phone';
import { ElapsedTimer } from './ElapsedTimer';
import { StatusLog } from '@/shared/job/StatusLog';
import { StopButton } from '@/shared/job/StopButton';
import { canStop, isEnriching, isRunning, type JobState } from '@/shared/job/session';
import { ENRICHING, PHASES, progressValue } from '@/shared/job/job-view';
import classes from './JobPanel.module.css';

interface JobPanelProps {
  state: JobState;
  /** Rows have come: it is two lines over them. */
  inLine?: boolean;
  /** Where Stop is not in sight elsewhere. */
  onStop?: (() => void) | null;
}

/** How the job stands: its phase, bar, timer and log. */
export function JobPanel({ state, inLine = false, onStop = null }: JobPanelProps) {
  const { log, phase } = state;
  // Rows that this browser had kept: nothing has happened to them since.
  const isKept = inLine && phase === 'idle';
  if (isKept && log.length === 0) return null;
  return (
    <section className={inLine ? classes.line : classes.panel} aria-label="Progress" tabIndex={-1}>
      {isKept ? null : inLine ? <Line state={state} onStop={onStop} /> : <Whole state={state} />}
      {/* One and the same in both: what is read out comes from it. */}
      <StatusLog key="log" log={log} inLine={inLine} />
    </section>
  );
}

function Whole({ state }: { state: JobState }) {
  const { delivered, citiesFound } = state;
  return (
    <>
      <Group justify="space-between" gap="sm" mih={30}>
        <Title order={2} size="h4">
          Progress
        </Title>
        <Phase state={state} />
      </Group>
      <div>
        <Group justify="space-between" gap="sm" mb={6} wrap="nowrap">
          <Text size="sm" className={classes.message}>
            {standing(state)}
          </Text>
          <Figures state={state} />
        </Group>
        <Bar state={state} size={10} />
      </div>
      {delivered === 0 && citiesFound.length === 0 ? null : (
        <div className={classes.found}>
          <Found state={state} />
          <Cities found={citiesFound} />
        </div>
      )}
    </>
  );
}

function Line({ state, onStop }: { state: JobState; onStop: (() => void) | null }) {
  const { citiesFound, stopping, phase, reached } = state;
  // While all is well the log's newest entry says it.
  const words = phase === 'processing' && reached && !stopping ? '' : standing(state);
  return (
    <>
      <div className={classes.lineHead}>
        <VisuallyHidden>
          <Title order={2}>Progress</Title>
        </VisuallyHidden>
        <Phase state={state} />
        {words === '' ? null : (
          <Text size="sm" className={classes.message}>
            {words}
          </Text>
        )}
        <Found state={state} />
        <Cities found={citiesFound} />
        <div className={classes.lineEnd}>
          <Figures state={state} />
          {onStop === null || !canStop(state) ? null : (
            <StopButton size="xs" disabled={stopping} onClick={onStop} />
          )}
        </div>
      </div>
      <Bar state={state} size={6} />
    </>
  );
}

/** How many rows there are, and what they have cost. */
function Found({ state: { delivered, creditsCharged } }: { state: JobState }) {
  const figures = [formatCounted(delivered, 'row')];
  if (creditsCharged !== null) figures.push(formatCounted(creditsCharged, 'credit'));
  return (
    <Text size="sm" fw={550} className={classes.figures}>
      {figures.join(' · ')}
    </Text>
  );
}

function Phase({ state }: { state: JobState }) {
  const { label, tone } = isEnriching(state) ? ENRICHING : PHASES[state.phase];
  return <Tag tone={tone}>{label}</Tag>;
}

function Bar({ state, size }: { state: JobState; size: number }) {
  return (
    <Progress value={barValue(state)} size={size} aria-label="Search progress" transitionDuration={300} />
  );
}

function barValue(state: JobState): number {
  const { phase, progress, enrichment } = state;
  // Rows of a search that failed, or was stopped, can be enriched as well.
  const isOfRows = isEnriching(state) || enrichment === 'done';
  return progressValue({ phase: isOfRows ? 'completed' : phase, jobProgress: progress, enrichment });
}

/** For how long, and how far. */
function Figures({ state }: { state: JobState }) {
  const { phase, job } = state;
  const startedAt = phase === 'submitting' || phase === 'refused' ? null : (job?.startedAt ?? null);
  // The bar goes by steps of its own: while it does, the job's own percent are in its log.
  const isCounted = phase !== 'processing';
  return (
    <Text size="sm" c="dimmed" className={classes.figures}>
      {startedAt === null ? null : (
        <>
          <VisuallyHidden>Elapsed time</VisuallyHidden>
          <Elapsed startedAt={startedAt} state={state} />
        </>
      )}
      {startedAt !== null && isCounted ? ' · ' : null}
      {isCounted ? `${barValue(state)}%` : null}
    </Text>
  );
}

/** How long it was searched, and its rows were enriched: not what lay between. */
function Elapsed({ startedAt, state: { endedAt, enrichingSince } }: { startedAt: number; state: JobState }) {
  const between = endedAt === null || enrichingSince === null ? 0 : enrichingSince - endedAt;
  return <ElapsedTimer startedAt={startedAt + between} endedAt={enrichingSince === null ? endedAt : null} />;
}

/** In words, in one line. */
function standing(state: JobState): string {
  if (state.stopping) return 'Stopping...';
  if (!state.reached && isRunning(state)) return 'Connection lost. The search goes on.';
  if (!state.reached && isEnriching(state)) return 'Connection lost. The enrichment may go on.';
  return state.message || 'Start a search to see its progress here.';
}

/** Cities that are named before all are asked for. */
const MOST_CITIES = 9;
const MOST_CITIES_ON_PHONE = 3;

/** What was found where. */
function Cities({ found }: { found: readonly CityFound[] }) {
  const [whole, setWhole] = useState(false);
  const most = usePhone() ? MOST_CITIES_ON_PHONE : MOST_CITIES;
  if (found.length === 0) return null;
  const more = found.length - most;
  return (
    <ul className={classes.cities} aria-label="Rows found by city">
      {(whole ? found : found.slice(0, most)).map(({ city, results, done }) => (
        <li key={city}>
          {city} {formatNumber(results)}
          {done ? <Done /> : '…'}
        </li>
      ))}
      {more <= 0 ? null : (
        <li>
          <UnstyledButton
            fz="inherit"
            c="var(--mantine-color-anchor)"
            aria-expanded={whole}
            onClick={() => {
              setWhole(!whole);
            }}
          >
            {whole ? 'Show fewer' : `and ${formatNumber(more)} more`}
          </UnstyledButton>
        </li>
      )}
    </ul>
  );
}

function Done() {
  return (
    <>
      <Icon of={IconCheck} size={14} />
      <VisuallyHidden>searched</VisuallyHidden>
    </>
  );
}
