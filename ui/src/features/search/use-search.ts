/** The search page's session: started, resumed, opened by its address, or recovered after a reload. */
import { useState, type Dispatch, type SetStateAction } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { useUser } from '@/shared/auth/auth-context';
import { checkCredits } from '@/shared/credits/credit-check';
import { searchingFor } from '@/shared/job/session';
import { useSession, type WatchedSession } from '@/shared/job/use-session';
import { useIsMounted } from '@/shared/lib/use-is-mounted';
import { useOpenedByAddress, useSessionAddress } from '@/shared/results/session-address';
import { searchedPlace, type Search, type SearchDraft } from '@/shared/search/form/search-form';
import { useGivenDraft } from './given-draft';
import { neededCredits } from './needed-credits';
import { forgetDraft, useKeptDraft } from './stored-draft';
import { openSession, storeOpenSession, useStoredSession } from './stored-session';

interface SearchPage extends Omit<WatchedSession, 'happened' | 'open'> {
  /** The page was opened for a session or a search. */
  isAddressed: boolean;
  /** The session that was open when the page was opened with another search to start. */
  openAtFirst: string | null;
  draft: SearchDraft;
  setDraft: Dispatch<SetStateAction<SearchDraft>>;
  /** A refusal leaves the page as it is. */
  start: (search: Search) => Promise<void>;
  resume: (sessionKey: string) => void;
}

/** Why a search cannot start, in words; the server knows how many counties an area touches. */
async function refusalOf(dispatch: AppDispatch, userId: string, search: Search): Promise<string | null> {
  const { term, area, cities } = search;
  if (area === undefined) return checkCredits(dispatch, userId, neededCredits(cities.length));
  const estimateSearch = { search_term: term, area };
  try {
    const asked = api.endpoints.estimateScrape.initiate({ estimateSearch }, { track: false });
    const { area: touched } = await dispatch(asked).unwrap();
    return await checkCredits(dispatch, userId, neededCredits(touched?.counties.length ?? 0));
  } catch (failure) {
    return errorMessage(failure);
  }
}

export function useSearch(): SearchPage {
  const { sub: userId } = useUser();
  const [given] = useState(useGivenDraft());
  const [draft, setDraft] = useKeptDraft(userId, given);
  const dispatch = useAppDispatch();
  const { wanted, name } = useSessionAddress();
  const [first] = useState(() => wanted ?? openSession(userId));
  const watched = useSession(first);
  const { session, happened, open, clear } = watched;
  useStoredSession(userId, session);
  const isMounted = useIsMounted();

  useOpenedByAddress(wanted, session.sessionKey, open);

  const start = async (search: Search) => {
    const { term, enrich, maxResults, source } = search;
    const description = searchingFor(term, search.place);
    happened({ type: 'submitted', description });
    const refusal = await refusalOf(dispatch, userId, search);
    if (refusal !== null) {
      happened({ type: 'refused', text: refusal });
      return;
    }
    const startScrape = {
      search_term: term,
      ...searchedPlace(search),
      user_id: userId,
      ...(enrich ? { enrich } : {}),
      ...(maxResults === undefined ? {} : { max_results: maxResults }),
      ...(source === undefined ? {} : { source }),
    };
    try {
      const { job_id: sessionKey } = await dispatch(
        api.endpoints.startScrape.initiate({ startScrape }),
      ).unwrap();
      happened({ type: 'accepted', sessionKey, description });
      storeOpenSession(userId, sessionKey);
      forgetDraft(userId, draft);
      // A page already left must not change the address.
      if (isMounted.current) name(null);
    } catch (failure) {
      happened({ type: 'refused', text: errorMessage(failure) });
    }
  };

  return {
    ...watched,
    draft,
    setDraft,
    isAddressed: wanted !== null || given !== null,
    openAtFirst: given === null ? null : first,
    start,
    resume: (sessionKey) => {
      name(null);
      open(sessionKey);
    },
    clear: () => {
      name(null);
      clear();
    },
  };
}
