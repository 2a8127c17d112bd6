/** The form of a new schedule: what it holds, and what becomes of it. */
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { errorDetail, type ApiError } from '@/shared/api/api-error';
import type { CreateMonitor, FirstRun, MonitorBody } from '@/shared/api/generated';
import { focusFirstError } from '@/shared/forms/focus-first-error';
import { draftChanges } from '@/shared/search/form/draft-changes';
import { EMPTY_DRAFT, searchedPlace, toSearch, type SearchDraft } from '@/shared/search/form/search-form';
import { estimateOf } from '@/shared/search/form/use-estimate';
import { focusFirstProblem, useSearchForm } from '@/shared/search/form/use-search-form';
import { estimateOfJob, useEarlierSearches } from './earlier';
import { useCreateMonitorMutation } from './monitors-api';
import { emptyTerms, termsProblem, toTerms, type TermsDraft } from './schedule-draft';
import { EARLIER_ID, type What } from './SearchChoice';

/** Where a message stands: at the search, at the box of enrichment, or under the button. */
interface Refusal {
  at: 'search' | 'enrich' | 'form';
  text: string;
}

export function useTermsForm(initial: TermsDraft) {
  return useForm<TermsDraft>({
    initialValues: initial,
    clearInputErrorOnChange: true,
    // One message at a time, in the order of the fields.
    validate: (draft) => {
      const problem = termsProblem(draft);
      return problem === null ? {} : { [problem.field]: problem.text };
    },
  });
}

export function useNewSchedule(preselected: string | null, onSaved: (monitor: MonitorBody) => void) {
  const form = useTermsForm(emptyTerms());
  const [what, setWhat] = useState<What>(preselected === null ? 'new' : 'earlier');
  const [session, setSession] = useState(preselected ?? '');
  const [first, setFirst] = useState<FirstRun>('known');
  const [draft, setDraft] = useState<SearchDraft>(EMPTY_DRAFT);
  const search = useSearchForm(draft, draftChanges(setDraft));
  const earlier = useEarlierSearches(preselected, what === 'earlier');
  const job = earlier.jobs?.find(({ job_id: id }) => id === session);
  const [add, { isLoading: saving }] = useCreateMonitorMutation();
  const [refused, setRefused] = useState<Refusal | null>(null);
  const { enrich } = form.values;

  const searched = (): Pick<CreateMonitor, 'session_key' | 'search_term'> | null => {
    if (what === 'earlier') {
      if (job !== undefined) return { session_key: job.job_id };
      setRefused({ at: 'search', text: 'Choose an earlier search.' });
      document.getElementById(EARLIER_ID)?.focus();
      return null;
    }
    const { errors, hasErrors } = search.form.validate();
    if (hasErrors) {
      focusFirstProblem(search.form)(errors);
      return null;
    }
    const wanted = toSearch(draft);
    return { search_term: wanted.term, ...searchedPlace(wanted) };
  };
  const send = async (createMonitor: CreateMonitor) => {
    const { data, error } = await add({ createMonitor });
    if (data === undefined) setRefused(refusalOf(error));
    else onSaved(data);
  };
  const submit = form.onSubmit((values) => {
    if (saving) return;
    setRefused(null);
    const terms = toTerms(values);
    const what = searched();
    if (terms !== null && what !== null) void send({ ...what, ...terms, first });
  }, focusFirstError(form));

  const estimated = what === 'new' ? estimateOf(draft) : job === undefined ? null : estimateOfJob(job);
  const messageAt = (at: Refusal['at']) => (refused?.at === at ? refused.text : null);
  return {
    form,
    submit,
    saving,
    messageAt,
    first: { first, onFirst: setFirst, search: estimated === null ? null : { ...estimated, enrich } },
    choice: {
      what,
      onWhat: (next: What) => {
        setRefused(null);
        setWhat(next);
      },
      form: search.form,
      place: search.place,
      earlier,
      session,
      onSession: setSession,
    },
  };
}

/** A full list and what is invalid are told under the button. */
const OF_THE_LIST = /^\d+ of \d+ schedules/;

function refusalOf(failure: unknown): Refusal {
  const { status } = failure as Partial<ApiError>;
  const text = errorDetail(failure);
  if (status === 403) return { at: 'enrich', text };
  return { at: status === 409 && !OF_THE_LIST.test(text) ? 'search' : 'form', text };
}
