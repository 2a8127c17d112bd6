import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CreditStatusApiResponse, ScrapeBody } from '@/shared/api/generated';
import {
  creditStatus,
  fake,
  fieldsBody,
  jobBody,
  packedResult,
  refusal,
  resultRow,
} from '@/shared/testing/fakes';
import { renderScreen, SIGNED_OUT, testAuth, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { EnricherPage } from './EnricherPage';

const user = userEvent.setup({ delay: null });
const ROWS = [resultRow({ name: 'Alder Brewing' }), resultRow({ row_idx: 1, name: 'Bend Ales' })];
const FOUND: ScrapeBody = {
  sessionKey: 's1',
  status: 'completed',
  message: 'Completed with 2 results',
  results: ROWS,
  sample: false,
  sources: [],
  source_sets: [],
};

/** A server with these credits, which finds and enriches; says what it was asked. */
function serve(credits: Partial<CreditStatusApiResponse> = {}, found: ScrapeBody = FOUND) {
  const asked: string[] = [];
  server.use(
    fake('creditStatus', creditStatus(credits)),
    fake('listFields', fieldsBody([])),
    fake('getJobStatus', jobBody()),
    fake('scrape', ({ request }) => {
      const { searchParams } = new URL(request.url);
      expect(searchParams.get('session_id')).toMatch(/^[\w-]{21}$/);
      asked.push(
        ['scrape', 'query', 'state', 'user_id'].map((name) => searchParams.get(name) ?? name).join(' '),
      );
      return found;
    }),
    fake('enrich', async ({ request }) => {
      asked.push(`enrich ${((await request.json()) as { sessionKey: string }).sessionKey}`);
      const { result } = packedResult(request, ROWS, { source_sets: [] });
      return {
        ...result,
        sessionKey: 's1',
        enrichment: { status: 'completed', enriched: 2, message: 'Enriched 2 of 2 rows', progress: 100 },
      };
    }),
  );
  return asked;
}

const log = () => screen.getByRole('log');
async function startWith(query: string, state = '') {
  if (query !== '') await user.type(screen.getByLabelText('Search query'), query);
  if (state !== '') await user.type(screen.getByLabelText('State'), state);
  await user.click(screen.getByRole('button', { name: 'Start Enrichment Process' }));
}

describe('the enricher page', () => {
  it('ENR-03: asks for a query first, and calls nobody', async () => {
    const asked = serve();
    renderScreen(<EnricherPage />);
    expect(screen.getByText('10 results, 20 credits.')).toBeVisible();
    await startWith('  ');
    expect(await screen.findByText('Please enter a search query')).toBeVisible();
    expect(screen.getByLabelText('Search query')).toHaveFocus();
    await startWith('breweries', 'ZZ');
    expect(await screen.findByText('Please enter a state code')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("ENR-03: 'User not authenticated'", async () => {
    const asked = serve();
    renderScreen(<EnricherPage />, { auth: testAuth(SIGNED_OUT) });
    await startWith('breweries');
    expect(await screen.findByText('User not authenticated')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it.each([
    [
      'a plan that may not',
      { can_enrich: false, tier: 'basic' },
      /^Data enrichment requires Business or Pro tier$/,
    ],
    [
      '19 credits',
      { available_credits: 19 },
      /^Insufficient Credits: this search needs 20 credits and 19 are remaining\. .*contact support/,
    ],
  ] as const)('ENR-03: %s is refused before anything is searched', async (_, credits, words) => {
    const asked = serve(credits);
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText(words)).toBeVisible();
    expect(screen.getByText('Not started')).toBeVisible();
    expect(asked).toEqual([]);
  });

  it("ENR-03: a check that fails is 'Unable to verify credits'", async () => {
    const asked = serve();
    server.use(fake('creditStatus', refusal(500)));
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText(/^Unable to verify credits/)).toBeVisible();
    expect(asked).toEqual([]);
  });

  it('ENR-03, ENR-04: with 20 credits a free query is searched and enriched; the state is two capitals', async () => {
    const asked = serve({ available_credits: 20 });
    renderScreen(<EnricherPage />);
    await startWith('breweries in Bend', 'oregon');
    const table = await screen.findByRole('table', { name: 'Result rows' });
    expect(within(table).getByText('Bend Ales')).toBeVisible();
    expect(await within(log()).findByText('Enriched 2 of 2 rows')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Enrichment progress' })).toHaveAttribute(
      'aria-valuenow',
      '100',
    );
    expect(asked).toEqual([`scrape breweries in Bend OR ${USER_ID}`, 'enrich s1']);
  });

  it('ENR-03: without a state none is sent; nothing found costs no enrichment', async () => {
    const asked = serve({}, { ...FOUND, results: [] });
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(await within(log()).findByText('No results found')).toBeVisible();
    expect(asked).toEqual([`scrape breweries state ${USER_ID}`]);
  });

  it("ENR-01, ENR-03: 'Enrichment failed: …' leaves the scraped rows; a refused search the rows before it", async () => {
    serve();
    server.use(fake('enrich', refusal(403, 'Not with this plan')));
    renderScreen(<EnricherPage />);
    await startWith('breweries');
    expect(
      await within(log()).findByText('Enrichment failed: Server error (403): Not with this plan'),
    ).toBeVisible();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    server.use(fake('scrape', refusal(409, 'Nothing covers the search')));
    await user.click(screen.getByRole('button', { name: 'Start Enrichment Process' }));
    expect(await within(log()).findByText('Server error (409): Nothing covers the search')).toBeVisible();
    expect(screen.getByText('Alder Brewing')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    await waitFor(() => {
      expect(screen.queryByText('Alder Brewing')).toBeNull();
    });
  });
});
