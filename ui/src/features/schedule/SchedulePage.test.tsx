import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, test } from 'vitest';
import { NEEDS_TIER } from '@/shared/credits/credit-check';
import { ownZone } from '@/shared/lib/zone';
import { fake, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { monitor, run, serve, SESSION, skipped } from './schedule.testing';
import { SchedulePage } from './SchedulePage';

const open = (at = '/schedule') =>
  renderScreen(<SchedulePage />, { at, routes: [{ path: '/schedule/:monitorId', element: 'A schedule' }] });
const radio = (name: string | RegExp) => screen.findByRole('radio', { name });
const choose = async (name: string | RegExp) => userEvent.click(await radio(name));
const set = () => userEvent.click(screen.getByRole('button', { name: 'Set Schedule' }));

async function fillSearch() {
  for (const [role, name, text] of [
    ['textbox', 'Search Term', 'brewery'],
    ['textbox', 'State', 'OR'],
    ['combobox', 'Cities', 'Bend'],
  ] as const) {
    await userEvent.click(await screen.findByRole(role, { name }));
    await userEvent.paste(text);
  }
}

async function fillNumber(name: string, value: string) {
  await userEvent.clear(screen.getByRole('textbox', { name }));
  await userEvent.type(screen.getByRole('textbox', { name }), value);
}

const BREWERIES = { search_term: 'brewery', state: 'OR', cities: ['Bend'] };
const DAILY = { schedule: { every: 'day', at: '06:00', zone: ownZone() } };
const REST = { budget: 50, watch_hours: false, enrich: false, first: 'known' };

describe('the form', () => {
  it('SHL-06: daily, weekly or custom, daily at first; nothing is set before the button is pressed', async () => {
    const { sent } = serve();
    open();
    const group = within(await screen.findByRole('radiogroup', { name: 'How often' }));
    expect(group.getAllByRole('radio')).toHaveLength(3);
    expect(group.getByRole('radio', { name: 'Daily' })).toBeChecked();
    expect(group.getByRole('radio', { name: 'Weekly' })).not.toBeChecked();
    expect(group.getByRole('radio', { name: 'Custom' })).not.toBeChecked();
    expect(screen.getByRole('button', { name: 'Set Schedule' })).toBeEnabled();
    await screen.findByText(
      /^The first run begins now, the next one Mar 10, 2026, .* [AP]M\. 1 credit for each new business and each change of one you have not paid for, 0 for other changes\.$/,
    );
    expect(sent).toEqual([]);
  });

  it('sets a new search, and the focus goes to its row', async () => {
    const { sent } = serve();
    open();
    await fillSearch();
    await set();
    expect(await screen.findByRole('link', { name: 'made · Bend, OR' })).toHaveFocus();
    expect(sent).toEqual([['POST /api/monitors', { ...BREWERIES, ...DAILY, ...REST }]]);
    expect(screen.queryByRole('form', { name: 'New schedule' })).toBeNull();
    expect(screen.getByText('1 of 20')).toBeVisible();
  });

  it('sets another rhythm, delivery, budget, facts and hours', async () => {
    const { sent, estimates } = serve();
    open();
    await fillSearch();
    await choose('Weekly');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'On' }), 'Friday');
    await choose(/^Deliver all now, up to 22 credits$/);
    await fillNumber('Most credits a month', '120');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Comprehensive Enrichment' }));
    await screen.findByText(
      /2 credits for each new business and each change of one you have not paid for, 1 for other changes\.$/,
    );
    await waitFor(() => {
      expect(estimates.at(-1)).toEqual({ ...BREWERIES, enrich: true });
    });
    await userEvent.click(screen.getByText('Watched: 5 fields'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Opening hours' }));
    expect(screen.getByText('Watched: 6 fields')).toBeVisible();
    expect(screen.getByText(/if it moved more than 100 m \(0\.06 mi\)\.$/)).toBeVisible();
    await set();
    await waitFor(() => {
      expect(sent).toEqual([
        [
          'POST /api/monitors',
          {
            ...BREWERIES,
            schedule: { every: 'week', weekday: 'friday', at: '06:00', zone: ownZone() },
            budget: 120,
            watch_hours: true,
            enrich: true,
            first: 'all',
          },
        ],
      ]);
    });
  });

  it('sets a custom rhythm: a number chooses what it belongs to', async () => {
    const { sent } = serve();
    open();
    await fillSearch();
    await choose('Custom');
    expect(await radio('every')).toBeChecked();
    await fillNumber('Day of the month', '31');
    expect(await radio('monthly on day')).toBeChecked();
    expect(screen.getByText('The last day in shorter months.')).toBeVisible();
    await set();
    await waitFor(() => {
      expect(sent).toMatchObject([[expect.anything(), { schedule: { every: 'month', day: 31 } }]]);
    });
  });

  it('tells the first broken rule at its field, and sends nothing', async () => {
    const { sent } = serve();
    open();
    await choose('Custom');
    await fillNumber('Days between runs', '1');
    await set();
    expect(await screen.findByText('Choose 2 to 90 days.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Days between runs' })).toHaveFocus();
    await fillNumber('Days between runs', '2');
    await set();
    expect(await screen.findByText('Please enter a search term')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Search Term' })).toHaveFocus();
    await choose('Earlier');
    await screen.findByRole('combobox', { name: 'Earlier search' });
    await set();
    expect(await screen.findByText('Choose an earlier search.')).toBeVisible();
    expect(sent).toEqual([]);
  });

  it('finds a time zone by its full name', async () => {
    const { sent } = serve();
    open();
    await fillSearch();
    const zone = screen.getByRole('combobox', { name: 'Time zone' });
    await userEvent.click(zone);
    await userEvent.clear(zone);
    await userEvent.paste('Pacific/Honolulu');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.click(screen.getByRole('option', { name: 'Honolulu' }));
    await set();
    await waitFor(() => {
      expect(sent).toMatchObject([[expect.anything(), { schedule: { zone: 'Pacific/Honolulu' } }]]);
    });
  });

  it('is without facts where the plan has none', async () => {
    serve({ canEnrich: false });
    open();
    await screen.findByText(NEEDS_TIER);
    expect(screen.getByRole('checkbox', { name: /Comprehensive/ })).toBeDisabled();
  });
});

