/** /enrich: a search in one line, whose few results come with all facts. */
import { useAuth } from '@/shared/auth/auth-context';
import { useSearchText } from '@/shared/results/search-text';
import { PageHeader } from '@/shared/ui/PageHeader';
import { ResultsPanel } from '../ResultsPanel';
import { EnricherForm } from './EnricherForm';
import { EnricherStatus } from './EnricherStatus';
import { useEnricher } from './use-enricher';
import classes from './EnricherPage.module.css';

export function EnricherPage() {
  const userId = useAuth().user?.sub ?? '';
  const { state, start, clear } = useEnricher(userId);
  const searched = useSearchText(state.results?.sessionKey);
  const busy = state.phase === 'starting' || state.phase === 'processing';
  return (
    <>
      <PageHeader description="Find up to ten businesses, each with public facts about its surroundings." />
      <div className={classes.layout}>
        <EnricherForm busy={busy} onStart={(query) => void start(query)} />
        <EnricherStatus state={state} />
        <div className={classes.results}>
          <ResultsPanel
            results={state.results}
            running={busy}
            searched={searched}
            onClear={() => void clear()}
          />
        </div>
      </div>
    </>
  );
}
