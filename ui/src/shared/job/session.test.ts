import { describe, expect, it } from 'vitest';
import { jobBody } from '@/shared/testing/fakes';
import type { JobStatus } from '@/shared/api/generated';
import { progressValue } from './job-view';
import { initialState, isBusy, isEnriching, isRunning, reduceJob, type JobState } from './session';
import { NO_ROWS } from '@/shared/results/session-rows';

// A newer server's status is none of those that this app knows.
const newer = (status: string) => status as JobStatus;

const SEARCH = { term: 'brewery', state: 'OR', cities: ['Bend'], city_count: 1 };
const AT = Date.UTC(2026, 2, 4, 15, 6, 9);

function afterPoll(answer: Parameters<typeof jobBody>[0]) {
  const job = { jobId: 'j', userId: 'u', enrich: false, startedAt: AT - 9_000 };
  const accepted = reduceJob(initialState(null, null), {
    type: 'accepted',
    job,
    search: SEARCH,
    description: 'Searching',
    at: AT - 9_000,
  });
  return reduceJob(accepted, { type: 'polled', job: jobBody(answer), at: AT });
}

describe('what there is to ask after', () => {
  it.each<JobStatus>(['queued', 'processing', newer('resting')])(
    'goes on while the server says that the job has not ended: %s',
    (status) => {
      const state = afterPoll({ status, ended: false });
      expect(isRunning(state)).toBe(true);
      expect(state.endedAt).toBeNull();
    },
  );

  it.each<JobStatus>(['completed', 'failed', 'cancelled', newer('withdrawn')])(
    'is over once the server says that it has: %s',
    (status) => {
      const state = afterPoll({ status, ended: true });
      expect(isRunning(state)).toBe(false);
      expect(state.endedAt).toBe(AT);
    },
  );
});

describe('the time that a search took', () => {
  const TIMES = { created_at: '2026-03-04T15:06:00Z', ended_at: '2026-03-04T15:06:09Z' };
  // Its rows were enriched later.
  const body = jobBody({ status: 'completed', ...TIMES, updated_at: '2026-03-04T15:20:00Z' });

  it.each([
    ['was started here, by a clock that is wrong', Date.UTC(2026, 2, 4, 10)],
    ['was opened by its session key', null],
  ])('JOB-10: is to its own end, also where the page came later: of one that %s', (_, startedAt) => {
    const job = { jobId: 'j', userId: 'u', enrich: false, startedAt };
    const recovering = reduceJob(initialState(null, null), { type: 'recovering', job, log: [], at: AT });
    const state = reduceJob(recovering, { type: 'polled', job: body, at: AT + 3_600_000 });
    expect((state.endedAt ?? 0) - (state.job?.startedAt ?? 0)).toBe(9_000);
  });
});

describe('rows that come late', () => {
  const accepted = reduceJob(initialState(null, null), {
    type: 'accepted',
    job: { jobId: 'j', userId: 'u', enrich: true, startedAt: AT },
    search: SEARCH,
    description: 'Searching',
    at: AT,
  });
  const rows = { session: { ...NO_ROWS, rows: [{ row_idx: 0, name: 'Alder' }], total: 1 }, enriched: false };

  it("JOB-06: another session's rows, or their failure, change nothing", () => {
    const results = { ...rows, sessionKey: 'earlier', sample: false };
    expect(reduceJob(accepted, { type: 'resultsFetched', results, at: AT })).toBe(accepted);
    expect(reduceJob(accepted, { type: 'resultsFailed', sessionKey: 'earlier', at: AT })).toBe(accepted);
    const cleared = reduceJob(accepted, { type: 'cleared', at: AT });
    expect(reduceJob(cleared, { type: 'resultsFetched', results, at: AT })).toBe(cleared);
  });

  it('JOB-06: a job that has ended is under way until its rows are here, or cannot be had', () => {
    const ended = reduceJob(accepted, { type: 'polled', job: jobBody({ status: 'failed' }), at: AT });
    expect(isBusy(ended)).toBe(true);
    const results = { ...rows, sessionKey: 'j', sample: false };
    const fetched = reduceJob(ended, { type: 'resultsFetched', results, at: AT });
    expect(isBusy(fetched)).toBe(false);
    expect(fetched.results?.session.total).toBe(1);
    const failed = reduceJob(ended, { type: 'resultsFailed', sessionKey: 'j', at: AT });
    expect(isBusy(failed)).toBe(false);
    expect(failed.unfetched).toBe('j');
  });
});

describe('Stop before there are rows to enrich', () => {
  const searching = reduceJob(initialState(null, null), {
    type: 'accepted',
    job: { jobId: 'j', userId: 'u', enrich: true, startedAt: AT },
    search: SEARCH,
    description: 'Searching',
    at: AT,
  });
  const stopping = reduceJob(searching, { type: 'stopRequested', at: AT });

  it('JOB-07: a job that has ended well by then is not enriched: its rows are kept as they are', () => {
    const refused = reduceJob(stopping, { type: 'stopFailed', jobId: 'j', detail: 'It has ended', at: AT });
    const ended = reduceJob(refused, { type: 'polled', job: jobBody({ status: 'completed' }), at: AT });
    const session = { ...NO_ROWS, rows: [{ row_idx: 0, name: 'Alder' }], total: 1 };
    const results = { sessionKey: 'j', session, enriched: false, sample: false };
    const fetched = reduceJob(ended, { type: 'resultsFetched', results, at: AT });
    expect(isEnriching(fetched)).toBe(false);
    expect(fetched.log.map(({ text }) => text)).toContain(
      'Enrichment stopped. The scraped results are kept.',
    );
    expect(fetched.results?.session.total).toBe(1);
    expect(fetched.job?.enrich, 'what is noted for a reload').toBe(false);
  });

  it('JOB-08: the bar stands where it stood', () => {
    const polled = { type: 'polled', job: jobBody({ status: 'processing', progress: 45 }), at: AT } as const;
    const value = (state: JobState) =>
      progressValue({ phase: state.phase, jobProgress: state.progress, enrichment: state.enrichment });
    expect(value(reduceJob(stopping, polled))).toBe(value(reduceJob(searching, polled)));
  });
});

