/** With what the map opens: as this user left it, else with the kind and state of the last search, else dentists. */
import { useState } from 'react';
import { api } from '@/shared/api/api';
import type { AtlasKinds } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { stateCode } from '@/shared/lib/us-states';
import { FIRST_OPENING, rememberedOpening, type Opening } from './atlas-address';

/** Among the last ones may be readings of websites. */
const JOBS = 10;

/** Null until known. */
export function useOpening(kinds: AtlasKinds | undefined): Opening | null {
  const { sub: userId } = useUser();
  const [remembered] = useState(() => rememberedOpening(userId));
  const { currentData, isFetching } = api.useListJobsQuery({ limit: JOBS }, { skip: remembered !== null });
  if (remembered !== null) return remembered;
  if (kinds === undefined || isFetching) return null;
  const last = currentData?.jobs.find(({ reading }) => reading == null);
  const kind = kinds.kinds.find((each) => each.kind === last?.search_term.toLowerCase())?.kind;
  return last === undefined || kind === undefined
    ? FIRST_OPENING
    : { ...FIRST_OPENING, kind, state: stateCode(last.state) };
}
