/** /googlemaps: search, follow the job, view and download the rows. */
import { Anchor, Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState, type ReactNode, type Ref } from 'react';
import { Link, Navigate } from 'react-router';
import type { JobBody } from '@/shared/api/generated';
import { jobPath } from '@/shared/job/job-path';
import { mayBeWatched } from '@/shared/job/may-be-watched';
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
import { draftChanges } from '@/shared/search/form/draft-changes';
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
  const { onSource, ...changes } = draftChanges((to) => {
    setDraft(to);
    // A form that was opened stays open meanwhile.
    keepOpen();
  });
  const areaMap = useAreaMap(draft, changes.onArea, forms, busy);
  const isIdle = session.own === 'idle' && rowsOf === null;
  return (
    <>
      <SearchHeader
        job={rowsOf === null ? null : job}
        busy={busy}
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
        data-area={areaMap.beside !== null || undefined}
      >
        <div ref={form} className={classes.search} hidden={folded}>
          <SearchForm
            key={forms}
            draft={draft}
            {...changes}
            session={session}
            onStart={(wanted) => void start(wanted)}
            onStop={() => void stop()}
            areaMap={areaMap.inForm}
            estimate={<CostEstimate draft={draft} busy={busy} />}
          />
        </div>
        <div className={classes.status} hidden={folded}>
          <SystemStatus draft={draft} onSource={onSource} />
        </div>
        {areaMap.beside === null ? null : (
          <div className={classes.area} hidden={folded}>
            {areaMap.beside}
          </div>
        )}
        <div className={classes.progress} hidden={areaMap.beside !== null && isIdle}>
          <JobPanel session={session} inLine={rowsOf !== null} onStop={folded ? () => void stop() : null} />
        </div>
        <div className={classes.results}>
          <Results search={search} busy={busy} />
        </div>
      </div>
    </>
  );
}

/** The map of the area: where the progress is empty, or in the form where there is one column. */
function useAreaMap(
  { by, area }: SearchDraft,
  onArea: (to: (area: AreaDraft) => AreaDraft) => void,
  forms: number,
  busy: boolean,
): { inForm: ReactNode; beside: ReactNode } {
  const oneColumn = useMediaQuery(ONE_COLUMN, false, { getInitialValueInEffect: false });
  if (by === 'cities' || busy) return { inForm: null, beside: null };
  const map = <AreaMap key={`${forms} ${by}`} kind={by} area={area} onArea={onArea} inForm={oneColumn} />;
  return oneColumn ? { inForm: map, beside: null } : { inForm: null, beside: map };
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

const WHAT_IT_DOES = 'Search local businesses by type and place. Each result costs one credit.';

interface SearchHeaderProps {
  /** The search whose rows are shown; null while there are none. */
  job: JobBody | null;
  busy: boolean;
  sample: boolean;
  /** Opens the form; null while it is open anyway. */
  toggle: ReactNode;
}

/** The page's title, the tab's title by search, and links to pages that nothing else links to. */
function SearchHeader({ job, busy, sample, toggle }: SearchHeaderProps) {
  const searched = job === null ? undefined : searchOf(job);
  return (
    <PageHeader description={searched ?? WHAT_IT_DOES} tab={searched}>
      <Group gap="md">
        {sample ? <SampleTag /> : null}
        <Anchor component={Link} to={paths.enricher()} size="sm">
          Enricher
        </Anchor>
        <Anchor component={Link} to={paths.plans()} size="sm">
          Plans
        </Anchor>
        {job === null || busy ? null : <ScheduleLink job={job} />}
        {toggle}
      </Group>
    </PageHeader>
  );
}

/** To the schedule that this is a run of, or to the form of one. */
function ScheduleLink({ job }: { job: JobBody }) {
  const isRun = job.monitor_id != null;
  if (!isRun && !mayBeWatched(job)) return null;
  return (
    <Button
      component={Link}
      to={isRun ? jobPath(job) : paths.schedule(job.job_id)}
      size="sm"
      variant="default"
    >
      {isRun ? 'Show its schedule' : 'Monitor this search'}
    </Button>
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
