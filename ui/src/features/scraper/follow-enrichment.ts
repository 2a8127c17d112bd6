/** Follows an enrichment that is under way: by the server's events, by asking where they do not come through. */
import type { JobBody } from '@/shared/api/generated';
import { readJobStream } from '@/shared/api/job-stream';
import { POLL_INTERVAL_MS } from '@/shared/job/follow-job';
import { pause } from '@/shared/job/pause';

/** One that is over sooner needs nobody to follow it, and what the server has not begun yet it calls ended. */
const FOLLOW_AFTER_MS = 1_000;

interface FollowedEnrichment {
  sessionKey: string;
  ask: () => Promise<void>;
  heard: (job: JobBody) => void;
}

/** Goes on until the signal ends it, by which it throws. */
export async function followEnrichment(
  { sessionKey, ask, heard }: FollowedEnrichment,
  signal: AbortSignal,
): Promise<never> {
  for (;;) {
    await pause(FOLLOW_AFTER_MS, signal);
    const end = await readJobStream({ jobId: sessionKey, lastEventId: undefined, signal, onJob: heard });
    signal.throwIfAborted();
    if (end === 'refused' || end === 'silent') await ask();
    await pause(POLL_INTERVAL_MS - FOLLOW_AFTER_MS, signal);
  }
}
