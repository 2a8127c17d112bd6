/** /enrich: a search in one line, whose few results come with all facts. */
import { useAuth } from '@/shared/auth/auth-context';
import { isBusy } from '@/shared/job/session';
import { ResultsPanel } from '@/shared/results/ResultsPanel';
import { searchOf } from '@/shared/results/search-text';
import { PageHeader } from '@/shared/ui/PageHeader';
import { EnricherForm } from './EnricherForm';
import { EnricherStatus } from './EnricherStatus';
import { useEnricher } from './use-enricher';
import classes from './EnricherPage.module.css';

export function EnricherPage() {
  const userId = useAuth().user?.sub ?? '';
  const { session, start, enrich, stop, fetchAgain, clear } = useEnricher(userId);
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
            onClear={clear}
          />
        </div>
      </div>
    </>
  );
}
