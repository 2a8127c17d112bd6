/** The queries of the board's columns, and a move that is shown at once and undone if it fails. */
import { useState } from 'react';
import { errorDetail } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import { useUser } from '@/shared/auth/auth-context';
import {
  listed,
  showMoved,
  useListSavedCompaniesQuery,
  useSetCompanyStatusesMutation,
  type SavedCompany,
} from '@/shared/companies/companies-api';
import { today } from '@/shared/lib/day';
import { useIsMounted } from '@/shared/lib/use-is-mounted';
import { statusLook, type ContactStatus } from '@/shared/status/contact-status';
import { useUndoToast } from '@/shared/ui/Toast';
import { filterArguments, type Filters } from '../companies-address';
import { FRESH } from '../use-companies';

/** Cards shown at first, added per step, and at most. */
const CARDS = 50;
export const MOST_CARDS = 500;

interface Narrowing {
  search: string;
  filters: Filters;
}

export interface Board {
  /** A column's query; null if the filters exclude it. */
  askFor: (status: ContactStatus) => ReturnType<typeof columnArguments> | null;
  showMore: (status: ContactStatus) => void;
  move: (company: SavedCompany, from: ContactStatus, to: ContactStatus) => Promise<void>;
  failure: string | null;
  dismiss: () => void;
}

function columnArguments(
  userId: string,
  { search, filters }: Narrowing,
  status: ContactStatus,
  limit: number,
) {
  const narrowed = filterArguments({ search, filters: { ...filters, status: [status] } }, today());
  return { userId, ...narrowed, page: 1, limit };
}

export function useBoard(narrowing: Narrowing): Board {
  const { sub: userId } = useUser();
  const dispatch = useAppDispatch();
  const showToast = useUndoToast();
  const isMounted = useIsMounted();
  const [send] = useSetCompanyStatusesMutation();
  const [limits, setLimits] = useState<Partial<Record<ContactStatus, number>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { status: wanted } = narrowing.filters;
  const argumentsOf = (status: ContactStatus) =>
    columnArguments(userId, narrowing, status, limits[status] ?? CARDS);

  /** Returns the reason if it fails. */
  const carryOut = async (company: SavedCompany, from: ContactStatus, to: ContactStatus) => {
    const takeBack = showMoved(dispatch, { company, to, source: argumentsOf(from), target: argumentsOf(to) });
    const { company_id: id, company_name: name } = company;
    const fail = (why: string) => {
      takeBack();
      const text = `${name} could not be moved to ${statusLook(to).label}. ${why}`;
      setFailure(text);
      return text;
    };
    try {
      const answer = await send({ statusChanges: { changes: [{ company_id: id, status: to }] } }).unwrap();
      const [refused] = answer.failed;
      return refused === undefined ? null : fail(refused.message);
    } catch (error) {
      return fail(errorDetail(error));
    }
  };

  return {
    askFor: (status) => (wanted.length > 0 && !wanted.includes(status) ? null : argumentsOf(status)),
    showMore: (status) => {
      setLimits({ ...limits, [status]: Math.min(MOST_CARDS, (limits[status] ?? CARDS) + CARDS) });
    },
    move: async (company, from, to) => {
      setFailure(null);
      if (from === to || (await carryOut(company, from, to)) !== null) return;
      showToast({
        text: `${company.company_name} moved to ${statusLook(to).label}.`,
        onUndo: async () => {
          const failed = await carryOut(company, to, from);
          return isMounted.current ? null : failed;
        },
      });
    },
    failure,
    dismiss: () => {
      setFailure(null);
    },
  };
}

export function useColumn(asked: ReturnType<Board['askFor']>) {
  const query = useListSavedCompaniesQuery(asked ?? {}, { ...FRESH, skip: asked === null });
  // A skipped query keeps its last answer.
  return { ...query, list: asked === null ? undefined : listed(query.data) };
}
