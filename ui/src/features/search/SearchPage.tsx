/** /googlemaps: search, follow the job, see and take away the rows. */
import { useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { searchText, useSearchText } from '@/shared/results/search-text';
import { CostEstimate } from './form/CostEstimate';
import { HeldSession } from '@/features/scraper/HeldSession';
import { JobPanel } from './progress/JobPanel';
import { ResumeOffer } from '@/features/scraper/ResumeOffer';
import { ResultsPanel } from '@/shared/results/ResultsPanel';
import { FormToggle, SearchHeader } from './SearchHeader';
import { SearchForm } from './form/SearchForm';
import { SystemStatus } from './form/SystemStatus';
import { canStop, type JobState } from '@/shared/job/session';
import { forgetDraft, useKeptDraft } from './form/kept-draft';
import { EMPTY_DRAFT } from './form/search-form';
import { useFoldedForm } from './use-folded-form';
import { useSearchPage } from './use-search';
import classes from './SearchPage.module.css';

/** The session whose rows are on the page. */
function shownRows({ results }: JobState): string | null {
  return results !== null && results.session.total > 0 ? results.sessionKey : null;
}

export function ScraperPage() {
  const { sub: userId } = useUser();
  const [draft, setDraft] = useKeptDraft(userId);
  const [forms, setForms] = useState(0);
  const page = useSearchPage(userId);
  const { state, busy, isAddressed, openHeld, start, stop, enrich, resume, fetchResults, clear } = page;
  const searched = useSearchText(state.results?.sessionKey) ?? searchText(state.search);
  const rowsOf = shownRows(state);
  const { folded, toggle, keepOpen, form, button } = useFoldedForm(rowsOf, busy);

  const startFresh = () => {
    setDraft(EMPTY_DRAFT);
    setForms(forms + 1);
    clear();
  };
  const chooseSource = (source: string) => {
    setDraft((before) => ({ ...before, source }));
  };
  return (
    <>
      <SearchHeader
        searched={rowsOf === null ? '' : searched}
        sample={draft.source === 'sample'}
        toggle={
          rowsOf === null ? null : <FormToggle ref={button} folded={folded} busy={busy} onToggle={toggle} />
        }
      />
      <ResumeOffer userId={userId} busy={busy || isAddressed} onResume={resume} onStartFresh={startFresh} />
      <HeldSession busy={busy} onOpen={openHeld} />
      <div className={classes.layout} data-rows={rowsOf === null ? undefined : folded ? 'folded' : 'open'}>
        <div ref={form} className={classes.search} hidden={folded}>
          <SearchForm
            key={forms}
            draft={draft}
            onDraft={(typed) => {
              setDraft(({ source }) => ({ ...typed, source }));
              keepOpen();
            }}
            busy={busy}
            canStop={canStop(state)}
            stopping={state.stopping}
            onStart={(search) => {
              void start(search).then((accepted) => {
                if (accepted) forgetDraft(userId, draft);
              });
            }}
            onStop={() => void stop()}
            estimate={<CostEstimate draft={draft} busy={busy} />}
          />
        </div>
        <div className={classes.status} hidden={folded}>
          <SystemStatus draft={draft} onSource={chooseSource} />
        </div>
        <div className={classes.progress}>
          <JobPanel state={state} inLine={rowsOf !== null} onStop={folded ? () => void stop() : null} />
        </div>
        <div className={classes.results}>
          <ResultsPanel
            results={state.results}
            unfetched={state.unfetched}
            running={busy}
            onEnrich={enrich}
            onFetchAgain={(sessionKey) => void fetchResults(sessionKey)}
            onClear={clear}
          />
        </div>
      </div>
    </>
  );
}
