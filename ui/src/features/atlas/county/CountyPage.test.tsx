import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { AtlasArea } from '@/shared/api/generated';
import { PATTERNS, paths } from '@/shared/paths';
import { fakeShapes } from '@/shared/testing/fake-atlas';
import { creditStatus, fake, refusal } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { CountyPage } from './CountyPage';

const UNION: AtlasArea = {
  fips: '41061',
  name: 'Union County',
  state: 'OR',
  population: 26_196,
  income: 29_113,
  year: 2021,
  neighbors: ['41001', '53003'],
  sources: [],
  columns: [
    'kind',
    'title',
    'low',
    'high',
    'usual',
    'index',
    'index_low',
    'index_high',
    'gap',
    'p_under',
    'class',
    'counted_as',
  ],
  rows: [
    ['dentist', 'Dentist', 0, 2, 5.2, 53, 24, 88, 2.4, 0.93, 'under', null],
    ['ice cream', 'Ice cream', 4, 4, 5, 80, 50, 120, 1, 0.7, 'unknown', 'snack and coffee bars (722515)'],
    ['bar', 'Bar', 14, 18, 9, 160, 120, 190, -6, 0.02, 'over', 'Drinking places (722410)'],
    ['pub', 'Pub', 14, 18, 9, 160, 120, 190, -6, 0.02, 'over', 'Drinking places (722410)'],
  ],
  missing: [
    { kind: 'hotel', reason: 'No income is published for Union County, OR.' },
    { kind: 'motel', reason: 'No income is published for Union County, OR.' },
    { kind: 'zoo', reason: 'Too rare in this table. States only.' },
  ],
};

function open(body: AtlasArea | ReturnType<typeof refusal> = UNION) {
  server.use(...fakeShapes(), fake('getAtlasArea', body), fake('creditStatus', creditStatus()));
  return renderRoutes(
    [
      { path: PATTERNS.atlasArea, element: <CountyPage /> },
      { path: PATTERNS.atlas, element: <p>Map</p> },
      { path: PATTERNS.search, element: <p>Form</p> },
    ],
    { at: paths.atlasArea('41061') },
  );
}

const shown = () => screen.findByRole('table', { name: 'Kinds of business' });

describe('what is missing in a county', () => {
  it('names county, people and income; lists the kinds with room, all on request', async () => {
    const { router } = open();
    expect(await screen.findByText('26,196 residents · $29,113 a head · 3 kinds, 2021')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      'What is missing in Union County, OR',
    );
    const table = within(await shown());
    expect(table.getByText('Dentist')).toBeVisible();
    expect(table.queryByText('Bar')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('radio', { name: 'All 3' }));
    const row = screen.getByText('Bar, pub').closest<HTMLElement>('[role=row], tr');
    const bar = within(row ?? document.body);
    for (const text of ['Crowded', '14–18', '9.0', '−6.0', '98%']) expect(bar.getByText(text)).toBeVisible();
    expect(router.state.location.search).toBe('?all=1');
  });

  it('says what cannot be told, and what is left out and why', async () => {
    open();
    expect(await screen.findByText("1 kind can't be told here.")).toBeVisible();
    expect(
      screen.getByText('No income is published for Union County, OR. 2 kinds that need it are left out.'),
    ).toBeVisible();
    expect(screen.getByText('Too rare in this table. States only. 1 kind is left out.')).toBeVisible();
  });

  it('its neighbors are links, those of another state with its name', async () => {
    open();
    const neighbors = within(await screen.findByRole('list', { name: 'Neighbors' }));
    expect(
      neighbors.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]),
    ).toEqual([
      ['Baker County', '/atlas/41001'],
      ['Asotin County, WA', '/atlas/53003'],
    ]);
    expect(screen.getByRole('link', { name: 'Demand Map' })).toHaveAttribute(
      'href',
      '/atlas?question=open&county=41061&state=OR',
    );
  });

  it('a kind is found by name, and opens on the map', async () => {
    const { router } = open();
    await shown();
    await userEvent.type(screen.getByLabelText('Find a kind'), 'dent');
    const cell = screen.getByText('Dentist').closest<HTMLElement>('[tabindex]');
    cell?.focus();
    await userEvent.keyboard('{Enter}');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/atlas');
    });
    expect(router.state.location.search).toBe('?question=open&kind=dentist&state=OR&county=41061');
  });

  it('a search starts with the kind and the county', async () => {
    const { router } = open();
    await userEvent.click(await screen.findByRole('link', { name: 'Start a search for Dentist' }));
    expect(await screen.findByText('Form')).toBeVisible();
    expect(router.state.location.search).toBe('?term=dentist&county=41061');
  });

  it('on a phone each kind is two lines in words', async () => {
    onPhone();
    open();
    expect(await screen.findByText('0–2 of 5.2 · 2.4 missing')).toBeVisible();
  });

  it('an unknown county is said', async () => {
    open(refusal(404));
    expect(await screen.findByRole('alert')).toHaveTextContent('No county has the code 41061.');
    expect(screen.queryByRole('button', { name: 'Try Again' })).not.toBeInTheDocument();
  });
});
