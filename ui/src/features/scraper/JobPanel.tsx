import { Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import type { CityFound } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/Icon';
import { IconCheck } from '@/shared/ui/icons';
import { Panel } from '@/shared/ui/Panel';
import { Tag } from '@/shared/ui/Tag';
import { ElapsedTimer } from './ElapsedTimer';
import { StatusLog } from './StatusLog';
import { isEnriching, isRunning, type JobState } from './job-state';
import { ENRICHING, PHASES, progressValue } from './job-phase';
import classes from './JobPanel.module.css';

/** How the job stands: its phase, bar, timer and log. */
export function JobPanel({ state }: { state: JobState }) {
  const { phase, job, endedAt, enrichment, log, delivered, creditsCharged, citiesFound } = state;
  const { label, tone } = isEnriching(state) ? ENRICHING : PHASES[phase];
  const value = progressValue({ phase, jobProgress: state.progress, enrichment });

  return (
    <Panel title="Progress" aside={<Tag tone={tone}>{label}</Tag>}>
      <div className={classes.body}>
        <div>
          <Group justify="space-between" gap="sm" mb={6} wrap="nowrap">
            <Text size="sm" className={classes.message}>
              {standing(state)}
            </Text>
            <Text size="sm" c="dimmed" className={classes.figures}>
              {job?.startedAt == null || phase === 'submitting' || phase === 'refused' ? null : (
                <>
                  <VisuallyHidden>Elapsed time</VisuallyHidden>
                  <ElapsedTimer startedAt={job.startedAt} endedAt={endedAt} />
                  {' · '}
                </>
              )}
              {value}%
            </Text>
          </Group>
          <Progress value={value} size={10} aria-label="Search progress" transitionDuration={300} />
        </div>
        <Found delivered={delivered} credits={creditsCharged} cities={citiesFound} />
        <StatusLog log={log} />
      </div>
    </Panel>
  );
}

/** In words, in one line. */
function standing(state: JobState): string {
  if (state.stopping) return 'Stopping...';
  if (!state.reached && isRunning(state)) return 'Connection lost. The search goes on.';
  return state.message || 'Start a search to see its progress here.';
}

interface FoundProps {
  delivered: number;
  /** Null where they are not known. */
  credits: number | null;
  cities: readonly CityFound[];
}

/** What was found so far, where, and what it has cost. */
function Found({ delivered, credits, cities }: FoundProps) {
  if (delivered === 0 && cities.length === 0) return null;
  const figures = [formatCounted(delivered, 'row')];
  if (credits !== null) figures.push(formatCounted(credits, 'credit'));
  return (
    <div className={classes.found}>
      <Text size="sm" fw={550} className={classes.figures}>
        {figures.join(' · ')}
      </Text>
      {cities.length === 0 ? null : (
        <ul className={classes.cities} aria-label="Rows found by city">
          {cities.map(({ city, results, done }) => (
            <li key={city}>
              {city} {formatNumber(results)}
              {done ? <Done /> : '…'}
            </li>
          ))}
        </ul>
      )}
    </div>
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
