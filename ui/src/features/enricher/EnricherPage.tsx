/** /enrich: a one-line search with few results, which come with all facts. */
import { Group, Progress, Text } from '@mantine/core';
import { useAuth } from '@/shared/auth/auth-context';
import { PHASES, progressValue, type JobPhase } from '@/shared/job/job-view';
import { canStop, isBusy, isEnriching, phaseOfSession, type Session } from '@/shared/job/session';
import { leftOutText } from '@/shared/job/left-out';
import { StatusLog } from '@/shared/job/StatusLog';
import { StopButton } from '@/shared/job/StopButton';
import { ResultsPanel } from '@/shared/results/ResultsPanel';
import { searchOf } from '@/shared/results/search-text';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { Tag } from '@/shared/ui/Tag';
import { usePhone } from '@/shared/ui/use-phone';
import { EnricherForm } from './EnricherForm';
import { useEnricher } from './use-enricher';
import classes from './EnricherPage.module.css';

export function EnricherPage() {
  const userId = useAuth().user?.sub ?? '';
  const { session, start, enrich, stop, fetchAgain, reread, clear } = useEnricher(userId);
  const { job, results } = session;
  const busy = isBusy(session);
  return (
    <>
      <PageHeader description="Find up to ten businesses, each with public facts about its surroundings." />
      <div className={classes.layout}>
        <EnricherForm busy={busy} onStart={(query) => void start(query)} />
        <EnricherStatus session={session} onStop={() => void stop()} />
        <div className={classes.results}>
          <ResultsPanel
            results={results}
            job={job}
            running={busy}
            searched={job === null || results === null ? undefined : searchOf(job)}
            unfetched={session.unfetched}
            onFetchAgain={fetchAgain}
            onEnrich={(sessionKey) => void enrich(sessionKey)}
            onReread={reread}
            onClear={clear}
          />
        </div>
      </div>
    </>
  );
}

/** An enrichment has its own phases: starting, processing, completed. */
const LABELS: Partial<Record<JobPhase, string>> = {
  submitting: 'Starting',
  queued: 'Starting',
  enriching: 'Processing',
  cancelled: 'Stopped',
};

/** The state of the enrichment of the rows found. */
function enricherPhase(session: Session): JobPhase {
  const phase = phaseOfSession(session);
  const { ended, step, results } = session;
  if (phase !== 'completed' || step === 'done' || results?.session.total === 0) return phase;
  if (ended === null) return 'idle';
  return ended === 'stopped' ? 'cancelled' : 'failed';
}

/** The status box: phase, bar and log. A search cannot be stopped: its rows come in one answer. */
function EnricherStatus({ session, onStop }: { session: Session; onStop: () => void }) {
  const { log, results, step, job } = session;
  const phone = usePhone();
  const phase = enricherPhase(session);
  const { label, tone } = PHASES[phase];
  const value = progressValue({ phase, progress: 0, enrich: true, step });
  return (
    <Panel
      title="Status"
      aside={
        <Group gap="sm">
          {isEnriching(session) && canStop(session) ? <StopButton size="xs" onClick={onStop} /> : null}
          <Tag tone={tone}>{LABELS[phase] ?? label}</Tag>
        </Group>
      }
    >
      <div className={classes.body}>
        <Progress value={value} size={10} aria-label="Enrichment progress" transitionDuration={300} />
        <LeftOut job={job} />
        {/* A phone has room for the newest line and the rows. */}
        <StatusLog log={log} inLine={phone && results !== null} />
      </div>
    </Panel>
  );
}

function LeftOut({ job }: Pick<Session, 'job'>) {
  const text = leftOutText(job);
  return text === null ? null : <Text size="sm">{text}</Text>;
}
