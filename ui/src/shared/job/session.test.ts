import { describe, expect, it } from 'vitest';
import type { EnrichmentBody, JobBody, JobStatus } from '@/shared/api/generated';
import { NO_ROWS, type Results } from '@/shared/results/session-rows';
import { jobBody } from '@/shared/testing/fakes';
import { JOB_ID, RESULTS } from '@/shared/testing/session';
import {
  IDLE,
  isBusy,
  isEnriching,
  isFollowed,
  isRunning,
  opened,
  percentOf,
  phaseOfSession,
  reduceSession,
  rowsWanted,
  type SessionEventBody,
  type Session,
} from './session';

// A status only a newer server knows.
const newer = (status: string) => status as JobStatus;

const AT = Date.UTC(2026, 2, 4, 15, 6, 9);
const accepted: SessionEventBody = { type: 'accepted', sessionKey: JOB_ID, description: 'Searching' };
const rows: SessionEventBody = { type: 'rowsFetched', results: RESULTS };
const heard = (changes: Partial<JobBody>): SessionEventBody => ({ type: 'heard', job: jobBody(changes) });
const enrichment = (status: EnrichmentBody['status'], enriched = 0): EnrichmentBody => ({
  status,
  enriched,
  progress: 0,
  message: 'In words',
});
/** One after another, all at the same moment. */
const after = (session: Session, ...events: SessionEventBody[]) =>
  events.reduce((now, event) => reduceSession(now, { ...event, at: AT }), session);
const texts = ({ log }: Session) => log.map(({ text }) => text);
const took = ({ clock }: Session) => (clock?.to ?? 0) - (clock?.from ?? 0);

describe('what there is to follow', () => {
  it.each<JobStatus>(['queued', 'processing', newer('resting')])(
    'JOB-05: goes on while the server says that the job has not ended: %s',
    (status) => {
      const session = after(IDLE, accepted, heard({ status, ended: false }));
      expect([isRunning(session), isFollowed(session)]).toEqual([true, true]);
    },
  );

  it.each<JobStatus>(['completed', 'failed', 'cancelled', newer('withdrawn')])(
    'JOB-05: is over once the server says that it has: %s',
    (status) => {
      const session = after(IDLE, accepted, heard({ status, ended: true }));
      expect([isRunning(session), isFollowed(session)]).toEqual([false, false]);
    },
  );

  it('ENR-02: includes an enrichment, whoever has asked for it, and however often reading it has failed', () => {
    const opening = after(
      opened(JOB_ID),
      heard({ status: 'cancelled', enrichment: enrichment('processing') }),
    );
    expect([isEnriching(opening), isFollowed(opening)]).toEqual([true, true]);
    const failing = after(opening, rows, { type: 'enrichmentFailed', text: 'No answer' });
    expect([isEnriching(failing), isFollowed(failing), isBusy(failing)]).toEqual([false, true, false]);
    const back = after(failing, heard({ enrichment: enrichment('processing') }));
    expect(isEnriching(back)).toBe(true);
  });
});

describe('the time that a session took', () => {
  const body = { created_at: '2026-03-04T15:06:00Z', ended_at: '2026-03-04T15:06:09Z' };
  const enriched = { ...body, updated_at: '2026-03-04T15:20:00Z' };

  it.each([
    ['was started here', after(IDLE, accepted)],
    ['was opened by its session key', opened(JOB_ID)],
  ])('JOB-10: ends with the search, also where the page came later: of one that %s', (_, before) => {
    const job = jobBody(enriched);
    expect(took(reduceSession(before, { type: 'heard', job, at: AT + 3_600_000 }))).toBe(9_000);
  });

  it.each<JobStatus>(['completed', 'cancelled', 'failed'])(
    'ENR-02, JOB-08: rows are enriched whatever became of their search: %s; the time between is not counted',
    (status) => {
      const ended = after(opened(JOB_ID), heard({ status, ...enriched }), rows);
      const later = AT + 3_600_000;
      const asked = reduceSession(ended, { type: 'enrichmentAsked', at: later });
      expect(phaseOfSession(asked)).toBe('enriching');
      const heardLater = (at: number, changes: Partial<JobBody>) => ({ ...heard(changes), at });
      const all = { status, ...enriched, enrichment: enrichment('completed', 2) };
      const done = [
        heardLater(later + 1_000, { ...all, enrichment: enrichment('processing') }),
        heardLater(later + 4_000, all),
        { type: 'enrichmentAdvanced', step: 'done', at: later + 5_000 } as const,
      ].reduce(reduceSession, asked);
      expect(phaseOfSession(done)).toBe(status);
      expect(percentOf(done)).toBe(100);
      expect(took(done)).toBe(9_000 + 5_000);
    },
  );
});

