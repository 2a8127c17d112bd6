/** /googlemaps: search, follow the job, see and take away the rows. */
import { useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { isBusy, type Session } from '@/shared/job/session';
import { ResultsPanel } from '@/shared/results/ResultsPanel';
import { searchOf } from '@/shared/results/search-text';
import { CostEstimate } from './form/CostEstimate';
import { forgetDraft, useKeptDraft } from './form/kept-draft';
import { EMPTY_DRAFT } from './form/search-form';
import { SearchForm } from './form/SearchForm';
import { SystemStatus } from './form/SystemStatus';
import { JobPanel } from './progress/JobPanel';
import { ResumeDialog } from './progress/ResumeDialog';
import { FormToggle, SearchHeader } from './SearchHeader';
import { useFoldedForm } from './use-folded-form';
import { useSearch } from './use-search';
import classes from './SearchPage.module.css';

/** The session whose rows are on the page. */
function shownRows({ results }: Session): string | null {
  return results !== null && results.session.total > 0 ? results.sessionKey : null;
}

export function SearchPage() {
  const { sub: userId } = useUser();
  const [draft, setDraft] = useKeptDraft(userId);
  const [forms, setForms] = useState(0);
  const { session, isAddressed, start, stop, enrich, resume, fetchAgain, clear } = useSearch(userId);
  const { job } = session;
  const busy = isBusy(session);
  const rowsOf = shownRows(session);
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
        searched={rowsOf === null || job === null ? '' : searchOf(job)}
        sample={draft.source === 'sample'}
        toggle={
          rowsOf === null ? null : <FormToggle ref={button} folded={folded} busy={busy} onToggle={toggle} />
        }
      />
      <ResumeDialog session={session} isAddressed={isAddressed} onResume={resume} onStartFresh={startFresh} />
      <div className={classes.layout} data-rows={rowsOf === null ? undefined : folded ? 'folded' : 'open'}>
        <div ref={form} className={classes.search} hidden={folded}>
          <SearchForm
            key={forms}
            draft={draft}
            onDraft={(typed) => {
              setDraft(({ source }) => ({ ...typed, source }));
              keepOpen();
            }}
            session={session}
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
          <JobPanel session={session} inLine={rowsOf !== null} onStop={folded ? () => void stop() : null} />
        </div>
        <div className={classes.results}>
          <ResultsPanel
            results={session.results}
            job={job}
            unfetched={session.unfetched}
            running={busy}
            onEnrich={(sessionKey) => void enrich(sessionKey)}
            onFetchAgain={fetchAgain}
            onClear={clear}
          />
        </div>
      </div>
    </>
  );
}
