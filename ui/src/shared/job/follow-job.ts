/**
 * Follows a job until the server has no more news of it. Of a browser's visible tabs one reads the server's events
 * and tells the others, also when it loses them; where events do not come through, and in a hidden tab that hears
 * nothing, the job is polled every few seconds.
 */
import type { JobBody } from '@/shared/api/generated';
import { readJobStream } from '@/shared/api/job-stream';
import { onTabMessage, sendToTabs } from '@/shared/lib/other-tabs';
import { pause } from './calls';

export const POLL_INTERVAL_MS = 5_000;
/** After a stream was cut off. */
const AGAIN_AFTER_MS = 2_000;
/** How long to poll where events are held back by a proxy. */
const STREAM_PAUSE_MS = 60_000;
/** How long a hidden tab relies on the tab that told it about the job. */
const HEARD_LATELY_MS = 20_000;
/** How soon a tab that relies on another's stream notices that it is lost. */
const LOOK_MS = 1_000;

interface FollowedJob {
  jobId: string;
  pollMs: number;
  /** Asks for the job; null without an answer, 'gone' if there is no such job. The signal ends the wait. */
  ask: (signal: AbortSignal) => Promise<JobBody | 'gone' | null>;
  /** Returns whether that was the last news. */
  heard: (job: JobBody) => boolean;
  /** The server answers again. */
  reached: () => void;
}

export function followJob(job: FollowedJob, signal: AbortSignal): Promise<void> {
  return new Following(job, signal).run();
}

const PAGE_LOCK = 'demandatlas_page_';

/** The jobs that pages of this browser follow, hidden ones included; none in a browser without locks. */
export async function followedHere(): Promise<ReadonlySet<string>> {
  if (!('locks' in navigator)) return new Set();
  const { held = [] } = await navigator.locks.query();
  const names = held.map(({ name = '' }) => name).filter((name) => name.startsWith(PAGE_LOCK));
  return new Set(names.map((name) => name.slice(PAGE_LOCK.length)));
}

/** Tells other pages that this one follows the job. */
async function holdPageLock(jobId: string, signal: AbortSignal): Promise<void> {
  if (!('locks' in navigator)) return;
  const ended = new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => {
      resolve();
    });
  });
  await navigator.locks.request(PAGE_LOCK + jobId, { mode: 'shared', signal }, () => ended);
}

class Following {
  private isOver = false;
  private heardAt = 0;
  private streamsAgainAt = 0;
  private lastEventId: string | undefined;
  /** The tab that reads for all has lost its stream and has sent nothing since. */
  private isLostElsewhere = false;
  /** Ends when the tab is hidden or shown, and when the job is over. */
  private turn = new AbortController();

  constructor(
    private readonly job: FollowedJob,
    private readonly signal: AbortSignal,
  ) {}

  async run(): Promise<void> {
    const nextTurn = () => {
      this.turn.abort();
    };
    const stopHearing = onTabMessage((message) => {
      if (message.type === 'job-stream' && message.jobId === this.job.jobId) {
        this.isLostElsewhere = !message.open;
        if (message.open) this.job.reached();
      }
      if (message.type !== 'job' || message.job.job_id !== this.job.jobId) return;
      this.heardAt = Date.now();
      this.isLostElsewhere = false;
      this.hear(message.job);
    });
    document.addEventListener('visibilitychange', nextTurn);
    this.signal.addEventListener('abort', nextTurn);
    const over = new AbortController();
    holdPageLock(this.job.jobId, over.signal).catch(() => undefined);
    while (this.goesOn()) {
      this.turn = new AbortController();
      const { signal } = this.turn;
      // Ending a turn throws out of its pause.
      await (document.hidden ? this.whileHidden(signal) : this.whileSeen(signal)).catch(() => undefined);
    }
    over.abort();
    this.signal.removeEventListener('abort', nextTurn);
    document.removeEventListener('visibilitychange', nextTurn);
    stopHearing();
  }

  private goesOn(): boolean {
    return !this.isOver && !this.signal.aborted;
  }

  /** One tab at a time; without locks every tab reads for itself. */
  private async whileSeen(turn: AbortSignal): Promise<void> {
    if (!('locks' in navigator)) return this.read(turn);
    const name = `demandatlas_job_${this.job.jobId}`;
    const waiting = new AbortController();
    const stopWaiting = () => {
      waiting.abort();
    };
    turn.addEventListener('abort', stopWaiting);
    this.whileWaiting(waiting.signal).catch(() => undefined);
    try {
      await navigator.locks.request(name, { signal: turn }, () => {
        stopWaiting();
        return this.read(turn);
      });
    } finally {
      stopWaiting();
      turn.removeEventListener('abort', stopWaiting);
    }
  }

  /** Another tab reads for this one, which polls if that one has lost its stream. */
  private async whileWaiting(waiting: AbortSignal): Promise<void> {
    for (;;) {
      if (this.isLostElsewhere) await this.askAndWait(waiting);
      else await pause(LOOK_MS, waiting);
    }
  }

  private async read(turn: AbortSignal): Promise<void> {
    while (!turn.aborted) {
      if (Date.now() < this.streamsAgainAt) {
        await this.askAndWait(turn);
        continue;
      }
      const { jobId } = this.job;
      const end = await readJobStream({
        jobId,
        onOpen: () => {
          sendToTabs({ type: 'job-stream', jobId, open: true });
          this.job.reached();
        },
        lastEventId: this.lastEventId,
        signal: turn,
        onJob: (job, eventId) => {
          this.lastEventId = eventId;
          this.tell(job);
        },
      });
      if (end !== 'finished' && this.goesOn()) sendToTabs({ type: 'job-stream', jobId, open: false });
      if (end === 'silent') this.streamsAgainAt = Date.now() + STREAM_PAUSE_MS;
      if (end === 'cut') await pause(AGAIN_AFTER_MS, turn);
      else await this.askAndWait(turn);
    }
  }

  private async whileHidden(turn: AbortSignal): Promise<void> {
    while (!turn.aborted) {
      if (Date.now() - this.heardAt > HEARD_LATELY_MS) await this.askAndWait(turn);
      else await pause(this.job.pollMs, turn);
    }
  }

  private async askAndWait(turn: AbortSignal): Promise<void> {
    turn.throwIfAborted();
    const answer = await this.job.ask(turn);
    if (answer === 'gone') this.end();
    else if (answer !== null) this.tell(answer);
    await pause(this.job.pollMs, turn);
  }

  private tell(job: JobBody): void {
    if (!this.goesOn()) return;
    sendToTabs({ type: 'job', job });
    this.hear(job);
  }

  private hear(job: JobBody): void {
    if (!this.goesOn()) return;
    if (this.job.heard(job)) this.end();
  }

  private end(): void {
    this.isOver = true;
    this.turn.abort();
  }
}
