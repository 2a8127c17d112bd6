import { beforeEach, describe, expect, it, vi } from 'vitest';
import { removeUserData } from '@/shared/lib/browser-storage';
import { historyEntry, jobBody } from '@/shared/testing/fakes';
import { initialState, reduceJob, type Happening, type JobState } from '@/shared/job/session';
import {
  beginSession,
  changeSession,
  EXPIRES_AFTER_MS,
  isResumable,
  loadSessions,
  pauseSession,
  sessionOfJob,
  storeSession,
  type LocalSession,
  type SessionStatus,
} from './local-sessions';
import { withHistory } from './resumable';
import { NO_ROWS } from '@/shared/results/session-rows';
import { sessionStatus } from './use-local-session';

const USER = 'dev|ada';
const NOW = Date.UTC(2026, 2, 4, 15, 6, 9);
const SEARCH = { term: 'brewery', state: 'OR', cities: ['Portland'], enrich: true };
const JOB = { jobId: 'j1', userId: USER, enrich: true, startedAt: NOW };

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});

/** A session of the job j1 that was stored just now. */
function stored(changes: Partial<LocalSession> = {}): LocalSession {
  const session = { ...beginSession(USER, SEARCH), jobId: 'j1', ...changes };
  storeSession(session);
  return session;
}

const statusNow = () => sessionOfJob(USER, 'j1')?.status;

function after(...events: Happening[]): JobState {
  return events.reduce((state, event) => reduceJob(state, { ...event, at: NOW }), initialState(null, null));
}

describe('the nine states of a search', () => {
  const summary = { term: 'brewery', state: 'OR', cities: ['Portland'], city_count: 1 };
  const accepted: Happening = { type: 'accepted', job: JOB, search: summary, description: 'Searching' };
  const polled = (changes: Parameters<typeof jobBody>[0]): Happening => ({
    type: 'polled',
    job: jobBody(changes),
  });
  const rows: Happening = {
    type: 'resultsFetched',
    results: { sessionKey: 'j1', session: { ...NO_ROWS, total: 1 }, enriched: false, sample: false },
  };
  const lost: Happening = { type: 'lost', text: 'Network connection lost' };

  it.each<[string, SessionStatus | null, Happening[]]>([
    ['accepted', 'active', [accepted]],
    ['running', 'running', [accepted, polled({ status: 'processing', progress: 40 })]],
    ['offline while it runs', 'paused', [accepted, polled({ status: 'processing' }), lost]],
    ['back again', 'running', [accepted, lost, polled({ status: 'processing' })]],
    ['ended, without its rows yet', 'running', [accepted, polled({ status: 'completed' })]],
    ['its rows are being enriched', 'enriching', [accepted, polled({ status: 'completed' }), rows]],
    [
      'enriched',
      'completed',
      [accepted, polled({ status: 'completed' }), rows, { type: 'enrichmentDone', text: 'Done' }],
    ],
    ['failed', 'failed', [accepted, polled({ status: 'failed' }), rows]],
    ['cancelled', 'cancelled', [accepted, polled({ status: 'cancelled' }), rows]],
    ['not known yet', null, [{ type: 'recovering', job: JOB, log: [] }]],
  ])('JOB-12: %s is %s', (_, status, events) => {
    expect(sessionStatus(after(...events))).toBe(status);
  });

  it('JOB-12: initialized when it is submitted, dismissed when that is said', () => {
    expect(beginSession(USER, SEARCH)).toMatchObject({
      userId: USER,
      query: 'brewery',
      location: 'OR',
      cities: ['Portland'],
      enrich: true,
      jobId: null,
      status: 'initialized',
      createdAt: NOW,
      updatedAt: NOW,
    });
    stored({ status: 'running' });
    changeSession(USER, 'j1', { status: 'dismissed' });
    expect(statusNow()).toBe('dismissed');
  });

  it.each<[SessionStatus, SessionStatus]>([
    ['active', 'paused'],
    ['running', 'paused'],
    ['enriching', 'paused'],
    ['completed', 'completed'],
    ['dismissed', 'dismissed'],
  ])('JOB-12: leaving the page makes %s %s', (before, status) => {
    stored({ status: before });
    pauseSession(USER, 'j1');
    expect(statusNow()).toBe(status);
  });
});

describe('what can be resumed', () => {
  it.each<[SessionStatus, boolean, boolean]>([
    ['initialized', false, false],
    ['active', true, false],
    ['running', true, false],
    ['paused', true, false],
    ['enriching', true, false],
    ['completed', false, false],
    ['failed', false, false],
    ['cancelled', false, false],
    ['dismissed', false, false],
  ])('JOB-12: %s: %s with a job id, %s without', (status, withJob, without) => {
    expect(isResumable(stored({ status }))).toBe(withJob);
    expect(isResumable(stored({ status, jobId: null }))).toBe(without);
  });

  it('JOB-12: for 24 hours after the last that happened to it', () => {
    stored({ status: 'paused' });
    expect(loadSessions(USER, NOW + EXPIRES_AFTER_MS - 1)).toHaveLength(1);
    expect(loadSessions(USER, NOW + EXPIRES_AFTER_MS)).toEqual([]);
    expect(Object.keys(localStorage), 'it is gone').toEqual([]);
  });

  it("JOB-12: never another user's; signing out removes them, and nothing brings them back", () => {
    stored({ status: 'running' });
    expect(loadSessions('dev|eve', NOW)).toEqual([]);
    stored({ status: 'running' });
    removeUserData();
    pauseSession(USER, 'j1');
    changeSession(USER, 'j1', { status: 'running' });
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('JOB-12: what runs at the server is offered, too: started elsewhere, or before the last sign-in', () => {
    const search = { term: 'bakery', state: 'WA', cities: ['Seattle'], city_count: 1 };
    const history = [
      historyEntry({ session_id: 'j2', status: 'processing', timestamp: '2026-03-04T13:01:00Z', search }),
      historyEntry({ session_id: 'j3', status: 'queued', timestamp: '2026-03-03T15:06:00Z', search }),
      historyEntry({ session_id: 'j4', status: 'completed', search }),
    ];
    const local = stored({ status: 'paused' });
    const offered = withHistory([local], history, USER, NOW);
    expect(offered.map(({ jobId, status }) => [jobId, status])).toEqual([
      ['j1', 'paused'],
      ['j2', 'running'],
    ]);
    expect(offered[1]).toMatchObject({ query: 'bakery', location: 'WA', cities: ['Seattle'], userId: USER });
    const dismissed = stored({ jobId: 'j2', status: 'dismissed' });
    expect(withHistory([dismissed], history, USER, NOW)).toEqual([]);
  });

  it.each([
    ['completed', false, []],
    ['completed', true, ['j1']],
    ['failed', true, []],
    ['cancelled', true, []],
    ['processing', false, ['j1']],
  ] as const)(
    'JOB-12: one that is %s at the server (to be enriched: %s) is offered: %j',
    (status, enrich, offered) => {
      const local = stored({ status: 'paused', enrich });
      const history = [historyEntry({ session_id: 'j1', status })];
      expect(withHistory([local], history, USER, NOW).map(({ jobId }) => jobId)).toEqual(offered);
      expect(statusNow()).toBe(offered.length === 0 ? status : 'paused');
    },
  );
});
