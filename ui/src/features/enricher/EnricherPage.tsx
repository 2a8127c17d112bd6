/** /enrich: a search in one line, whose few results come with all facts. */
import { useAuth } from '@/shared/auth/auth-context';
import { useSearchText } from '@/shared/results/search-text';
import { PageHeader } from '@/shared/ui/PageHeader';
import { ResultsPanel } from '@/shared/results/ResultsPanel';
import { EnricherForm } from './EnricherForm';
import { EnricherStatus } from './EnricherStatus';
import type { EnricherPhase } from './run-enricher';
import { useEnricher } from './use-enricher';
import { useRunAddress } from './use-run-address';
import classes from './EnricherPage.module.css';

const BUSY: readonly EnricherPhase[] = ['starting', 'processing', 'recovering'];

export function EnricherPage() {
  const userId = useAuth().user?.sub ?? '';
  const { state, start, enrich, open, stop, clear } = useEnricher(userId);
  const shown = state.results?.sessionKey;
  const searched = useSearchText(shown);
  const busy = BUSY.includes(state.phase);
  const leaveAddress = useRunAddress({ sessionKey: shown, busy, open });
  return (
    <>
      <PageHeader description="Find up to ten businesses, each with public facts about its surroundings." />
      <div className={classes.layout}>
        <EnricherForm busy={busy} onStart={(query) => void start(query)} />
        <EnricherStatus state={state} onStop={() => void stop()} />
        <div className={classes.results}>
          <ResultsPanel
            results={state.results}
            running={busy}
            searched={searched}
            unfetched={state.unfetched}
            onFetchAgain={(sessionKey) => void open(sessionKey)}
            onEnrich={() => void enrich()}
            onClear={() => {
              leaveAddress();
              void clear();
            }}
          />
        </div>
      </div>
    </>
  );
}
