import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobBody } from '@/shared/api/generated';
import { fake, jobBody, jobEvents, lost, packedResult, resultRow } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { JOB_ID } from '@/shared/testing/session';
import { bar, log, newSearch, openPage, press, processing, search, serve } from './SearchPage.testing';

const POLL = `GET /api/jobs/${JOB_ID}`;

/** This many rows delivered, of two cities. */
function running(count: number, changes: Partial<JobBody> = {}): JobBody {
  return jobBody({
    job_id: JOB_ID,
    status: 'processing',
    progress: 40,
    message: `${count} results so far`,
    results_count: count,
    credits_charged: count,
    cities_found: [
      { city: 'Portland', results: count, done: true },
      { city: 'Bend', results: 0, done: false },
    ],
    ...changes,
  });
}

const ended = (count: number) => running(count, { status: 'completed', ended: true, progress: 100 });

const hide = (hidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  act(() => {
    document.dispatchEvent(new Event('visibilitychange'));
  });
};

describe('progress that is alive', () => {
  let otherTab: BroadcastChannel;

  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    otherTab = new BroadcastChannel('demandatlas');
  });

  afterEach(() => {
    otherTab.close();
    Reflect.deleteProperty(navigator, 'locks');
    vi.restoreAllMocks();
  });

  /** A search whose events the test sends, with as many rows as the last one said. */
  async function followed() {
    const events = jobEvents();
    const served = serve(processing());
    const rows = Array.from({ length: 400 }, (_, index) =>
      resultRow({ row_idx: index, name: `Row ${index}` }),
    );
    const delivered = { count: 0 };
    const offsets: string[] = [];
    server.use(
      fake('followJob', events.open),
      fake('getJobResult', ({ request }) => {
        offsets.push(new URL(request.url).searchParams.get('offset') ?? '0');
        return packedResult(request, rows.slice(0, delivered.count), { status: 'processing' });
      }),
    );
    openPage();
    await search();
    await waitFor(() => {
      expect(events.connections).toHaveLength(1);
    });
    const tell = (id: string, count: number) => {
      delivered.count = count;
      events.send(id, running(count));
    };
    const end = (count: number) => {
      delivered.count = count;
      events.send('end', ended(count), 'end');
    };
    return { ...served, events, offsets, tell, end };
  }

  it('JOB-04, JOB-08: rows, cities and cost so far are shown as they come, and nobody polls', async () => {
    const { calls, tell, end, offsets } = await followed();
    tell('e1', 3);
    expect(await screen.findByText('3 rows · 3 credits')).toBeVisible();
    const cities = screen.getByRole('list', { name: 'Rows found by city' });
    expect(
      within(cities)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Portland 3searched', 'Bend 0…']);
    expect(await screen.findByText('Row 2')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Results (3)' })).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '60');
    tell('e2', 300);
    expect(await screen.findByRole('heading', { name: 'Results (300)' })).toBeVisible();
    expect(await screen.findByText('Row 5')).toBeVisible();
    expect(within(log()).queryByText(/3 results so far/), 'progress replaces itself').toBeNull();
    end(300);
    expect(await within(log()).findByText(/^300 results found\./)).toBeVisible();
    await waitFor(() => {
      expect(offsets).toEqual(['0', '3']);
    });
    expect(calls).not.toContain(POLL);
    await newSearch();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });

  it('JOB-04: a stream that is cut off goes on by its last event', async () => {
    const { events, tell, end } = await followed();
    expect(events.connections[0]?.request.headers.get('last-event-id')).toBeNull();
    tell('e1', 3);
    await screen.findByText('3 rows · 3 credits');
    events.connections[0]?.cut();
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => {
      expect(events.connections).toHaveLength(2);
    });
    expect(events.connections[1]?.request.headers.get('last-event-id')).toBe('e1');
    end(3);
    expect(await within(log()).findByText(/^3 results found\./)).toBeVisible();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(events.connections, 'what has ended is not asked for again').toHaveLength(2);
  });

  it('JOB-04: where events are held back on their way, the job is polled every 5 seconds', async () => {
    const { calls, events } = await followed();
    expect(calls).not.toContain(POLL);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
    expect(events.connections[0]?.request.signal.aborted).toBe(true);
    const before = calls.filter((call) => call === POLL).length;
    await vi.advanceTimersByTimeAsync(5_100);
    expect(calls.filter((call) => call === POLL)).toHaveLength(before + 1);
    expect(events.connections).toHaveLength(1);
  });

  it('JOB-04, JOB-14: a lost connection is said, and that the search goes on', async () => {
    const { events, tell } = await followed();
    tell('e1', 3);
    await screen.findByText('3 rows · 3 credits');
    server.use(fake('followJob', lost()), fake('getJob', lost()));
    events.connections[0]?.cut();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await screen.findByText('Connection lost. The search goes on.')).toBeVisible();
    expect(within(log()).getByText(/^Network connection lost during job status check/)).toBeVisible();
    server.use(fake('followJob', events.open));
    await vi.advanceTimersByTimeAsync(5_000);
    await waitFor(() => {
      expect(events.connections).toHaveLength(2);
    });
    await waitFor(() => {
      // Nothing has happened to the job meanwhile, so there is no event.
      expect(screen.queryByText('Connection lost. The search goes on.')).toBeNull();
    });
    tell('e2', 4);
    expect(await screen.findByText('4 rows · 4 credits')).toBeVisible();
  });

  it('JOB-10: a hidden tab closes its stream, hears another tab, and streams again when it is shown', async () => {
    const { calls, events, tell } = await followed();
    const told: unknown[] = [];
    otherTab.onmessage = ({ data }: MessageEvent<unknown>) => told.push(data);
    tell('e1', 3);
    await screen.findByText('3 rows · 3 credits');
    await waitFor(() => {
      expect(told).toContainEqual({ type: 'job', job: running(3) });
    });
    hide(true);
    await waitFor(() => {
      expect(events.connections[0]?.request.signal.aborted).toBe(true);
    });
    otherTab.postMessage({ type: 'job', job: running(5) });
    expect(await screen.findByText('5 rows · 5 credits')).toBeVisible();
    const polls = () => calls.filter((call) => call === POLL).length;
    const before = polls();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(polls(), 'who hears another tab asks nothing').toBe(before);
    await vi.advanceTimersByTimeAsync(15_000);
    expect(polls()).toBeGreaterThan(before);
    hide(false);
    await waitFor(() => {
      expect(events.connections).toHaveLength(2);
    });
  });

  it('JOB-10: the end that another tab tells of is the end', async () => {
    const { calls } = await followed();
    otherTab.postMessage({ type: 'job', job: ended(0) });
    expect(await within(log()).findByText('No results found')).toBeVisible();
    expect(calls).not.toContain(POLL);
  });

  it('JOB-10: a tab that counts on another one polls while that one has lost its stream', async () => {
    // Another tab reads: this one waits for its turn.
    const locks = { request: () => new Promise(() => undefined) };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    const { calls } = serve(processing());
    openPage();
    await search();
    const polls = () => calls.filter((call) => call === POLL).length;
    otherTab.postMessage({ type: 'job', job: running(3) });
    expect(await screen.findByText('3 rows · 3 credits')).toBeVisible();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polls()).toBe(0);
    otherTab.postMessage({ type: 'job-stream', jobId: JOB_ID, open: false });
    await vi.advanceTimersByTimeAsync(1_500);
    await waitFor(() => {
      expect(polls()).toBe(1);
    });
    server.use(fake('getJob', lost()));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Connection lost. The search goes on.')).toBeVisible();
    otherTab.postMessage({ type: 'job', job: running(5) });
    expect(await screen.findByText('5 rows · 5 credits')).toBeVisible();
    await vi.advanceTimersByTimeAsync(5_000);
    const before = polls();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(polls(), 'the other tab tells again').toBe(before);
  });

  it('JOB-10: the tab that reads tells the others when its stream is lost, and when it is back', async () => {
    const { events, tell } = await followed();
    const told: unknown[] = [];
    otherTab.onmessage = ({ data }: MessageEvent<unknown>) => told.push(data);
    tell('e1', 3);
    await screen.findByText('3 rows · 3 credits');
    events.connections[0]?.cut();
    await waitFor(() => {
      expect(told).toContainEqual({ type: 'job-stream', jobId: JOB_ID, open: false });
    });
    await vi.advanceTimersByTimeAsync(2_000);
    await waitFor(() => {
      expect(told.at(-1)).toEqual({ type: 'job-stream', jobId: JOB_ID, open: true });
    });
  });

  it('JOB-07: Stop is seen by the events, too', async () => {
    const { events, tell, calls } = await followed();
    tell('e1', 3);
    await screen.findByText('3 rows · 3 credits');
    await press('Stop Scraping/Enrichment');
    await waitFor(() => {
      expect(calls).toContain(`POST /api/jobs/${JOB_ID}/cancel`);
    });
    await waitFor(() => {
      expect(events.connections).toHaveLength(2);
    });
    events.send('e2', running(3, { status: 'cancelled', ended: true, message: 'Cancelled' }), 'end');
    expect(await within(log()).findByText('Job was cancelled')).toBeVisible();
    expect(screen.getByText('Row 2')).toBeVisible();
  });
});
