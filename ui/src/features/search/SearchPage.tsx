/** /googlemaps: search, follow the job, view and download the rows. */
import { Anchor, Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type Dispatch, type ReactNode, type Ref, type SetStateAction } from 'react';
import { Link, Navigate } from 'react-router';
import { isBusy, type Session } from '@/shared/job/session';
import { paths } from '@/shared/paths';
import { ResultsPanel } from '@/shared/results/ResultsPanel';
import { searchOf } from '@/shared/results/search-text';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SampleTag } from '@/shared/ui/Tag';
import type { AreaDraft } from '@/shared/search/area/area-draft';
import { AreaMap } from '@/shared/search/area/AreaMap';
import { CostEstimate } from './form/CostEstimate';
import { EMPTY_DRAFT, type SearchDraft } from '@/shared/search/form/search-form';
import { SearchForm } from './form/SearchForm';
import { SystemStatus } from './form/SystemStatus';
import { JobPanel } from './progress/JobPanel';
import { ResumeDialog } from './progress/ResumeDialog';
import { useFoldedForm } from './use-folded-form';
import { useSearch } from './use-search';
import classes from './SearchPage.module.css';

/** As in the style sheet. */
const ONE_COLUMN = '(max-width: 62em)';

/** The session whose rows are on the page. */
function shownRows({ results }: Session): string | null {
  return results !== null && results.session.total > 0 ? results.sessionKey : null;
}

export function SearchPage() {
  const [forms, setForms] = useState(0);
  const search = useSearch();
  const { draft, setDraft, session, isAddressed, start, stop, resume, clear } = search;
  const { job } = session;
  const busy = isBusy(session);
  const rowsOf = shownRows(session);
  const { folded, toggle, keepOpen, form, button } = useFoldedForm(rowsOf, busy, search.openAtFirst);

  const startFresh = () => {
    setDraft(EMPTY_DRAFT);
    setForms(forms + 1);
    clear();
  };
  const { onSource, ...changes } = draftChanges(setDraft, keepOpen);
  // The map is where the progress is empty, or in the form where there is one column.
  const isIdle = session.own === 'idle' && rowsOf === null;
  const oneColumn = useMediaQuery(ONE_COLUMN, false, { getInitialValueInEffect: false });
  const areaMap =
    draft.by === 'cities' || busy ? null : (
      <AreaMap key={`${forms} ${draft.by}`} kind={draft.by} area={draft.area} onArea={changes.onArea} />
    );
  const beside = oneColumn ? null : areaMap;
  return (
    <>
      <SearchHeader
        searched={rowsOf === null || job === null ? '' : searchOf(job)}
        sample={draft.source === 'sample'}
        toggle={
          rowsOf === null ? null : <FormToggle ref={button} folded={folded} busy={busy} onToggle={toggle} />
        }
      />
      {job?.reading == null ? null : <Navigate to={paths.scrape(job.job_id)} replace />}
      <ResumeDialog session={session} isAddressed={isAddressed} onResume={resume} onStartFresh={startFresh} />
      <div
        className={classes.layout}
        data-rows={rowsOf === null ? undefined : folded ? 'folded' : 'open'}
        data-area={beside !== null || undefined}
      >
        <div ref={form} className={classes.search} hidden={folded}>
          <SearchForm
            key={forms}
            draft={draft}
            {...changes}
            session={session}
            onStart={(wanted) => void start(wanted)}
            onStop={() => void stop()}
            areaMap={oneColumn ? areaMap : null}
            estimate={<CostEstimate draft={draft} busy={busy} />}
          />
        </div>
        <div className={classes.status} hidden={folded}>
          <SystemStatus draft={draft} onSource={onSource} />
        </div>
        {beside === null ? null : (
          <div className={classes.area} hidden={folded}>
            {beside}
          </div>
        )}
        <div className={classes.progress} hidden={beside !== null && isIdle}>
          <JobPanel session={session} inLine={rowsOf !== null} onStop={folded ? () => void stop() : null} />
        </div>
        <div className={classes.results}>
          <Results search={search} busy={busy} />
        </div>
      </div>
    </>
  );
}

function Results({ search, busy }: { search: ReturnType<typeof useSearch>; busy: boolean }) {
  const { session, enrich, fetchAgain, reread, clear } = search;
  return (
    <ResultsPanel
      results={session.results}
      job={session.job}
      unfetched={session.unfetched}
      running={busy}
      onEnrich={(sessionKey) => void enrich(sessionKey)}
      onFetchAgain={fetchAgain}
      onReread={reread}
      onClear={clear}
    />
  );
}

/** What the form and the map change; the form that was opened stays open meanwhile. */
function draftChanges(setDraft: Dispatch<SetStateAction<SearchDraft>>, keepOpen: () => void) {
  const change = (to: (before: SearchDraft) => SearchDraft) => {
    setDraft(to);
    keepOpen();
  };
  return {
    onDraft: (typed: SearchDraft) => {
      change(({ source, by, area }) => ({ ...typed, source, by, area }));
    },
    onBy: (by: SearchDraft['by']) => {
      change((before) => ({ ...before, by }));
    },
    onSource: (source: SearchDraft['source']) => {
      change((before) => ({ ...before, source }));
    },
    onArea: (to: (area: AreaDraft) => AreaDraft) => {
      change((before) => ({ ...before, area: to(before.area) }));
    },
  };
}

const WHAT_IT_DOES = 'Search local businesses by type and place. Each result costs one credit.';

interface SearchHeaderProps {
  /** The search; empty while there are no rows. */
  searched: string;
  sample: boolean;
  /** Opens the form; null while it is open anyway. */
  toggle: ReactNode;
}

/** The page's title, the tab's title by search, and links to pages that nothing else links to. */
function SearchHeader({ searched, sample, toggle }: SearchHeaderProps) {
  const isNamed = searched !== '';
  return (
    <PageHeader description={isNamed ? searched : WHAT_IT_DOES} {...(isNamed ? { tab: searched } : {})}>
      <Group gap="md">
        {sample ? <SampleTag /> : null}
        <Anchor component={Link} to={paths.enricher()} size="sm">
          Enricher
        </Anchor>
        <Anchor component={Link} to={paths.plans()} size="sm">
          Plans
        </Anchor>
        {toggle}
      </Group>
    </PageHeader>
  );
}

interface FormToggleProps {
  ref: Ref<HTMLButtonElement>;
  folded: boolean;
  busy: boolean;
  onToggle: () => void;
}

/** Opens and collapses the form above the rows. */
function FormToggle({ ref, folded, busy, onToggle }: FormToggleProps) {
  return (
    <Button
      ref={ref}
      size="sm"
      variant="default"
      aria-expanded={!folded}
      rightSection={<Icon of={IconChevronDown} size={16} />}
      className={classes.toggle ?? ''}
      onClick={onToggle}
    >
      {busy ? 'Edit search' : 'New search'}
    </Button>
  );
}
