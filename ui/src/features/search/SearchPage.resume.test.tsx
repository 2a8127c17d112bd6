import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fake, historyEntry, lost, pending } from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { paths } from '@/shared/paths';
import {
  beginSession,
  loadSessions,
  storeSession,
  type LocalSession,
} from '@/features/scraper/local-sessions';
import {
  completed,
  JOB_ID,
  log,
  openPage,
  press,
  processing,
  search,
  serve,
  STORED,
  user,
} from './SearchPage.testing';
import { ACTIVE_JOB_KEY, STORAGE_KEYS, storeActiveJob, storeResults } from './stored-session';

const MINUTE_MS = 60_000;
const SEARCH = { term: 'bakery', state: 'WA', cities: ['Seattle'], enrich: false };

function leftSearch(changes: Partial<LocalSession> = {}): void {
  const now = Date.now();
  storeSession({
    ...beginSession(USER_ID, SEARCH),
    jobId: JOB_ID,
    status: 'paused',
    progress: 40,
    statusLog: [{ id: 1, at: now, text: 'Searching for "bakery"' }],
    createdAt: now - 130 * MINUTE_MS,
    updatedAt: now - 125 * MINUTE_MS,
    ...changes,
  });
}

const dialog = () => screen.findByRole('dialog', { name: 'Resume a search?' });
const noDialog = () => screen.queryByRole('dialog');
const statuses = () => loadSessions(USER_ID, Date.now()).map(({ status }) => status);

describe('a search that was left', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('JOB-12: is offered with what it is, how far, and how long ago; Resume goes on with it', async () => {
    const { calls, job } = serve(processing());
    leftSearch();
    openPage();
    expect(await dialog()).toHaveTextContent('bakery · Seattle · WA');
    expect(await dialog()).toHaveTextContent('paused 40% · 2 hours 5 minutes ago');
    await press('Resume');
    expect(noDialog()).toBeNull();
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
    expect(within(log()).getByText('Searching for "bakery"')).toBeVisible();
    expect(screen.getByRole('timer')).toHaveTextContent(/^2:10:/);
    await waitFor(() => {
      expect(statuses()).toEqual(['running']);
    });
    Object.assign(job, completed());
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    await waitFor(() => {
      expect(statuses()).toEqual(['completed']);
    });
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([]);
  });

  it('JOB-12: Dismiss leaves the job alone, and does not ask again', async () => {
    const { calls } = serve(processing(), {
      history: [
        historyEntry({ session_id: 'other', status: 'processing', timestamp: new Date().toISOString() }),
      ],
    });
    leftSearch();
    openPage();
    await dialog();
    await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[1] ?? document.body);
    expect(screen.getAllByRole('listitem')).toHaveLength(1);
    await press('Dismiss');
    expect(noDialog()).toBeNull();
    expect(statuses()).toEqual(['dismissed', 'dismissed']);
    expect(calls).toEqual([]);
    cleanup();
    const history = vi.fn();
    server.events.on('request:start', ({ request }) => {
      if (request.url.includes('/history/')) history();
    });
    openPage();
    await waitFor(() => {
      expect(history).toHaveBeenCalled();
    });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(noDialog()).toBeNull();
  });

  it('JOB-12: Dismiss All dismisses all', async () => {
    serve(processing());
    leftSearch();
    leftSearch({ jobId: 'j2' });
    openPage();
    await dialog();
    await press('Dismiss All');
    expect(noDialog()).toBeNull();
    expect(statuses()).toEqual(['dismissed', 'dismissed']);
  });

  it('JOB-12: Start Fresh empties the page; Esc changes nothing', async () => {
    serve(processing());
    leftSearch();
    storeResults(USER_ID, STORED);
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
    expect(statuses(), 'what was declined is not offered again').toEqual(['dismissed']);
  });

  it.each([
    ['its own job, which is gone on with', paths.search(), true],
    ['a session that its address names', paths.search(JOB_ID), false],
  ])('JOB-10, JOB-12: a page that has %s asks nothing', async (_, at, isActive) => {
    serve(processing());
    leftSearch();
    if (isActive) storeActiveJob({ jobId: JOB_ID, userId: USER_ID, enrich: false, startedAt: Date.now() });
    openPage(at);
    expect(await within(log()).findByText('Processing: 45% - Portland')).toBeVisible();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(noDialog()).toBeNull();
  });

  it('JOB-12: a search is paused when its page is left', async () => {
    serve(processing());
    openPage();
    await search();
    await within(log()).findByText('Processing: 45% - Portland');
    await waitFor(() => {
      expect(statuses()).toEqual(['running']);
    });
    cleanup();
    expect(statuses()).toEqual(['paused']);
    expect(localStorage.getItem(ACTIVE_JOB_KEY), 'a reload goes on with it').toContain(JOB_ID);
  });

  it('JOB-12: where the history cannot be had, what the browser knows is offered', async () => {
    serve(processing());
    server.use(fake('creditHistory', lost()));
    leftSearch();
    openPage();
    expect(await dialog()).toHaveTextContent('bakery · Seattle · WA');
  });

  it('JOB-12: who has started another search meanwhile is not asked', async () => {
    serve(processing());
    server.use(fake('creditHistory', pending()));
    leftSearch({ jobId: 'j2' });
    openPage();
    await search();
    await within(log()).findByText('Processing: 45% - Portland');
    expect(noDialog()).toBeNull();
  });

  it('JOB-10: rows that would only be fetched again give way to the session of the address', async () => {
    const { calls } = serve(completed());
    // Too large for this browser's storage: only their session is known.
    const owner = { userId: USER_ID, sessionKey: 'large', sample: false };
    localStorage.setItem(STORAGE_KEYS.sessionKey, JSON.stringify(owner));
    openPage(paths.search(JOB_ID));
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(calls).toContain(`GET /api/jobs/status/${JOB_ID}`);
    expect(screen.queryByRole('button', { name: 'Open Session' })).toBeNull();
  });
});
