/** Offers, once for each time that the page is opened, the searches that can be resumed. */
import { useEffect, useState } from 'react';
import { useAppDispatch } from '@/shared/api/store';
import { storeSession, type ResumableSession } from './local-sessions';
import { findResumable } from './resumable';

export interface ResumeOffer {
  /** Empty while there is nothing to offer. */
  sessions: readonly ResumableSession[];
  /** When they were looked for (milliseconds since the epoch). */
  at: number;
  dismiss: (sessions: readonly ResumableSession[]) => void;
  close: () => void;
}

const NONE: Found = { sessions: [], at: 0 };

type Found = Pick<ResumeOffer, 'sessions' | 'at'>;

/** `busy`: the page goes on with a search, or was opened for one, so that nothing is asked. */
export function useResumeOffer(userId: string, busy: boolean): ResumeOffer {
  const dispatch = useAppDispatch();
  const [isWanted, setWanted] = useState(!busy);
  const [found, setFound] = useState(NONE);
  if (busy && isWanted) setWanted(false);

  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    findResumable(dispatch, userId).then(
      (sessions) => {
        if (isHere) setFound({ sessions, at: Date.now() });
      },
      // A failed call is answered, not thrown.
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [dispatch, userId, isWanted]);

  return {
    ...(isWanted ? found : NONE),
    dismiss: (dismissed) => {
      for (const session of dismissed)
        storeSession({ ...session, status: 'dismissed', updatedAt: Date.now() });
      setFound(({ sessions, at }) => ({
        sessions: sessions.filter((each) => !dismissed.includes(each)),
        at,
      }));
    },
    close: () => {
      setFound(NONE);
    },
  };
}
