import { Button, Group, Modal, Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import { api } from '@/shared/api/api';
import type { JobBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { followedHere } from '@/shared/job/follow-job';
import { isEnriching, isRunning, type Session } from '@/shared/job/session';
import { sessionStatus, type SessionStatus } from '@/shared/job/job-view';
import { isResumable } from '@/shared/job/resumable';
import { formatAgo, formatPercent } from '@/shared/lib/format';
import { named, searchText } from '@/shared/results/search-text';
import { usePhone } from '@/shared/ui/use-phone';
import { dismissedSessions, dismissSessions } from '../stored-session';
import classes from './ResumeDialog.module.css';

/** The server's largest page. A user has 20 open searches unless the operator allows more. */
const MOST_LISTED = 50;

interface Offered {
  job: JobBody;
  status: SessionStatus;
}

/** The resumable sessions, loaded when wanted; null until known. */
function useOffered(isWanted: boolean) {
  const dispatch = useAppDispatch();
  const [offered, setOffered] = useState<{ sessions: readonly Offered[]; at: number } | null>(null);
  useEffect(() => {
    if (!isWanted) return undefined;
    let isHere = true;
    const find = async () => {
      const listed = api.endpoints.listJobs.initiate(
        { open: true, runs: false, limit: MOST_LISTED },
        { forceRefetch: true, subscribe: false },
      );
      const [{ jobs }, followed] = await Promise.all([dispatch(listed).unwrap(), followedHere()]);
      const at = Date.now();
      const dismissed = dismissedSessions();
      const sessions = jobs
        .filter(({ reading }) => reading == null)
        .map((job) => {
          const { job_id: id } = job;
          const here = { followed: followed.has(id), dismissed: dismissed.includes(id) };
          return { job, status: sessionStatus(job, here) };
        })
        .filter(({ job, status }) => isResumable(status, job, at));
      if (isHere) setOffered({ sessions, at });
    };
    // If the server cannot be reached there is nothing to offer.
    find().catch(() => undefined);
    return () => {
      isHere = false;
    };
  }, [dispatch, isWanted]);
  return [offered, setOffered] as const;
}

interface ResumeDialogProps {
  /** The page's own: if it runs there is nothing to ask. */
  session: Session;
  /** The page was opened for a session. */
  isAddressed: boolean;
  onResume: (sessionKey: string) => void;
  onStartFresh: () => void;
}

function goesOn(session: Session): boolean {
  if (session.own === 'submitting' || isEnriching(session)) return true;
  return isRunning(session) && session.own !== 'recovering';
}

/** Asks, once each time the page is opened, which unfinished searches to resume. */
export function ResumeDialog({ session, isAddressed, onResume, onStartFresh }: ResumeDialogProps) {
  const phone = usePhone();
  const isRecovering = session.own === 'recovering';
  const isOccupied = isAddressed || goesOn(session);
  const [isWanted, setWanted] = useState(!isOccupied);
  if (isOccupied && isWanted) setWanted(false);
  const [offered, setOffered] = useOffered(isWanted);
  const shown = isWanted && !isRecovering ? (offered?.sessions ?? []) : [];

  const close = () => {
    setOffered(null);
  };
  const dismiss = (sessions: readonly Offered[]) => {
    dismissSessions(sessions.map(({ job }) => job.job_id));
    setOffered(
      (before) =>
        before && { ...before, sessions: before.sessions.filter((each) => !sessions.includes(each)) },
    );
  };

  return (
    <Modal
      opened={shown.length > 0}
      onClose={close}
      title="Resume a search?"
      size="lg"
      centered
      fullScreen={phone}
      zIndex="var(--da-layer-dialog)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ul className={classes.sessions} aria-label="Unfinished searches">
        {shown.map((session) => (
          <Entry
            key={session.job.job_id}
            session={session}
            now={offered?.at ?? 0}
            onResume={() => {
              close();
              onResume(session.job.job_id);
            }}
            onDismiss={() => {
              dismiss([session]);
            }}
          />
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="md">
        A dismissed search is not stopped. Its rows are in History/Logs.
      </Text>
      <Group justify="space-between" gap="sm" mt="md">
        <Button
          variant="default"
          onClick={() => {
            dismiss(shown);
          }}
        >
          Dismiss All
        </Button>
        <Button
          variant="default"
          onClick={() => {
            dismiss(shown);
            onStartFresh();
          }}
        >
          Start Fresh
        </Button>
      </Group>
    </Modal>
  );
}

interface EntryProps {
  session: Offered;
  /** Milliseconds since the epoch. */
  now: number;
  onResume: () => void;
  onDismiss: () => void;
}

function Entry({ session: { job, status }, now, onResume, onDismiss }: EntryProps) {
  const textId = useId();
  return (
    <li className={classes.session}>
      <span id={textId} className={classes.text}>
        <strong>{nameOf(job) || 'A search'}</strong>
        <span className={classes.about}>
          {standing(job, status)} · {formatAgo(Date.parse(job.updated_at), now)}
        </span>
      </span>
      <Group gap="xs" wrap="nowrap">
        <Button size="sm" aria-describedby={textId} onClick={onResume}>
          Resume
        </Button>
        <Button size="sm" variant="default" aria-describedby={textId} onClick={onDismiss}>
          Dismiss
        </Button>
      </Group>
    </li>
  );
}

function nameOf({ search_term: term, state, cities, area }: JobBody): string {
  const shown = cities.length === 0 ? [] : [named(cities)];
  return searchText({ term, state, cities: shown, city_count: 0, area: area?.label ?? null });
}

/** 'paused 40%'. */
function standing({ progress, enrichment }: JobBody, status: SessionStatus): string {
  if (status === 'active') return 'queued';
  return `${status} ${formatPercent(status === 'enriching' ? enrichment.progress : progress, 0)}`;
}