describe('what the server refuses is told where it belongs', () => {
  const refused = async (status: number, text: string) => {
    serve();
    server.use(fake('createMonitor', refusal(status, text)));
    open();
    await fillSearch();
    await set();
    return screen.findByText(text);
  };

  it('a search that cannot be watched at the search', async () => {
    const said = await refused(409, 'Rows of Google and the public OpenStreetMap server cannot be watched.');
    const first = screen.getByRole('radiogroup', { name: 'At first' });
    expect(said.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('facts at their box', async () => {
    await refused(403, NEEDS_TIER);
    expect(screen.getByRole('checkbox', { name: /Comprehensive/ })).toHaveAccessibleDescription(
      expect.stringContaining(NEEDS_TIER),
    );
  });

  it.each([
    [409, '20 of 20 schedules. Delete one first.'],
    [400, 'The time zone is not known.'],
  ])('all else under the button (%i)', async (status, text) => {
    const said = await refused(status, text);
    const button = screen.getByRole('button', { name: 'Set Schedule' });
    expect(said.compareDocumentPosition(button)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
    expect(said).toHaveAttribute('role', 'alert');
  });
});

test('with as many schedules as there may be, no other is sent', async () => {
  const monitors = Array.from({ length: 20 }, (_, index) => monitor({ id: `m${index}` }));
  const { sent } = serve({ monitors });
  open(`/schedule?session=${SESSION}`);
  expect(await screen.findByText('20 of 20 schedules. Delete one first.')).toBeVisible();
  await screen.findByRole('combobox', { name: 'Earlier search' });
  await set();
  expect(sent).toEqual([]);
});

describe('the list', () => {
  const LISTED = [
    monitor({ id: 'a', name: 'brewery · Bend, OR' }),
    monitor({
      id: 'b',
      name: 'dentist · Salem, OR',
      status: 'paused',
      paused_by: 'plan',
      last: skipped('unchanged'),
    }),
    monitor({
      id: 'c',
      name: 'bakery · Bend, OR',
      warning: 'budget_used',
      last: run({ first: true, new: 0 }),
    }),
    monitor({ id: 'd', name: 'bank · Bend, OR', warning: 'waiting_for_credits' }),
  ];
  const row = async (name: string) =>
    (await screen.findByRole('link', { name })).closest('tr') as HTMLElement;

  it('shows when each runs, what came of it and what it cost; counts are read in words', async () => {
    serve({ monitors: LISTED });
    open();
    const first = await row('brewery · Bend, OR');
    expect(first).toHaveTextContent(/Daily 6 AM.*14 of 50.*On/);
    expect(within(first).getByText('3 new, 1 changed, 0 gone')).toBeInTheDocument();
    expect(within(first).getByText('+3 ~1 −0')).toHaveAttribute('aria-hidden', 'true');
    expect(await row('dentist · Salem, OR')).toHaveTextContent(
      /Skipped: source unchanged.*Paused.*plan ended/,
    );
    expect(await row('bakery · Bend, OR')).toHaveTextContent(/Completed.*Budget used/);
    expect(await row('bank · Bend, OR')).toHaveTextContent('Waiting for credits');
    expect(screen.getByText('4 of 20')).toBeVisible();
    expect(screen.queryByRole('form', { name: 'New schedule' })).toBeNull();
  });

  it('on a phone says in words what has no head there', async () => {
    onPhone();
    serve({ monitors: LISTED });
    open();
    const [first] = within(await screen.findByRole('list', { name: 'Schedules' })).getAllByRole('listitem');
    expect(first).toHaveTextContent(/On.*Daily 6 AM.*next .*3 new, 1 changed, 0 gone.*14 of 50 credits/);
  });

  it('runs, pauses and resumes', async () => {
    const { sent } = serve({ monitors: LISTED });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'Run now: brewery · Bend, OR' }));
    expect(await screen.findByText('brewery · Bend, OR: the run has begun.')).toBeVisible();
    expect(await row('brewery · Bend, OR')).toHaveTextContent('Running');
    await userEvent.click(screen.getByRole('button', { name: 'Run now: brewery · Bend, OR' }));
    for (const [name, item] of [
      ['bakery · Bend, OR', 'Pause'],
      ['dentist · Salem, OR', 'Resume'],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: `More for ${name}` }));
      await userEvent.click(await screen.findByRole('menuitem', { name: item }));
    }
    expect(await screen.findByText('dentist · Salem, OR goes on.')).toBeVisible();
    expect(await row('bakery · Bend, OR')).toHaveTextContent(/Paused.*by you/);
    expect(sent.map(([call]) => call)).toEqual([
      'POST /api/monitors/a/run',
      'POST /api/monitors/c/pause',
      'POST /api/monitors/b/resume',
    ]);
  });

  it('says when a run is skipped at once, when none begins, and why', async () => {
    serve({ monitors: LISTED });
    const last = skipped('unchanged', { slot: '2026-03-11T09:00:00Z' });
    server.use(fake('runMonitor', monitor({ id: 'a', last })));
    open();
    const press = async () =>
      userEvent.click(await screen.findByRole('button', { name: 'Run now: brewery · Bend, OR' }));
    await press();
    expect(await screen.findByText('brewery · Bend, OR: Skipped: source unchanged')).toBeVisible();
    server.use(fake('runMonitor', refusal(409, 'It runs already.')));
    await press();
    expect(await screen.findByText('brewery · Bend, OR: It runs already.')).toHaveAttribute('role', 'alert');
    server.use(fake('runMonitor', monitor({ id: 'a', last })));
    await press();
    expect(await screen.findByText('brewery · Bend, OR: no run has begun.')).toHaveAttribute('role', 'alert');
    server.use(fake('runMonitor', monitor({ id: 'a', last, status: 'paused', paused_by: 'source' })));
    await press();
    expect(await screen.findByText('brewery · Bend, OR is paused: source off')).toHaveAttribute(
      'role',
      'alert',
    );
    expect(screen.queryByText(/Skipped: source unchanged$/, { selector: 'p' })).toBeNull();
  });

  it('deletes once asked, not when it is kept', async () => {
    const { sent } = serve({ monitors: LISTED });
    open();
    const ask = async () => {
      await userEvent.click(await screen.findByRole('button', { name: 'More for bank · Bend, OR' }));
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
      return screen.findByRole('dialog', { name: 'Delete the schedule of bank · Bend, OR?' });
    };
    await userEvent.click(within(await ask()).getByRole('button', { name: 'Keep it' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    const dots = screen.getByRole('button', { name: 'More for bank · Bend, OR' });
    expect(dots).toHaveFocus();
    await ask();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(dots).toHaveFocus();
    expect(sent).toEqual([]);
    await userEvent.click(within(await ask()).getByRole('button', { name: 'Delete schedule' }));
    expect(await screen.findByText('3 of 20')).toBeVisible();
    expect(sent).toEqual([['DELETE /api/monitors/d', null]]);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('says that the last one is deleted, above the form of another', async () => {
    serve({ monitors: [monitor()] });
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'More for brewery · Bend, OR' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Delete schedule' }));
    const form = await screen.findByRole('form', { name: 'New schedule' });
    const said = screen.getByText('The schedule of brewery · Bend, OR is deleted.');
    expect(said).toHaveAttribute('role', 'status');
    expect(said.compareDocumentPosition(form)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  it('opens the form on request, and closes it', async () => {
    serve({ monitors: LISTED });
    const { router } = open(`/schedule?session=${SESSION}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('form', { name: 'New schedule' })).toBeNull();
    expect(screen.getByRole('button', { name: 'New schedule' })).toHaveFocus();
    expect(router.state.location.search).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'New schedule' }));
    expect(await screen.findByRole('form', { name: 'New schedule' })).toBeVisible();
  });

  it('leads to a schedule, and to its form', async () => {
    serve({ monitors: LISTED });
    const { router } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'More for brewery · Bend, OR' }));
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toHaveAttribute(
      'href',
      '/schedule/a?edit=1',
    );
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('link', { name: 'brewery · Bend, OR' }));
    expect(router.state.location.pathname).toBe('/schedule/a');
  });
});

test('a list that could not be loaded is loaded on Try Again', async () => {
  serve({ monitors: [monitor()] });
  let isDown = true;
  server.use(
    fake('listMonitors', () => (isDown ? refusal(503, 'Too busy.') : { monitors: [monitor()], most: 20 })),
  );
  open();
  await screen.findByRole('heading', { name: 'Your schedules could not be loaded' });
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('1 of 20')).toBeVisible();
});
