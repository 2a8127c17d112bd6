import type { ResumableSession } from './local-sessions';
import { ResumeModal } from '@/features/search/progress/ResumeDialog';
import { useResumeOffer } from './use-resume-offer';

interface ResumeOfferProps {
  userId: string;
  /** The page goes on with a search, or was opened for one: then nothing is asked. */
  busy: boolean;
  onResume: (session: ResumableSession) => void;
  /** Empties the page. */
  onStartFresh: () => void;
}

/** The searches that were left, when the page is opened. */
export function ResumeOffer({ userId, busy, onResume, onStartFresh }: ResumeOfferProps) {
  const { sessions, at, dismiss, close } = useResumeOffer(userId, busy);
  return (
    <ResumeModal
      sessions={sessions}
      now={at}
      onResume={(session) => {
        close();
        onResume(session);
      }}
      onDismiss={dismiss}
      onStartFresh={() => {
        dismiss(sessions);
        onStartFresh();
      }}
      onClose={close}
    />
  );
}
