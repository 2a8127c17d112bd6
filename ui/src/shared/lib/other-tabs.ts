import type { JobBody } from '@/shared/api/generated';

/** What the app's tabs in one browser tell each other. */
export type TabMessage =
  /** `why` is for the login page; null of who signed out. */
  | { type: 'signed-out'; atMs: number; why: string | null }
  /** Credits as the server has just said them, as text. */
  | { type: 'credits'; userId: string; status: string }
  /** Saved companies were changed. */
  | { type: 'companies' }
  /** How a job stands, by the tab that follows it. */
  | { type: 'job'; job: JobBody }
  /** Whether the server's events of a job come through to the tab that reads them for all. */
  | { type: 'job-stream'; jobId: string; open: boolean };

const CHANNEL = 'demandatlas';
let channel: BroadcastChannel | null | undefined;

export function tellOtherTabs(message: TabMessage): void {
  open()?.postMessage(message);
}

/** Answers how to stop hearing. */
export function hearOtherTabs(listener: (message: TabMessage) => void): () => void {
  const heard = ({ data }: MessageEvent<TabMessage>) => {
    listener(data);
  };
  open()?.addEventListener('message', heard);
  return () => {
    open()?.removeEventListener('message', heard);
  };
}

/** One for the whole page, which then does not hear itself. */
function open(): BroadcastChannel | null {
  if (channel === undefined) {
    try {
      channel = new BroadcastChannel(CHANNEL);
    } catch {
      // A browser without them, or one that forbids this site to store anything.
      channel = null;
    }
  }
  return channel;
}