describe('rows', () => {
  it("JOB-06: another session's rows, or their failure, change nothing", () => {
    const session = after(IDLE, accepted);
    const results: Results = { ...RESULTS, sessionKey: 'earlier' };
    const late: SessionEventBody[] = [
      { type: 'rowsFetched', results },
      { type: 'rowsFailed', sessionKey: 'earlier' },
      heard({ job_id: 'earlier' }),
    ];
    for (const event of late) expect(after(session, event)).toBe(session);
    const cleared = after(session, { type: 'cleared' });
    expect(after(cleared, rows)).toBe(cleared);
  });

  it('JOB-06: a job that has ended is under way until its rows are here, or cannot be had', () => {
    const ended = after(IDLE, accepted, heard({ status: 'failed' }));
    expect([isBusy(ended), rowsWanted(ended)]).toEqual([true, 'first']);
    expect(isBusy(after(ended, rows))).toBe(false);
    const failed = after(ended, { type: 'rowsFailed', sessionKey: JOB_ID });
    expect([isBusy(failed), failed.unfetched, rowsWanted(failed)]).toEqual([false, true, null]);
  });

  it('JOB-07: facts that were paid before Stop are fetched', () => {
    const stopped = after(
      IDLE,
      accepted,
      heard({ enrich: true, enrichment: enrichment('processing') }),
      rows,
      { type: 'stopRequested' },
      heard({ enrich: true, enrichment: enrichment('processing', 1) }),
    );
    expect(isEnriching(stopped), 'what still runs for a moment is not shown').toBe(false);
    expect(rowsWanted(after(stopped, heard({ enrichment: enrichment('cancelled', 1) })))).toBe('facts');
  });

  it('JOB-05: a job that failed without a row has not found that there are none', () => {
    const results = { ...RESULTS, session: NO_ROWS };
    const last = (status: JobStatus) =>
      texts(
        after(IDLE, accepted, heard({ status, message: 'no answer' }), { type: 'rowsFetched', results }),
      ).at(-1);
    expect([last('failed'), last('cancelled'), last('completed')]).toEqual([
      'Job failed: no answer',
      'Job was cancelled',
      'No results found',
    ]);
  });
});

describe('Stop', () => {
  it('JOB-08: the bar stays where it was while it is on its way', () => {
    const running = after(IDLE, accepted, heard({ status: 'processing', progress: 45, enrich: true }));
    expect(percentOf(after(running, { type: 'stopRequested' }))).toBe(percentOf(running));
  });

  it('JOB-11: one that fails late is said of its own session, on a cleared page too, and not in the next log', () => {
    const failed: SessionEventBody = { type: 'stopFailed', sessionKey: JOB_ID, detail: 'Too busy' };
    const said = 'Failed to cancel job: Too busy';
    expect(texts(after(IDLE, accepted, failed)).at(-1)).toBe(said);
    const cleared = after(IDLE, accepted, { type: 'cleared' });
    expect(texts(after(cleared, failed))).toEqual([said]);
    const next = after(cleared, { ...accepted, sessionKey: 'next' });
    expect(after(next, failed)).toBe(next);
  });
});

it('JOB-10: a session that is gone is neither followed nor enriched', () => {
  const gone = after(opened(JOB_ID), heard({ enrichment: enrichment('processing') }), { type: 'gone' });
  expect([isFollowed(gone), isEnriching(gone), gone.sessionKey]).toEqual([false, false, null]);
});

it('JOB-09: the log of a session that is opened begins like that of one that was started', () => {
  const session = after(
    opened(JOB_ID),
    { type: 'lost', text: 'Lost' },
    heard({ status: 'processing', progress: 5 }),
  );
  expect(texts(session)).toEqual([
    'Searching for "brewery" in Portland, Bend, OR',
    'Job queued',
    'Lost',
    'Processing: 5% - Completed',
  ]);
});
