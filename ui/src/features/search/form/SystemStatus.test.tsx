import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  creditStatus,
  datasetBody,
  estimate,
  fake,
  fieldsBody,
  refusal,
  sourcesBody,
} from '@/shared/testing/fakes';
import { renderScreen, TEST_CONFIG } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import type { Estimate } from '@/shared/api/generated';
import { SearchPage } from '../SearchPage';
import { ESTIMATE_DELAY_MS } from '@/shared/search/form/use-estimate';

const user = userEvent.setup({ delay: null });
const inForm = () =>
  within(screen.getByRole('form', { name: 'Search' })).getByRole('region', { name: 'Estimate' });

/** A server that answers each estimate with a function of the request. */
function serve(answer: (question: Question) => Estimate | Promise<Estimate>, datasets = [datasetBody()]) {
  const asked: Question[] = [];
  server.use(
    fake('getConfig', TEST_CONFIG),
    fake('listFields', fieldsBody([])),
    fake('creditStatus', creditStatus()),
    fake('creditHistory', { data: [] }),
    fake('listCities', { state: 'OR', cities: [] }),
    fake('listSources', sourcesBody(datasets)),
    fake('estimateScrape', async ({ request }) => {
      const question = (await request.clone().json()) as Question;
      asked.push(question);
      return answer(question);
    }),
  );
  return asked;
}

interface Question {
  search_term: string;
  state: string;
  cities: string[];
  enrich: boolean;
  source?: string;
}

async function type(cities: string) {
  await user.type(screen.getByLabelText('Search Term'), 'brewery');
  await user.type(screen.getByLabelText('State'), 'OR');
  await user.type(screen.getByRole('combobox', { name: 'Cities' }), cities);
}

const openPage = () => renderScreen(<SearchPage />, { at: '/googlemaps' });

describe('the estimate and System Status, before a search', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('JOB-16: says who answers, how old, under which license, how many rows and credits', async () => {
    const asked = serve(() => estimate({ unknown_cities: ['Bendd'] }));
    openPage();
    await type('Portland, Bendd');
    expect(
      await screen.findByText('open-brewery-db · 112 days old · MIT license · ships with DemandAtlas'),
    ).toBeVisible();
    expect(inForm()).toHaveTextContent('Up to 98 rows, 98 credits');
    expect(inForm()).toHaveTextContent('4 credits to start, 412 left');
    expect(inForm()).toHaveTextContent('Not known in OR, check the spelling: Bendd');
    expect(asked).toEqual([
      { search_term: 'brewery', state: 'OR', cities: ['Portland', 'Bendd'], enrich: false },
    ]);
    const start = screen.getByRole('button', { name: 'Start Scraping' });
    expect(inForm().compareDocumentPosition(start), 'the cost is read before the button').toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('JOB-16: asks 400 ms after the last change, and a late answer to an earlier question is ignored', async () => {
    let first: (late: Estimate) => void = () => undefined;
    const asked = serve(({ cities }) =>
      cities.length > 1
        ? estimate({ rows_at_most: 7, credits_at_most: 7 })
        : new Promise((resolve) => {
            first = resolve;
          }),
    );
    openPage();
    await type('Bend');
    expect(asked).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(ESTIMATE_DELAY_MS);
    await vi.waitFor(() => {
      expect(asked).toHaveLength(1);
    });
    await user.type(screen.getByRole('combobox', { name: 'Cities' }), ', Salem');
    expect(await screen.findByText('Up to 7 rows, 7 credits')).toBeVisible();
    first(estimate({ rows_at_most: 1, credits_at_most: 1 }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(screen.getByText('Up to 7 rows, 7 credits')).toBeVisible();
    expect(asked.map(({ cities }) => cities)).toEqual([['Bend'], ['Bend', 'Salem']]);
  });

  it.each([
    ['Up to 98 rows, 98 credits', {}],
    ['More than 98 rows, more than 98 credits', { rows_are_more: true }],
    [
      'More than 98 rows, up to 120 credits',
      { rows_are_more: true, credits_at_most: 120, credits_left: 120 },
    ],
  ])('JOB-16: %s', async (text, counted) => {
    serve(() => estimate(counted));
    openPage();
    await type('Portland');
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('JOB-16: what cannot be told is said to be unknown, and what is not covered is named', async () => {
    const unknown = estimate({ skipped_cities: ['Salem'] });
    delete unknown.rows_at_most;
    delete unknown.credits_at_most;
    serve(() => unknown);
    openPage();
    await type('Portland, Bend, Salem');
    expect(await screen.findByText('Rows and cost: unknown until it runs')).toBeVisible();
    expect(inForm()).toHaveTextContent('Not covered, left out and not charged: Salem');
    expect(inForm()).toHaveTextContent('for Portland, Bend');
  });

  it('JOB-16: a search that nothing covers says what to do; another source can be chosen', async () => {
    const text = "Nothing loaded here covers 'brewery' in Bend, OR.";
    const asked = serve(({ source }) =>
      source === undefined ? estimate({ answers: [], refusal: text, skipped_cities: ['Bend'] }) : estimate(),
    );
    openPage();
    await type('Bend');
    expect(await screen.findByText(text)).toBeVisible();
    await user.selectOptions(screen.getByLabelText('Source'), 'Sample data (made up)');
    expect(await screen.findByText('Up to 98 rows, 98 credits')).toBeVisible();
    expect(asked.at(-1)?.source).toBe('sample');
  });

  it('JOB-16: a first run says what is loaded and how to get the state that is typed', async () => {
    serve(() => estimate());
    openPage();
    expect(
      await screen.findByText(/ships with DemandAtlas is loaded: open-brewery-db \(8,213 places, MIT\)/),
    ).toBeVisible();
    await user.type(screen.getByLabelText('State'), 'RI');
    expect(screen.getByText('demandatlas places fetch overture --state RI')).toBeVisible();
    expect(screen.getByText('demandatlas reference fetch')).toBeVisible();
  });

  it('JOB-16: once more is loaded that line goes; an estimate that fails stops nobody', async () => {
    serve(() => estimate(), [datasetBody({ name: 'overture-ri', shipped: false })]);
    server.use(fake('estimateScrape', refusal(503)));
    openPage();
    await type('Bend');
    expect(await screen.findByText(/is not available right now/)).toBeVisible();
    expect(screen.queryByText('demandatlas reference fetch')).toBeNull();
    expect(screen.getByRole('button', { name: 'Start Scraping' })).toBeEnabled();
  });
});
