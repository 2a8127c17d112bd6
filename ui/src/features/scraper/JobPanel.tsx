import { Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { Panel } from '@/shared/ui/Panel';
import { Tag } from '@/shared/ui/Tag';
import { ElapsedTimer } from './ElapsedTimer';
import { StatusLog } from './StatusLog';
import { isEnriching, type JobState } from './job-state';
import { ENRICHING, PHASES, progressValue } from './job-phase';
import classes from './JobPanel.module.css';

/** How the job stands: its phase, bar, timer and log. */
export function JobPanel({ state }: { state: JobState }) {
  const { phase, job, message, endedAt, enrichment, stopping, log } = state;
  const { label, tone } = isEnriching(state) ? ENRICHING : PHASES[phase];
  const value = progressValue({ phase, jobProgress: state.progress, enrichment });

  return (
    <Panel title="Progress" aside={<Tag tone={tone}>{label}</Tag>}>
      <div className={classes.body}>
        <div>
          <Group justify="space-between" gap="sm" mb={6} wrap="nowrap">
            <Text size="sm" className={classes.message}>
              {stopping ? 'Stopping...' : message || 'Start a search to see its progress here.'}
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
        <StatusLog log={log} />
      </div>
    </Panel>
  );
}
