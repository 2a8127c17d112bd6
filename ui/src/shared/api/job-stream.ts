/**
 * The server's events of a job (GET /api/jobs/{id}/events), read by fetch because the token goes into a header. Each
 * event is the job's whole state.
 */
import { createParser } from 'eventsource-parser';
import { sendWithToken } from '@/shared/auth/access-token';
import type { JobBody } from './generated';

/** The first state comes at once: if it takes longer, a proxy is holding it back. */
const FIRST_EVENT_MS = 5_000;
/** The server sends a heartbeat every 15 seconds. */
const MOST_SILENCE_MS = 40_000;

/** Why reading ended: after a cut it may resume from the last event's id. */
type StreamEnd = 'finished' | 'cut' | 'silent' | 'refused';

interface JobStream {
  jobId: string;
  lastEventId: string | undefined;
  signal: AbortSignal;
  onJob: (job: JobBody, eventId: string | undefined) => void;
  /** The server has answered: events will follow. */
  onOpen?: () => void;
}

export async function readJobStream({
  jobId,
  lastEventId,
  signal,
  onJob,
  onOpen,
}: JobStream): Promise<StreamEnd> {
  const reading = new AbortController();
  const abort = () => {
    reading.abort();
  };
  signal.addEventListener('abort', abort, { once: true });
  let end: StreamEnd = 'refused';
  let timer = window.setTimeout(abort, FIRST_EVENT_MS);
  const alive = () => {
    window.clearTimeout(timer);
    timer = window.setTimeout(abort, MOST_SILENCE_MS);
  };
  const parser = createParser({
    onEvent: ({ event, id, data }) => {
      alive();
      end = event === 'end' ? 'finished' : 'cut';
      onJob(JSON.parse(data) as JobBody, id);
    },
    onComment: alive,
  });
  try {
    const answer = await sendWithToken(
      (token) => fetch(request(jobId, lastEventId, token), { signal: reading.signal, cache: 'no-store' }),
      ({ status }) => status,
    );
    if (!answer.ok || answer.body === null) return 'refused';
    end = lastEventId === undefined ? 'silent' : 'cut';
    onOpen?.();
    // With a last event id nothing is repeated, so silence is no sign of trouble.
    if (lastEventId !== undefined) alive();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    reading.signal.addEventListener('abort', () => {
      // A failed reader reports it below.
      reader.cancel().catch(() => undefined);
    });
    for (let part = await reader.read(); !part.done; part = await reader.read()) parser.feed(part.value);
  } catch {
    // What was read so far counts.
  } finally {
    window.clearTimeout(timer);
    signal.removeEventListener('abort', abort);
    abort();
  }
  return end;
}

function request(jobId: string, lastEventId: string | undefined, token: string | undefined): Request {
  const headers = new Headers({ accept: 'text/event-stream' });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (lastEventId !== undefined) headers.set('last-event-id', lastEventId);
  return new Request(new URL(`/api/jobs/${encodeURIComponent(jobId)}/events`, window.location.origin), {
    headers,
  });
}
