/** What Home shows, from the server; also what other tabs change. */
import { useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import type { JobBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { useUser } from '@/shared/auth/auth-context';
import { listed, useListSavedCompaniesQuery } from '@/shared/companies/companies-api';
import { useCredits } from '@/shared/credits/use-credits';
import { today } from '@/shared/lib/day';

/** Rows of a panel. */
export const ROWS = 5;
/** More than a user may have open. */
const JOBS = 20;
/** How often it is looked for what other tabs and machines did. */
const QUIET_MS = 15_000;
const BUSY_MS = 2_000;

export type Home = ReturnType<typeof useHome>;

function isGoingOn({ ended, enrichment }: JobBody): boolean {
  return !ended || enrichment.status === 'processing';
}

export function useHome() {
  const { sub: userId } = useUser();
  const dispatch = useAppDispatch();
  const { data: credits } = useCredits();
  const [isBusy, setIsBusy] = useState(false);
  const fresh = {
    pollingInterval: isBusy ? BUSY_MS : QUIET_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
    refetchOnMountOrArgChange: true,
  };
  const jobs = api.useListJobsQuery({ limit: JOBS, runs: false }, fresh);
  const all = jobs.currentData?.jobs;
  const running = all?.filter(isGoingOn) ?? [];
  if (isBusy !== running.length > 0) setIsBusy(running.length > 0);
  const charged = all?.reduce((sum, job) => sum + job.credits_charged, 0);
  const known = useRef(charged);
  // Rows were paid meanwhile.
  useEffect(() => {
    if (known.current !== undefined && known.current !== charged) {
      dispatch(api.util.invalidateTags(['Credits']));
    }
    known.current = charged;
  }, [dispatch, charged]);

  const canSave = credits?.can_save_companies !== false;
  const day = today();
  const companies = useListSavedCompaniesQuery(
    { userId, today: day, due: true, sort: 'follow_up_date', order: 'asc', page: 1, limit: ROWS },
    { skip: !canSave, ...fresh },
  );
  const due = listed(companies.currentData);
  // Only if nothing is due: what comes next.
  const next = useListSavedCompaniesQuery(
    { userId, today: day, sort: 'follow_up_date', order: 'asc', page: 1, limit: 1 },
    { skip: !canSave || due === undefined || due.due_total > 0 || due.saved_total === 0 },
  );
  const first = listed(next.currentData)?.companies[0];
  const isKnown =
    (all !== undefined || jobs.error !== undefined) &&
    (due !== undefined || !canSave || companies.error !== undefined);
  const hasNothing = all?.length === 0 && (due?.saved_total ?? 0) === 0 && companies.error === undefined;
  return {
    standing: !isKnown ? ('unknown' as const) : hasNothing ? ('newcomer' as const) : ('at home' as const),
    credits,
    jobs,
    /** Those that go on first. */
    searches: [...running, ...(all?.filter((job) => !isGoingOn(job)) ?? [])].slice(0, ROWS),
    running: running.length,
    companies,
    due,
    /** The next follow-up; null if there is none. */
    next: first?.follow_up_date == null ? null : { name: first.company_name, day: first.follow_up_date },
    day,
  };
}
