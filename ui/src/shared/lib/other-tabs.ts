import type { JobBody } from '@/shared/api/generated';

/** Messages between the app's tabs in one browser. */
type TabMessage =
  /** `why` is for the login page; null if the user signed out. */
  | { type: 'signed-out'; atMs: number; why: string | null }
  /** Credits as the server last reported them, as JSON. */
  | { type: 'credits'; userId: string; status: string }
  | { type: 'companies' }
  /** A job's state, from the tab that follows it. */
  | { type: 'job'; job: JobBody }
  /** Whether the tab that reads a job's events for all receives them. */
  | { type: 'job-stream'; jobId: string; open: boolean };

const CHANNEL = 'demandatlas';
let channel: BroadcastChannel | null | undefined;

export function sendToTabs(message: TabMessage): void {
  open()?.postMessage(message);
}

/** Returns how to unsubscribe. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const heard = ({ data }: MessageEvent<TabMessage>) => {
    listener(data);
  };
  open()?.addEventListener('message', heard);
  return () => {
    open()?.removeEventListener('message', heard);
  };
}

/** One for the whole page, so that it does not hear itself. */
function open(): BroadcastChannel | null {
  if (channel === undefined) {
    try {
      channel = new BroadcastChannel(CHANNEL);
    } catch {
      // Not supported, or storage is forbidden for this site.
      channel = null;
    }
  }
  return channel;
}
