import { Group, Progress } from '@mantine/core';
import { Panel } from '@/shared/ui/Panel';
import { Tag, type TagTone } from '@/shared/ui/Tag';
import { usePhone } from '@/shared/ui/use-phone';
import { progressValue, type JobPhase } from '@/shared/job/job-view';
import { StatusLog } from '@/shared/job/StatusLog';
import { StopButton } from '@/shared/job/StopButton';
import type { EnricherPhase } from './run-enricher';
import { canStop, type EnricherState } from './use-enricher';
import classes from '@/features/search/progress/JobPanel.module.css';

/** How each phase is called, and which of a job's it stands for on the bar. */
const PHASES: Record<EnricherPhase, { label: string; tone: TagTone; as: JobPhase }> = {
  idle: { label: 'Ready', tone: 'neutral', as: 'idle' },
  starting: { label: 'Starting', tone: 'brand', as: 'processing' },
  processing: { label: 'Processing', tone: 'brand', as: 'completed' },
  completed: { label: 'Completed', tone: 'good', as: 'completed' },
  stopped: { label: 'Stopped', tone: 'warning', as: 'cancelled' },
  refused: { label: 'Not started', tone: 'bad', as: 'refused' },
  failed: { label: 'Failed', tone: 'bad', as: 'failed' },
  recovering: { label: 'Recovering', tone: 'brand', as: 'recovering' },
};

/** The status box: phase, bar and log. */
export function EnricherStatus({ state, onStop }: { state: EnricherState; onStop: () => void }) {
  const { phase, step, log, results } = state;
  const phone = usePhone();
  const { label, tone, as } = PHASES[phase];
  const value = progressValue({ phase: as, jobProgress: 0, enrichment: step });
  return (
    <Panel
      title="Status"
      aside={
        <Group gap="sm">
          {canStop(state) ? <StopButton size="xs" onClick={onStop} /> : null}
          <Tag tone={tone}>{label}</Tag>
        </Group>
      }
    >
      <div className={classes.body}>
        <Progress value={value} size={10} aria-label="Enrichment progress" transitionDuration={300} />
        {/* A phone has room for its newest line, and the rows. */}
        <StatusLog log={log} inLine={phone && results !== null} />
      </div>
    </Panel>
  );
}
