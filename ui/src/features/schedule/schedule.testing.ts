/** Schedules, runs and changes for tests, and a server that notes what is sent to it. */
import { MONITORS, type Change, type ChangeKind, type Monitor, type Run } from '@/shared/api/monitor-calls';
import { ownZone } from '@/shared/lib/zone';
import { creditStatus, estimate, fake, fakeCall, jobBody, noContent, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import type { JobBody } from '@/shared/api/generated';

export const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e';
export const RUN = '7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c';

export function run(changes: Partial<Run> = {}): Run {
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
    publisher: [],
    ended_at: '2026-03-10T13:01:00Z',
    ...changes,
  };
}

export function skipped(reason: string, changes: Partial<Run> = {}): Run {
  const skip = run({ result: 'skipped', reason, new: 0, changed: 0, paid: 0, ...changes });
  delete skip.session_key;
  return skip;
}

export function monitor(changes: Partial<Monitor> = {}): Monitor {
  return {
    id: 'm1',
    name: 'brewery · Bend, OR',
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

export function change(changes: Partial<Change> = {}): Change {
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
  monitors?: Monitor[];
  runs?: Run[];
  changes?: Partial<Record<ChangeKind, Change[]>>;
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
  const put = (id: unknown, changed: Partial<Monitor>) => {
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
    fakeCall('get', MONITORS, () => ({ monitors: state.monitors, most: 20 })),
    fakeCall('post', MONITORS, async ({ request }) => {
      await note(request);
      const made = monitor({ id: 'made', name: 'made · Bend, OR' });
      state.monitors = [made, ...state.monitors];
      return made;
    }),
    fakeCall('post', `${MONITORS}/:preview`, { next_run: '2026-03-10T13:00:00Z' }),
    fakeCall('get', `${MONITORS}/:id`, ({ params }) => find(params.id) ?? refusal(404)),
    fakeCall('patch', `${MONITORS}/:id`, async ({ request, params }) => {
      await note(request);
      return put(params.id, {});
    }),
    fakeCall('delete', `${MONITORS}/:id`, async ({ request, params }) => {
      await note(request);
      state.monitors = state.monitors.filter(({ id }) => id !== params.id);
      return noContent();
    }),
    fakeCall('post', `${MONITORS}/:id/pause`, async ({ request, params }) => {
      await note(request);
      return put(params.id, { status: 'paused', paused_by: 'user' });
    }),
    fakeCall('post', `${MONITORS}/:id/resume`, async ({ request, params }) => {
      await note(request);
      return put(params.id, { status: 'on' });
    }),
    fakeCall('post', `${MONITORS}/:id/run`, async ({ request, params }) => {
      await note(request);
      return put(params.id, { running: 'r2' });
    }),
    fakeCall('get', `${MONITORS}/:id/runs`, () => ({ runs })),
    fakeCall(
      'get',
      `${MONITORS}/:id/runs/:session`,
      ({ params }) => runs.find(({ session_key: key }) => key === params.session) ?? refusal(404),
    ),
    fakeCall('get', `${MONITORS}/:id/runs/:session/changes`, ({ request }) => {
      const kind = new URL(request.url).searchParams.get('kind') as ChangeKind;
      const found = changes[kind] ?? [];
      return { changes: found, total: found.length };
    }),
  );
  return { sent, estimates, state };
}
