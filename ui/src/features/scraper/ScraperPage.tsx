/** /googlemaps: search, follow the job, see and take away the rows. */
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useUser } from '@/shared/auth/auth-context';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SampleTag } from '@/shared/ui/SampleTag';
import { CostEstimate } from './CostEstimate';
import { JobPanel } from './JobPanel';
import { ResultsPanel } from './ResultsPanel';
import { SearchForm } from './SearchForm';
import { SystemStatus } from './SystemStatus';
import { isBusy, isEnriching, isRunning } from './job-state';
import { EMPTY_DRAFT, type SearchDraft } from './search-form';
import { useScrapeJob } from './use-scrape-job';
import classes from './ScraperPage.module.css';

export function ScraperPage() {
  const { sub: userId } = useUser();
  const [draft, setDraft] = useState<SearchDraft>(EMPTY_DRAFT);
  const { state, start, stop, open, fetchResults, clear } = useScrapeJob(userId);
  const [params, setParams] = useSearchParams();
  const wanted = params.get('sessionKey');
  const running = isRunning(state);
  const shown = running ? state.job?.jobId : (state.results?.sessionKey ?? state.job?.jobId);

  // A session named in the address is opened, unless a job is under way, which nothing pushes aside.
  useEffect(() => {
    if (wanted !== null && wanted !== shown && !running) open(wanted);
  }, [wanted, shown, running, open]);

  return (
    <>
      <PageHeader description="Search local businesses by type and place. Each result costs one credit.">
        {draft.source === 'sample' ? <SampleTag /> : null}
      </PageHeader>
      <div className={classes.layout}>
        <div className={classes.search}>
          <SearchForm
            source={draft.source}
            onDraft={(typed) => {
              setDraft(({ source }) => ({ ...typed, source }));
            }}
            busy={isBusy(state)}
            canStop={running || isEnriching(state)}
            stopping={state.stopping}
            onStart={(search) => {
              setParams({}, { replace: true });
              void start(search);
            }}
            onStop={() => void stop()}
            estimate={<CostEstimate draft={draft} running={running} />}
          />
        </div>
        <div className={classes.progress}>
          <JobPanel state={state} />
        </div>
        <div className={classes.status}>
          <SystemStatus
            draft={draft}
            onSource={(source) => {
              setDraft((before) => ({ ...before, source }));
            }}
          />
        </div>
        <div className={classes.results}>
          <ResultsPanel
            results={state.results}
            unfetched={state.unfetched}
            running={running}
            onFetchAgain={(sessionKey) => void fetchResults(sessionKey)}
            onClear={() => {
              setParams({}, { replace: true });
              clear();
            }}
          />
        </div>
      </div>
    </>
  );
}
