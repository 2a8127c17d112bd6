/** /googlemaps: search, follow the job, see and take away the rows. */
import { Anchor, Group } from '@mantine/core';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useUser } from '@/shared/auth/auth-context';
import { paths } from '@/shared/paths';
import { useSearchText } from '@/shared/results/search-text';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SampleTag } from '@/shared/ui/SampleTag';
import { CostEstimate } from './CostEstimate';
import { JobPanel } from './JobPanel';
import { ResumeOffer } from './ResumeOffer';
import { ResultsPanel } from './ResultsPanel';
import { SearchForm } from './SearchForm';
import { SystemStatus } from './SystemStatus';
import { canStop, isBusy } from './job-state';
import { EMPTY_DRAFT, type Search, type SearchDraft } from './search-form';
import { useAddressedSession } from './use-addressed-session';
import { useScrapeJob } from './use-scrape-job';
import classes from './ScraperPage.module.css';

export function ScraperPage() {
  const { sub: userId } = useUser();
  const [draft, setDraft] = useState<SearchDraft>(EMPTY_DRAFT);
  const { state, start, stop, open, resume, fetchResults, clear } = useScrapeJob(userId);
  const [params, setParams] = useSearchParams();
  const wanted = params.get('sessionKey');
  const busy = isBusy(state);
  const shown = state.job?.jobId ?? state.results?.sessionKey;
  const searched = useSearchText(state.results?.sessionKey);

  useAddressedSession(wanted, shown, busy, open);

  const startSearch = async (search: Search) => {
    if (await start(search)) setParams({}, { replace: true });
  };

  return (
    <>
      <Header searched={searched} sample={draft.source === 'sample'} />
      <ResumeOffer userId={userId} busy={busy || wanted !== null} onResume={resume} onStartFresh={clear} />
      <div className={classes.layout}>
        <div className={classes.search}>
          <SearchForm
            source={draft.source}
            onDraft={(typed) => {
              setDraft(({ source }) => ({ ...typed, source }));
            }}
            busy={busy}
            canStop={canStop(state)}
            stopping={state.stopping}
            onStart={(search) => void startSearch(search)}
            onStop={() => void stop()}
            estimate={<CostEstimate draft={draft} busy={busy} />}
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
            running={busy}
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

/** The page's title, the tab's by what was searched, and the pages that nothing else leads to. */
function Header({ searched, sample }: { searched: string | undefined; sample: boolean }) {
  return (
    <PageHeader
      description="Search local businesses by type and place. Each result costs one credit."
      tab={searched}
    >
      <Group gap="md">
        {sample ? <SampleTag /> : null}
        <Anchor component={Link} to={paths.enricher()} size="sm">
          Enricher
        </Anchor>
        <Anchor component={Link} to={paths.plans()} size="sm">
          Plans
        </Anchor>
      </Group>
    </PageHeader>
  );
}
