import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, test, vi } from 'vitest';
import { api } from '@/shared/api/api';
import type { MonitorChange } from '@/shared/api/generated';
import { NEEDS_TIER } from '@/shared/credits/credit-check';
import { ownZone } from '@/shared/lib/zone';
import { noticesBody } from '@/shared/testing/fake-notices';
import { fake, refusal, text } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { MonitorPage } from './MonitorPage';
import { SchedulePage } from './SchedulePage';
import { change, monitor, run, RUN, serve, skipped } from './schedule.testing';

const HOSTILE = '<img src=x onerror="window.hostile=1"> مصنع \u202egnikaerB';

const open = (search = '') =>
  renderRoutes(
    [
      { path: '/schedule', element: <SchedulePage /> },
      { path: '/schedule/:monitorId', element: <MonitorPage /> },
    ],
    { at: `/schedule/m1${search}` },
  );

const CHANGES: Record<'new' | 'changed' | 'gone', MonitorChange[]> = {
  new: [
    change({ n: 0, row_idx: 0, name: 'Boss Rambler', phone: '5415550107', website: 'https://boss.example/' }),
    change({ n: 1, row_idx: 1, name: HOSTILE, website: 'javascript:window.hostile=1' }),
  ],
  changed: [
    change({
      n: 0,
      row_idx: 2,
      fields: [{ field: 'phone' as const, before: '5415550101', after: '5415550199' }],
      moved: { meters: 320, from: [44.05, -121.3] },
    }),
  ],
  gone: [{ n: 0, name: 'Lost Brewing', city: 'Bend', gone: 'not_found' }],
};
const FIRST = { first: true, new: 0, changed: 0, paid: 0, unchanged: 97 };
const FOUND = run({ new: 2, changed: 1, gone: 1 });
const table = (name: string) => screen.findByRole('table', { name });

