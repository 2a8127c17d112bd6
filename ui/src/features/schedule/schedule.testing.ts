/** Schedules, runs and changes for tests, and a server that notes what is sent to it. */
import type { JobBody, MonitorBody, MonitorChange, MonitorRun } from '@/shared/api/generated';
import { ownZone } from '@/shared/lib/zone';
import { creditStatus, estimate, fake, fakeDone, jobBody, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import type { ChangeKind } from './monitors-api';

export const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const RUN = '7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c';

export function run(changes: Partial<MonitorRun> = {}): MonitorRun {
  return {
    slot: '2026-03-10T13:00:00Z',
    at: '2026-03-10T13:00:05Z',
    session_key: RUN,
    result: 'completed',
    by_hand: false,
    first: false,
    made_up: false,
    slots: 1,
    new: 3,
    changed: 1,
    gone: 0,
    unchanged: 94,
    paid: 3,
    pending: 0,
    left_out: 0,
    publisher: [],
    ended_at: '2026-03-10T13:01:00Z',
    ...changes,
  };
}

export function skipped(reason: string, changes: Partial<MonitorRun> = {}): MonitorRun {
  const skip = run({ result: 'skipped', reason, new: 0, changed: 0, paid: 0, ...changes });
  delete skip.session_key;
  return skip;
}

export function monitor(changes: Partial<MonitorBody> = {}): MonitorBody {
  return {
    id: 'm1',
    name: 'brewery · Bend, OR',
    search: { term: 'brewery', state: 'OR', cities: ['Bend'] },
    schedule: { every: 'day', at: '06:00', zone: ownZone() },
    budget: 50,
    watch_hours: false,
    enrich: false,
    first: 'known',
    status: 'on',
    next_run: '2026-03-11T13:00:00Z',
    last: run(),
    spent: 14,
    month: '2026-03',
    known: 98,
    created_at: '2026-03-01T00:00:00Z',
    ...changes,
  };
}

export function change(changes: Partial<MonitorChange> = {}): MonitorChange {
  return {
    n: 0,
    row_idx: 0,
    name: 'Cascade Brewing',
    city: 'Bend',
    latitude: 44.06,
    longitude: -121.31,
    ...changes,
  };
}

interface Served {
  monitors?: MonitorBody[];
  runs?: MonitorRun[];
  changes?: Partial<Record<ChangeKind, MonitorChange[]>>;
  jobs?: JobBody[];
  canEnrich?: boolean;
}

/** `sent` has every call that changes something, and what it asked for; `estimates` what was estimated. */
export function serve({ monitors = [], runs = [run()], changes = {}, jobs, canEnrich = true }: Served = {}) {
  const sent: [call: string, body: unknown][] = [];
  const estimates: unknown[] = [];
  const state = { monitors };
  const find = (id: unknown) => state.monitors.find((each) => each.id === id);
  const note = async (request: Request) => {
    const text = await request.text();
    sent.push([
      `${request.method} ${new URL(request.url).pathname}`,
      text === '' ? null : (JSON.parse(text) as unknown),
    ]);
  };
  const put = (id: unknown, changed: Partial<MonitorBody>) => {
    state.monitors = state.monitors.map((each) => (each.id === id ? { ...each, ...changed } : each));
    return find(id) ?? refusal(404);
  };
  server.use(
    fake('creditStatus', creditStatus({ can_enrich: canEnrich })),
    fake('listJobs', { jobs: jobs ?? [jobBody({ job_id: SESSION })], next: null }),
    fake('estimateScrape', async ({ request }) => {
      estimates.push(await request.json());
      return estimate({ rows_at_most: 22, credits_at_most: 22 });
    }),
    fake('listMonitors', () => ({ monitors: state.monitors, most: 20 })),
    fake('createMonitor', async ({ request }) => {
      await note(request);
      const made = monitor({ id: 'made', name: 'made · Bend, OR' });
      state.monitors = [made, ...state.monitors];
      return made;
    }),
    fake('previewMonitor', { next_run: '2026-03-10T13:00:00Z' }),
    fake('getMonitor', ({ params }) => find(params.monitorId) ?? refusal(404)),
    fake('changeMonitor', async ({ request, params }) => {
      await note(request);
      return put(params.monitorId, {});
    }),
    fakeDone('deleteMonitor', async ({ request, params }) => {
      await note(request);
      state.monitors = state.monitors.filter(({ id }) => id !== params.monitorId);
    }),
    fake('pauseMonitor', async ({ request, params }) => {
      await note(request);
      return put(params.monitorId, { status: 'paused', paused_by: 'user' });
    }),
    fake('resumeMonitor', async ({ request, params }) => {
      await note(request);
      return put(params.monitorId, { status: 'on' });
    }),
    fake('runMonitor', async ({ request, params }) => {
      await note(request);
      return put(params.monitorId, { running: 'r2' });
    }),
    fake('listMonitorRuns', () => ({ runs })),
    fake(
      'getMonitorRun',
      ({ params }) => runs.find(({ session_key: key }) => key === params.sessionKey) ?? refusal(404),
    ),
    fake('listMonitorChanges', ({ request }) => {
      const kind = new URL(request.url).searchParams.get('kind') as ChangeKind;
      const found = changes[kind] ?? [];
      return { changes: found, total: found.length };
    }),
  );
  return { sent, estimates, state };
}