describe('a stop that fails late', () => {
  const accepted = (jobId: string, before = initialState(null, null)) =>
    reduceJob(before, {
      type: 'accepted',
      job: { jobId, userId: 'u', enrich: false, startedAt: AT },
      search: SEARCH,
      description: 'Searching',
      at: AT,
    });
  const failed = { type: 'stopFailed', jobId: 'first', detail: 'Too busy', at: AT } as const;
  const said = { text: 'Failed to cancel job: Too busy' };

  it('JOB-11: is said of its own search, on a cleared page too, and not in the log of the next', () => {
    const first = accepted('first');
    expect(reduceJob(first, failed).log.at(-1)).toMatchObject(said);
    const cleared = reduceJob(first, { type: 'cleared', at: AT });
    expect(reduceJob(cleared, failed).log.at(-1)).toMatchObject(said);
    const second = accepted('second', cleared);
    expect(reduceJob(second, failed)).toBe(second);
  });
});

describe('rows that are there', () => {
  const row = { row_idx: 0, name: 'Alder' };
  const results = {
    sessionKey: 'j',
    session: { ...NO_ROWS, rows: [row], total: 1 },
    enriched: false,
    enrichedRows: 0,
    sample: false,
  };
  const after = (state: JobState, ...events: Parameters<typeof reduceJob>[1][]) =>
    events.reduce(reduceJob, state);
  const job = { jobId: 'j', userId: 'u', enrich: true, startedAt: null };

  it.each<JobStatus>(['completed', 'cancelled', 'failed'])(
    'ENR-02, JOB-08: are enriched whatever became of their search: %s; the timer counts that, not what lay between',
    (status) => {
      const ended = after(afterPoll({ status }), { type: 'resultsFetched', results, at: AT });
      const later = AT + 3_600_000;
      const asked = reduceJob(ended, {
        type: 'enrichmentAsked',
        job: { ...job, startedAt: AT - 9_000 },
        at: later,
      });
      expect(isEnriching(asked)).toBe(true);
      expect(asked).toMatchObject({ phase: status, enrichment: 'pending', enrichingSince: later });
      const done = after(
        asked,
        { type: 'enrichmentStarted', at: later + 2_000 },
        {
          type: 'enrichmentApplied',
          results: { ...results, enriched: true, enrichedRows: 1 },
          at: later + 4_000,
        },
        { type: 'enrichmentDone', text: 'Enriched 1 result', at: later + 5_000 },
      );
      expect(done).toMatchObject({ phase: status, enrichment: 'done', enrichingSince: null });
      expect((done.endedAt ?? 0) - (done.job?.startedAt ?? 0)).toBe(9_000 + 5_000);
    },
  );

  it('ENR-02: an enrichment that is under way at the server is followed, whoever has asked for it', () => {
    const enrichment = { status: 'processing' as const, enriched: 0, progress: 0, message: '' };
    const opened = after(initialState(null, null), {
      type: 'recovering',
      job: { ...job, enrich: false },
      log: [],
      at: AT,
    });
    const state = after(
      opened,
      { type: 'polled', job: jobBody({ status: 'cancelled', enrichment }), at: AT },
      { type: 'resultsFetched', results, at: AT },
    );
    expect(isEnriching(state)).toBe(true);
  });

  it('JOB-07: facts that were paid before Stop are shown', () => {
    const stopped = after(
      afterPoll({ status: 'completed' }),
      { type: 'resultsFetched', results, at: AT },
      { type: 'enrichmentAsked', job, at: AT },
      { type: 'enrichmentStopped', at: AT },
      { type: 'enrichmentPaid', results: { ...results, enrichedRows: 1 }, at: AT },
    );
    expect(stopped).toMatchObject({ enrichment: 'none', results: { enrichedRows: 1 } });
  });

  it('JOB-05: a job that failed without a row has not found that there are none', () => {
    const none = { ...results, session: NO_ROWS };
    const log = (status: JobStatus) =>
      after(afterPoll({ status, message: 'no answer' }), {
        type: 'resultsFetched',
        results: none,
        at: AT,
      }).log.at(-1)?.text;
    expect([log('failed'), log('cancelled'), log('completed')]).toEqual([
      'Job failed: no answer',
      'Job was cancelled',
      'No results found',
    ]);
  });

  it('JOB-10: those of a job that is gone are not enriched', () => {
    const running = after(afterPoll({ status: 'processing' }), { type: 'rowsDelivered', results, at: AT });
    const gone = reduceJob({ ...running, enrichment: 'pending' }, { type: 'gone', at: AT });
    expect(isEnriching(gone)).toBe(false);
  });
});