describe('a schedule', () => {
  it('shows what it does and costs, and how its runs ended', async () => {
    const zone = 'America/Los_Angeles';
    serve({
      monitors: [monitor({ schedule: { every: 'day', at: '06:00', zone } })],
      runs: [
        run({ pending: 2 }),
        skipped('unchanged', { slot: '2026-03-09T13:00:00Z' }),
        skipped('missed', { slot: '2026-03-08T13:00:00Z', slots: 3 }),
        run({ ...FIRST, slot: '2026-03-01T13:00:00Z', session_key: 'first' }),
      ],
    });
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'brewery · Bend, OR' })).toBeVisible();
    expect(screen.getByText('Daily 6:00 AM PDT · 98 known · 14 of 50 credits in March')).toBeVisible();
    const [, ...rows] = within(await table('Runs')).getAllByRole('row');
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1)
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ["Completed · 2 more wait: the month's budget is used.", '3', '1', '0', '3'],
      ['Skipped: source unchanged', '', '', '', '0'],
      ['Missed: the server was off (3 runs)', '', '', '', '0'],
      ['Completed · 97 businesses are known. The next run shows what changed.', '', '', '', '0'],
    ]);
    expect(within(await table('Runs')).getAllByRole('link')).toHaveLength(2);
  });

  it('on a phone has the figures of a run in one line', async () => {
    onPhone();
    serve({ monitors: [monitor()], runs: [run(), skipped('overlap', { slot: '2026-03-09T13:00:00Z' })] });
    open();
    const [first, second] = within(await screen.findByRole('list', { name: 'Runs' })).getAllByRole(
      'listitem',
    );
    expect(first).toHaveTextContent(/\+3 ~1 −03 new, 1 changed, 0 gone · 3 credits$/);
    expect(second).toHaveTextContent(/Skipped: the run before was not done$/);
  });

  it('says that runs wait for credits', async () => {
    serve({ monitors: [monitor({ warning: 'waiting_for_credits' })] });
    open();
    expect(await screen.findByText('Runs wait for credits.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/coupons');
  });

  it('is paused, run and deleted', async () => {
    const { sent } = serve({ monitors: [monitor()] });
    const { router } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Pause' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Resume' }));
    await screen.findByRole('button', { name: 'Pause' });
    await userEvent.click(screen.getByRole('button', { name: 'Run now' }));
    expect(await screen.findByText('brewery · Bend, OR: the run has begun.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'More for brewery · Bend, OR' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete schedule' }));
    await waitFor(() => {
      expect(router.state.location).toMatchObject({ pathname: '/schedule', state: null });
    });
    expect(await screen.findByText('The schedule of brewery · Bend, OR is deleted.')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(sent.map(([call]) => call)).toEqual([
      'POST /api/monitors/m1/pause',
      'POST /api/monitors/m1/resume',
      'POST /api/monitors/m1/run',
      'DELETE /api/monitors/m1',
    ]);
  });

  it('takes its notices with it', async () => {
    serve({ monitors: [monitor()] });
    let asked = 0;
    server.use(
      fake('listNotices', () => {
        asked += 1;
        return noticesBody();
      }),
    );
    const { store } = open();
    // As the bell does.
    await store.dispatch(api.endpoints.listNotices.initiate({ limit: 50 }));
    expect(asked).toBe(1);
    await userEvent.click(await screen.findByRole('button', { name: 'More for brewery · Bend, OR' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete schedule' }));
    await waitFor(() => {
      expect(asked).toBe(2);
    });
  });

  it('is edited: its form holds what it is, and sends what it is to be', async () => {
    const zone = ownZone();
    const schedule = { every: 'week', weekday: 'tuesday', at: '18:30', zone } as const;
    const { sent } = serve({ monitors: [monitor({ schedule, watch_hours: true })] });
    const { router } = open('?edit=1');
    expect(await screen.findByRole('radio', { name: 'Weekly' })).toHaveFocus();
    expect(screen.getByRole('combobox', { name: 'On' })).toHaveValue('tuesday');
    expect(screen.getByText('Watched: 6 fields')).toBeVisible();
    await screen.findByText(/^Next run /);
    const budget = screen.getByRole('textbox', { name: 'Most credits a month' });
    await userEvent.clear(budget);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter 1 to 100,000 credits.')).toBeVisible();
    await userEvent.type(budget, '80');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(sent).toEqual([
      ['PATCH /api/monitors/m1', { schedule, budget: 80, watch_hours: true, enrich: false }],
    ]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('goes on without facts where the plan has none any more: they can be turned off', async () => {
    const lapsed = monitor({ enrich: true, status: 'paused', paused_by: 'plan' });
    const { sent } = serve({ monitors: [lapsed], canEnrich: false });
    open('?edit=1');
    await screen.findByText(NEEDS_TIER);
    const box = screen.getByRole('checkbox', { name: /Comprehensive/ });
    expect(box).toBeChecked();
    await userEvent.click(box);
    expect(box).not.toBeChecked();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(sent).toMatchObject([['PATCH /api/monitors/m1', { enrich: false }]]);
    });
  });

  it('keeps its form open when it could not be saved', async () => {
    serve({ monitors: [monitor()] });
    server.use(fake('changeMonitor', refusal(400, 'The time zone is not known.')));
    open('?edit=1');
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The time zone is not known.')).toHaveAttribute('role', 'alert');
    expect(screen.getByRole('form', { name: 'Edit schedule' })).toBeVisible();
  });

  it('that is not there, says so', async () => {
    serve();
    open();
    expect(await screen.findByRole('heading', { name: 'No such schedule' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Scheduled Scrapes' })).toHaveAttribute('href', '/schedule');
  });
});

describe('a run', () => {
  it('is opened from the table, has the focus, and is closed', async () => {
    serve({ monitors: [monitor()], runs: [FOUND], changes: CHANGES });
    const { router } = open();
    await userEvent.click(within(await table('Runs')).getByRole('link'));
    const title = await screen.findByRole('heading', { name: /^Run of Mar 10, 2026/ });
    await waitFor(() => {
      expect(title).toHaveFocus();
    });
    expect(router.state.location.search).toBe(`?run=${RUN}`);
    expect(await screen.findByText('Completed · 3 credits')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close the run' }));
    expect(router.state.location.search).toBe('');
  });

  it('lists what is new, changed and gone under tabs that stand in the address', async () => {
    serve({ monitors: [monitor()], runs: [FOUND], changes: CHANGES });
    const { router } = open(`?run=${RUN}&view=table`);
    const names = (await screen.findAllByRole('tab')).map((tab) => tab.textContent);
    expect(names).toEqual(['New 2', 'Changed 1', 'Gone 1']);
    const added = within(await table('New businesses'));
    expect(added.getByRole('link', { name: 'Boss Rambler' })).toHaveAttribute('href', `/account/${RUN}/0`);
    expect(added.getByText('(541) 555-0107')).toBeVisible();
    await userEvent.click(screen.getByRole('tab', { name: 'Changed 1' }));
    expect(router.state.location.search).toBe(`?run=${RUN}&view=table&show=changed`);
    const [, phone, moved] = within(await table('Changed businesses')).getAllByRole('row');
    expect(phone).toHaveTextContent('Cascade BrewingPhonewas (541) 555-0101now (541) 555-0199');
    expect(screen.getByText('(541) 555-0101').tagName).toBe('DEL');
    expect(screen.getByText('(541) 555-0199').tagName).toBe('INS');
    expect(moved).toHaveTextContent('Cascade BrewingPositionMoved 0.2 mi');
    await userEvent.click(screen.getByRole('tab', { name: 'Gone 1' }));
    expect(await table('Businesses that are gone')).toHaveTextContent('Lost BrewingBendNot found this time');
  });

  it('reads a change in one line on a phone', async () => {
    onPhone();
    serve({ monitors: [monitor()], runs: [FOUND], changes: CHANGES });
    open(`?run=${RUN}&show=changed`);
    const [phone, moved] = within(
      await screen.findByRole('list', { name: 'Changed businesses' }),
    ).getAllByRole('listitem');
    expect(phone).toHaveTextContent('Cascade BrewingPhone was (541) 555-0101 → , now (541) 555-0199');
    expect(moved).toHaveTextContent('Moved 0.2 mi');
  });

  it('keeps hostile names texts', async () => {
    serve({ monitors: [monitor({ name: HOSTILE })], runs: [FOUND], changes: CHANGES });
    open(`?run=${RUN}&view=table`);
    const added = within(await table('New businesses'));
    expect(added.getByText(HOSTILE)).toBeVisible();
    expect(added.queryByRole('link', { name: /^javascript/ })).toBeNull();
    const title = screen.getByRole('heading', { level: 1, name: HOSTILE });
    expect(within(title).getByText(HOSTILE).tagName, 'its direction is its own').toBe('BDI');
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText(/is paused\.$/)).toHaveTextContent(/^\u2068<img .*\u2069 is paused\.$/);
    expect(document.querySelector('img')).toBeNull();
  });

  it('saves and downloads what is new and changed, not what is gone', async () => {
    serve({ monitors: [monitor()], runs: [FOUND], changes: CHANGES });
    const saved: unknown[] = [];
    const exported: string[] = [];
    server.use(
      fake('listSavedCompanies', refusal(503)),
      fake('saveCompanies', async ({ request }) => {
        saved.push(await request.json());
        return { success: true, message: 'Saved', saved: 3, already_existed: 0, failed: 0, results: [] };
      }),
      fake('exportRows', ({ request }) => {
        exported.push(new URL(request.url).search);
        return text('name\n');
      }),
    );
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => undefined }),
    );
    open(`?run=${RUN}&view=table`);
    await userEvent.click(await screen.findByRole('button', { name: 'Save All to My Companies' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Save 3 companies' }));
    expect(await screen.findByText('Saved 3 companies to My Companies')).toBeVisible();
    expect(saved).toMatchObject([{ session_id: RUN, rows: [0, 1, 2] }]);
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await waitFor(() => {
      expect(exported).toEqual([`?sessionKey=${RUN}&format=csv`]);
    });
  });

  it('loads further changes on request', async () => {
    serve({ monitors: [monitor()], runs: [run({ new: 2, changed: 0 })] });
    const asked: (string | null)[] = [];
    server.use(
      fake('listMonitorChanges', ({ request }) => {
        const after = new URL(request.url).searchParams.get('after');
        asked.push(after);
        return after === null
          ? { changes: [change({ name: 'First' })], next: 0, total: 2 }
          : { changes: [change({ n: 1, name: 'Second' })], total: 2 };
      }),
    );
    open(`?run=${RUN}&view=table`);
    await userEvent.click(await screen.findByRole('button', { name: 'Show more: 1 of 2 businesses' }));
    expect(await screen.findByRole('link', { name: 'Second' })).toBeVisible();
    expect(asked).toEqual([null, '0']);
    expect(screen.queryByRole('button', { name: /^Show more/ })).toBeNull();
  });

  it('that goes on, says so, and shows what came of it once it is done', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { state } = serve({ monitors: [monitor({ running: RUN })], changes: CHANGES });
    let now = run({ result: 'running', new: 0, changed: 0 });
    server.use(
      fake('listMonitorRuns', () => ({ runs: [now] })),
      fake('getMonitorRun', () => now),
    );
    open(`?run=${RUN}&view=table`);
    expect(await screen.findByText('The run goes on. You can close this page.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveAttribute('aria-disabled', 'true');
    const forgotten = vi.spyOn(api.util, 'invalidateTags');
    now = FOUND;
    state.monitors = [monitor({ last: FOUND })];
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await screen.findByRole('tab', { name: 'New 2' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Run now' })).toHaveAttribute('aria-disabled', 'false');
    expect(forgotten, 'what the bell, the credits and saved companies show').toHaveBeenCalledWith(
      expect.arrayContaining(['Credits', 'History', 'Notices', 'Crm']),
    );
  });

  it.each([
    [run(FIRST), '97 businesses are known. The next run shows what changed.'],
    [run({ new: 0, changed: 0 }), 'Nothing changed.'],
  ])('without changes has no tabs: %o', async (ended, said) => {
    serve({ monitors: [monitor()], runs: [ended] });
    open(`?run=${RUN}`);
    const panel = within(await screen.findByRole('region', { name: /^Run of/ }));
    expect(await panel.findByText(said)).toBeVisible();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('that is not there, says so', async () => {
    serve({ monitors: [monitor()], runs: [] });
    open('?run=none');
    expect(await screen.findByRole('heading', { name: 'No such run' })).toBeVisible();
    expect(await screen.findByText('No runs yet.')).toBeVisible();
  });
});

test('changes that could not be loaded are loaded on Try Again', async () => {
  serve({ monitors: [monitor()], runs: [run({ new: 2, changed: 0 })], changes: CHANGES });
  server.use(fake('listMonitorChanges', refusal(503, 'Too busy.')));
  open(`?run=${RUN}&view=table`);
  await screen.findByRole('heading', { name: 'The changes could not be loaded' });
  server.use(fake('listMonitorChanges', { changes: CHANGES.new, total: 2 }));
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('link', { name: 'Boss Rambler' })).toBeVisible();
});
