/** Starts a search: checks the credits, asks for the job, and notes it for a reload. */
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import type { AppDispatch } from '@/shared/api/store';
import { checkCredits } from '@/shared/credits/credit-check';
import { named } from '@/features/search/form/estimate';
import type { Happening } from '@/shared/job/session';
import { beginSession, storeSession, searchOf } from './local-sessions';
import { neededCredits, type Search } from '@/features/search/form/search-form';
import { clearSession, storeActiveJob } from '@/features/search/stored-session';

/** Whether the job was accepted. A refusal leaves alone what is on the page and what is stored. */
export async function startJob(
  dispatch: AppDispatch,
  userId: string,
  search: Search,
  happened: (event: Happening) => void,
): Promise<boolean> {
  const description = `Searching for "${search.term}" in ${named(search.cities)}, ${search.state}`;
  const session = beginSession(userId, search);
  const refused = (text: string) => {
    storeSession({ ...session, status: 'failed' });
    happened({ type: 'refused', text });
    return false;
  };
  happened({ type: 'submitted', description });
  const refusal = await checkCredits(dispatch, userId, neededCredits(search.cities.length));
  if (refusal !== null) return refused(refusal);
  try {
    const { job_id: jobId } = await dispatch(
      api.endpoints.startScrape.initiate({
        startScrape: {
          search_term: search.term,
          state: search.state,
          cities: search.cities,
          user_id: userId,
          ...(search.maxResults === undefined ? {} : { max_results: search.maxResults }),
          ...(search.source === undefined ? {} : { source: search.source }),
        },
      }),
    ).unwrap();
    const job = { jobId, userId, enrich: search.enrich, startedAt: Date.now() };
    clearSession();
    storeActiveJob(job);
    storeSession({ ...session, jobId, status: 'active', updatedAt: Date.now() });
    happened({ type: 'accepted', job, search: searchOf(session), description });
    return true;
  } catch (failure) {
    return refused(errorMessage(failure));
  }
}
