/** Open searches and the last ones. */
import { Anchor, Button } from '@mantine/core';
import { Link } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import type { JobBody } from '@/shared/api/generated';
import { ElapsedTimer } from '@/shared/job/ElapsedTimer';
import { PHASES, phaseOf } from '@/shared/job/job-view';
import { jobPath } from '@/shared/job/job-path';
import { formatCounted, formatPercent } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { searchOf } from '@/shared/results/search-text';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { Panel } from '@/shared/ui/Panel';
import type { Home } from './use-home';
import classes from './HomePage.module.css';

export function SearchesPanel({ home }: { home: Home }) {
  const { jobs, searches } = home;
  if (jobs.error !== undefined && jobs.currentData === undefined) {
    return (
      <Panel title="Searches">
        <LoadFailure
          title="Searches could not be loaded. They are safe."
          text={errorMessage(jobs.error)}
          query={jobs}
        />
      </Panel>
    );
  }
  if (searches.length === 0) return null;
  return (
    <Panel
      title="Searches"
      aside={
        <Button component={Link} to={paths.search()} size="compact-sm" variant="default">
          New search
        </Button>
      }
    >
      <ul className={classes.rows}>
        {searches.map((job) => (
          <li key={job.job_id} className={classes.row}>
            <Anchor component={Link} to={jobPath(job)} underline="hover" className={classes.name}>
              {searchOf(job)}
            </Anchor>
            <span className={classes.figure}>
              {standingOf(job)}{' '}
              {job.ended ? null : <ElapsedTimer startedAt={Date.parse(job.created_at)} endedAt={null} />}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** '40%' while it runs, then what it found; how it ended where it did not complete. */
function standingOf(job: JobBody): string {
  const phase = phaseOf(job);
  if (!job.ended) return phase === 'queued' ? PHASES.queued.label : formatPercent(job.progress, 0);
  if (job.enrichment.status === 'processing') return `enriching ${formatPercent(job.enrichment.progress, 0)}`;
  const rows = formatCounted(job.results_count, countedAs(job));
  return phase === 'completed' ? rows : `${PHASES[phase].label} · ${rows}`;
}

function countedAs({ reading }: JobBody): string {
  if (reading == null) return 'row';
  return reading.of === 'address' ? 'page' : 'website';
}
