import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PATTERNS, paths } from '@/shared/paths';
import { fake, jobBody, refusal, resultRow } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { ResultsMapPage } from './ResultsMapPages';

const PLACED = { latitude: 45.5, longitude: -122.6 };
const ROW = resultRow({ ...PLACED, name: 'Alder Brewing' });
const CORNERS = [
  [45.5, -122.6],
  [45.5, -122.5],
  [45.6, -122.5],
];

/** The map beside another page; the nth export has n rows. */
function open(rows = (asked: number) => Array.from({ length: asked }, () => ROW)) {
  const exports = { asked: 0 };
  server.use(
    fake('getJobStatus', jobBody()),
    fake('exportRows', () => {
      exports.asked += 1;
      return rows(exports.asked);
    }),
  );
  const { router } = renderRoutes(
    [
      { path: '/', element: <p>Elsewhere</p> },
      { path: PATTERNS.resultsMap, element: <ResultsMapPage /> },
    ],
    { at: '/' },
  );
  const go = (to: string, results?: unknown[]) =>
    act(() => router.navigate(to, results === undefined ? {} : { state: { results } }));
  return { go, exports };
}

const MAP = paths.resultsMap('s1');
const outlines = () => screen.queryByRole('link', { name: 'Show outlines' });

describe('the map of all results', () => {
  it('RES-05: fetches the rows anew at each visit, since a job that runs delivers more', async () => {
    const { go, exports } = open();
    await go(MAP);
    expect(await screen.findByText('1 location')).toBeVisible();
    await go('/');
    await go(MAP);
    expect(await screen.findByText('2 locations')).toBeVisible();
    expect(exports.asked).toBe(2);
  });

  it('JOB-15: leads to the map with outlines where rows were handed over, which come without theirs', async () => {
    const { go, exports } = open();
    await go(MAP, [ROW]);
    expect(await screen.findByText('1 location')).toBeVisible();
    expect(outlines()).toHaveAttribute('href', paths.sessionMap('s1'));
    expect(exports.asked).toBe(0);
  });

  it.each([
    ['where a row has one', [{ ...ROW, polygon_coords: CORNERS }], true],
    ['and not where none has', [ROW], false],
  ])('JOB-15: of fetched rows %s', async (_, rows, isThere) => {
    const { go } = open(() => rows);
    await go(MAP);
    expect(await screen.findByText('1 location')).toBeVisible();
    expect(outlines() !== null).toBe(isThere);
  });

  it("JOB-16: of Google's rows says why there is no map, and offers no other try", async () => {
    const { go } = open(() => refusal(403, 'A list only', 'list_only') as never);
    await go(MAP);
    expect(await screen.findByText(/may be shown on Google's map only. The list holds them./)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Go Back' })).toBeVisible();
  });
});
