import { Group, Progress, Text, Title, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import type { CityFound } from '@/shared/api/generated';
import { PHASES } from '@/shared/job/job-view';
import { canStop, isRunning, messageOf, percentOf, phaseOfSession, type Session } from '@/shared/job/session';
import { ElapsedTimer } from '@/shared/job/ElapsedTimer';
import { StatusLog } from '@/shared/job/StatusLog';
import { StopButton } from '@/shared/job/StopButton';
import { leftOutText } from '@/shared/job/left-out';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/Icon';
import { IconCheck } from '@/shared/ui/icons';
import { Tag } from '@/shared/ui/Tag';
import { usePhone } from '@/shared/ui/use-phone';
import classes from './JobPanel.module.css';

interface JobPanelProps {
  session: Session;
  /** Two lines, above rows. */
  inLine?: boolean;
  /** Shown if Stop is not visible elsewhere. */
  onStop?: (() => void) | null;
}

/** The state of the job: phase, bar, timer and log. */
export function JobPanel({ session, inLine = false, onStop = null }: JobPanelProps) {
  return (
    <section className={inLine ? classes.line : classes.panel} aria-label="Progress" tabIndex={-1}>
      {inLine ? <Line session={session} onStop={onStop} /> : <Whole session={session} />}
      {/* The same element in both layouts, because it is a live region. */}
      <StatusLog key="log" log={session.log} inLine={inLine} />
    </section>
  );
}

function Whole({ session }: { session: Session }) {
  const { job } = session;
  const citiesFound = job?.cities_found ?? [];
  const foundNothing =
    (job?.results_count ?? 0) === 0 && citiesFound.length === 0 && leftOutText(job) === null;
  return (
    <>
      <Group justify="space-between" gap="sm" mih={30}>
        <Title order={2} size="h4">
          Progress
        </Title>
        <Phase session={session} />
      </Group>
      <div>
        <Group justify="space-between" gap="sm" mb={6} wrap="nowrap">
          <Text size="sm" className={classes.message}>
            {messageOf(session)}
          </Text>
          <Figures session={session} />
        </Group>
        <Bar session={session} size={10} />
      </div>
      <GoesOn session={session} />
      {foundNothing ? null : (
        <div className={classes.found}>
          <Found session={session} />
          <Cities found={citiesFound} />
        </div>
      )}
    </>
  );
}

function Line({ session, onStop }: { session: Session; onStop: (() => void) | null }) {
  const { stopping, reached } = session;
  // While all is well the log's newest entry says it.
  const isSaid = phaseOfSession(session) === 'processing' && reached && !stopping;
  const words = isSaid ? '' : messageOf(session);
  return (
    <>
      <div className={classes.lineHead}>
        <VisuallyHidden>
          <Title order={2}>Progress</Title>
        </VisuallyHidden>
        <Phase session={session} />
        {words === '' ? null : (
          <Text size="sm" className={classes.message}>
            {words}
          </Text>
        )}
        <Found session={session} />
        <Cities found={session.job?.cities_found ?? []} />
        <GoesOn session={session} />
        <div className={classes.lineEnd}>
          <Figures session={session} />
          {onStop === null || !canStop(session) ? null : (
            <StopButton size="xs" disabled={stopping} onClick={onStop} />
          )}
        </div>
      </div>
      <Bar session={session} size={6} />
    </>
  );
}

/** How many rows were found, and their cost; how many were left out. */
function Found({ session: { job } }: { session: Session }) {
  const figures = [formatCounted(job?.results_count ?? 0, 'row')];
  if (job?.credits_charged != null) figures.push(formatCounted(job.credits_charged, 'credit'));
  const leftOut = leftOutText(job);
  return (
    <>
      <Text size="sm" fw={550} className={classes.figures}>
        {figures.join(' · ')}
      </Text>
      {leftOut === null ? null : (
        <Text size="sm" className={classes.figures}>
          {leftOut}
        </Text>
      )}
    </>
  );
}

/** The search is the server's. */
function GoesOn({ session }: { session: Session }) {
  if (!isRunning(session) || session.job === null || !session.reached) return null;
  return (
    <Text size="sm" c="dimmed">
      You can close this page. The search goes on.
    </Text>
  );
}

function Phase({ session }: { session: Session }) {
  const { label, tone } = PHASES[phaseOfSession(session)];
  return <Tag tone={tone}>{label}</Tag>;
}

function Bar({ session, size }: { session: Session; size: number }) {
  return (
    <Progress value={percentOf(session)} size={size} aria-label="Search progress" transitionDuration={300} />
  );
}

function Figures({ session }: { session: Session }) {
  const phase = phaseOfSession(session);
  const clock = phase === 'submitting' || phase === 'refused' ? null : session.clock;
  // The bar has its own steps; meanwhile the job's own percentage is in its log.
  const isCounted = phase !== 'processing';
  return (
    <Text size="sm" c="dimmed" className={classes.figures}>
      {clock === null ? null : (
        <>
          <VisuallyHidden>Elapsed time</VisuallyHidden>
          <ElapsedTimer startedAt={clock.from} endedAt={clock.to} />
        </>
      )}
      {clock !== null && isCounted ? ' · ' : null}
      {isCounted ? `${percentOf(session)}%` : null}
    </Text>
  );
}

/** How many cities are listed before 'all' is pressed. */
const MOST_CITIES = 9;
const MOST_CITIES_ON_PHONE = 3;

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
