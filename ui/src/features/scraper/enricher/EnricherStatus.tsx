import { Progress } from '@mantine/core';
import { Panel } from '@/shared/ui/Panel';
import { Tag, type TagTone } from '@/shared/ui/Tag';
import { progressValue, type JobPhase } from '../job-phase';
import { StatusLog } from '../StatusLog';
import type { EnricherPhase } from './run-enricher';
import type { EnricherState } from './use-enricher';
import classes from '../JobPanel.module.css';

/** How each phase is called, and which of a job's it stands for on the bar. */
const PHASES: Record<EnricherPhase, { label: string; tone: TagTone; as: JobPhase }> = {
  idle: { label: 'Ready', tone: 'neutral', as: 'idle' },
  starting: { label: 'Starting', tone: 'brand', as: 'processing' },
  processing: { label: 'Processing', tone: 'brand', as: 'completed' },
  completed: { label: 'Completed', tone: 'good', as: 'completed' },
  refused: { label: 'Not started', tone: 'bad', as: 'refused' },
  failed: { label: 'Failed', tone: 'bad', as: 'failed' },
  recovering: { label: 'Recovering', tone: 'brand', as: 'recovering' },
};

/** The status box: phase, bar and log. */
export function EnricherStatus({ state: { phase, step, log } }: { state: EnricherState }) {
  const { label, tone, as } = PHASES[phase];
  const value = progressValue({ phase: as, jobProgress: 0, enrichment: step });
  return (
    <Panel title="Status" aside={<Tag tone={tone}>{label}</Tag>}>
      <div className={classes.body}>
        <Progress value={value} size={10} aria-label="Enrichment progress" transitionDuration={300} />
        <StatusLog log={log} />
      </div>
    </Panel>
  );
}
