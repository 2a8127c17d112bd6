import { Button, Group, Modal, Text } from '@mantine/core';
import { useId } from 'react';
import { searchText } from '@/shared/results/search-text';
import { formatAgo, formatPercent } from '@/shared/lib/format';
import { usePhone } from '@/shared/ui/use-phone';
import { searchOf, type ResumableSession, type SessionStatus } from '@/features/scraper/local-sessions';
import classes from './ResumeDialog.module.css';

interface ResumeModalProps {
  sessions: readonly ResumableSession[];
  /** Milliseconds since the epoch. */
  now: number;
  onResume: (session: ResumableSession) => void;
  onDismiss: (sessions: readonly ResumableSession[]) => void;
  onStartFresh: () => void;
  /** Changes nothing: they are offered again. */
  onClose: () => void;
}

/** Asks which of the searches that were left should be gone on with. */
export function ResumeModal(props: ResumeModalProps) {
  const { sessions, now, onResume, onDismiss, onStartFresh, onClose } = props;
  const phone = usePhone();
  return (
    <Modal
      opened={sessions.length > 0}
      onClose={onClose}
      title="Resume a search?"
      size="lg"
      centered
      fullScreen={phone}
      zIndex="var(--da-layer-dialog)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ul className={classes.sessions} aria-label="Unfinished searches">
        {sessions.map((session) => (
          <Entry
            key={session.sessionId}
            session={session}
            now={now}
            onResume={() => {
              onResume(session);
            }}
            onDismiss={() => {
              onDismiss([session]);
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
            onDismiss(sessions);
          }}
        >
          Dismiss All
        </Button>
        <Button variant="default" onClick={onStartFresh}>
          Start Fresh
        </Button>
      </Group>
    </Modal>
  );
}

interface EntryProps {
  session: ResumableSession;
  now: number;
  onResume: () => void;
  onDismiss: () => void;
}

function Entry({ session, now, onResume, onDismiss }: EntryProps) {
  const textId = useId();
  return (
    <li className={classes.session}>
      <span id={textId} className={classes.text}>
        <strong>{nameOf(session) || 'A search'}</strong>
        <span className={classes.about}>
          {standing(session)} · {formatAgo(session.updatedAt, now)}
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

/** How many cities a line has room for. */
const MOST_NAMED = 5;

function nameOf(session: ResumableSession): string {
  return searchText({ ...searchOf(session), cities: session.cities.slice(0, MOST_NAMED) });
}

const WORDS: Partial<Record<SessionStatus, string>> = { active: 'queued' };

/** 'paused 40%'. */
function standing({ status, progress }: ResumableSession): string {
  const word = WORDS[status] ?? status;
  return progress === null || status === 'active' ? word : `${word} ${formatPercent(progress, 0)}`;
}
