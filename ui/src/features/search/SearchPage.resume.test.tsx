import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobBody } from '@/shared/api/generated';
import { removeUserData } from '@/shared/lib/browser-storage';
import { paths } from '@/shared/paths';
import { fake, jobBody, lost, pending } from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { JOB_ID } from '@/shared/testing/session';
import {
  completed,
  enrichment,
  log,
  openPage,
  press,
  processing,
  search,
  serve,
  user,
} from './SearchPage.testing';
import { dismissedSessions, storeOpenSession } from './stored-session';

const MINUTE_MS = 60_000;

/** A search running on the server, without a page in this browser. */
function left(changes: Partial<JobBody> = {}): JobBody {
  const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  return jobBody({
    job_id: JOB_ID,
    status: 'processing',
    progress: 40,
    search_term: 'bakery',
    cities: ['Seattle'],
    state: 'WA',
    created_at: ago(130),
    updated_at: ago(125),
    ...changes,
  });
}

const dialog = () => screen.findByRole('dialog', { name: 'Resume a search?' });
const noDialog = () => screen.queryByRole('dialog');
const entries = async () =>
  within(await dialog())
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

describe('a search that was left', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('JOB-12: is offered with what it is, how far, and how long ago; Resume goes on with it', async () => {
    const { calls, job } = serve({ ...left(), ...processing() }, { open: [left()] });
    openPage();
    expect(await dialog()).toHaveTextContent('bakery · Seattle · WA');
    expect(await dialog()).toHaveTextContent('paused 40% · 2 hours 5 minutes ago');
    await press('Resume');
    expect(noDialog()).toBeNull();
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
    expect(within(log()).getByText('Searching for "bakery" in Seattle, WA')).toBeInTheDocument();
    expect(screen.getByRole('timer')).toHaveTextContent(/^2:10:/);
    Object.assign(job, completed());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('JOB-12: all that can be resumed is listed by its state, and nothing else', async () => {
    const held = [{ name: 'demandatlas_page_followed' }];
    const locks = { query: () => Promise.resolve({ held }), request: () => new Promise(() => undefined) };
    Object.defineProperty(navigator, 'locks', { configurable: true, value: locks });
    const now = { updated_at: new Date().toISOString() };
    serve(processing(), {
      open: [
        left({ job_id: 'followed', ...now }),
        left({ job_id: 'queued', status: 'queued', ...now }),
        left({
          job_id: 'enriching',
          status: 'completed',
          enrichment: enrichment({ status: 'processing', progress: 50 }),
          ...now,
        }),
        left({ job_id: 'unseen', status: 'completed', ...now }),
        left({ job_id: 'failed', status: 'failed', ...now }),
        left({ job_id: 'cancelled', status: 'cancelled', ...now }),
        left({ job_id: 'expired', updated_at: new Date(Date.now() - 24 * 60 * MINUTE_MS).toISOString() }),
      ],
    });
    openPage();
    expect(await entries()).toEqual([
      expect.stringContaining('running 40% · just now'),
      expect.stringContaining('queued · just now'),
      expect.stringContaining('enriching 50% · just now'),
    ]);
  });

  it('JOB-12: Dismiss leaves the job alone, and does not ask again', async () => {
    const { calls, asked } = serve(processing(), { open: [left(), left({ job_id: 'other' })] });
    openPage();
    await dialog();
    await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[1] ?? document.body);
    expect(await entries()).toHaveLength(1);
    await press('Dismiss');
    expect(noDialog()).toBeNull();
    expect(dismissedSessions()).toEqual(['other', JOB_ID]);
    expect(calls).toEqual([]);
    cleanup();
    openPage();
    await waitFor(() => {
      expect(asked.open).toBe(2);
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(noDialog()).toBeNull();
  });

  it('JOB-12: Dismiss All dismisses all; signing out forgets that', async () => {
    serve(processing(), { open: [left(), left({ job_id: 'j2' })] });
    openPage();
    await dialog();
    await press('Dismiss All');
    expect(noDialog()).toBeNull();
    expect(dismissedSessions()).toEqual([JOB_ID, 'j2']);
    removeUserData();
    expect(dismissedSessions()).toEqual([]);
  });

  it('JOB-12: Start Fresh empties the page; Esc changes nothing', async () => {
    serve(completed(), { open: [left({ job_id: 'j2' })] });
    storeOpenSession(USER_ID, JOB_ID);
    const page = openPage();
    await dialog();
    await user.keyboard('{Escape}');
    await waitFor(() => {
      expect(noDialog()).toBeNull();
    });
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    page.unmount();
    openPage();
    await dialog();
    await press('Start Fresh');
    expect(noDialog()).toBeNull();
    expect(screen.getByText('No results to display.')).toBeVisible();
    expect(dismissedSessions(), 'what was declined is not offered again').toEqual(['j2']);
  });

  it.each([
    ['its own search, which goes on', paths.search(), true],
    ['a session that its address names', paths.search(JOB_ID), false],
  ])('JOB-10, JOB-12: a page that has %s asks nothing', async (_, at, isOpen) => {
    serve(processing(), { open: [left({ job_id: 'j2' })] });
    if (isOpen) storeOpenSession(USER_ID, JOB_ID);
    openPage(at);
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(noDialog()).toBeNull();
  });

  it('JOB-12: where the server does not list them, nothing is asked', async () => {
    serve(processing());
    const asked: string[] = [];
    server.use(
      fake('listJobs', ({ request }) => {
        asked.push(new URL(request.url).search);
        return lost();
      }),
    );
    openPage();
    await waitFor(() => {
      expect(asked, 'runs of schedules go on by themselves').toEqual(['?open=true&runs=false&limit=50']);
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(noDialog()).toBeNull();
  });

  it('JOB-12: somebody who has started another search meanwhile is not asked', async () => {
    serve(processing());
    server.use(fake('listJobs', pending()));
    openPage();
    await search();
    await within(log()).findByText('Processing: 45% - Portland');
    expect(noDialog()).toBeNull();
  });
});
