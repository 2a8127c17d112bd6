import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { PATTERNS } from '@/shared/paths';
import { creditStatus, fake, fieldsBody, lost, refusal, resultRow } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { AccountPage } from './AccountPage';

const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** The business as the server has it, and others of its search. */
function serve(facts: Record<string, unknown>, others: Record<string, unknown>[] = []) {
  const all = [facts, ...others].map((row, index) => ({ ...resultRow(), row_idx: index, ...row }));
  server.use(
    fake('creditStatus', creditStatus()),
    fake('listFields', fieldsBody([])),
    fake('getJobResult', ({ request }) => {
      const query = new URL(request.url).searchParams;
      const offset = Number(query.get('offset') ?? 0);
      const limit = Number(query.get('limit') ?? all.length);
      const results = all.slice(offset, offset + limit) as ReturnType<typeof resultRow>[];
      return {
        status: 'completed',
        result: {
          results,
          total: all.length,
          offset,
          enrichment_applied: true,
          sample: false,
          sources: [],
          source_sets: [],
        },
      };
    }),
  );
}

function open(rowIdx: number | string = 0) {
  const at = PATTERNS.account.replace(':sessionKey', SESSION).replace(':rowIdx', String(rowIdx));
  return renderRoutes([{ path: PATTERNS.account, element: <AccountPage /> }], { at });
}

const section = (name: string) => screen.findByRole('region', { name });

describe('/account', () => {
  it('ACC-03, ACC-04: sections in their order; those of facts that are not there are left out', async () => {
    serve({ name: 'Alder Brewing' });
    open();
    await screen.findByRole('heading', { level: 1, name: 'Alder Brewing' });
    const titles = [...document.querySelectorAll('[data-account-section]')].map(
      ({ textContent }) => textContent,
    );
    expect(titles).toEqual([
      'Company',
      'Socioeconomics',
      'Risk Assessment',
      'Location',
      'Transportation & Access',
      'Percentage Comparisons vs National Average',
      'Financial & Demographic Comparisons vs National Average',
      'Next Steps',
      'Neighborhood Demographics',
      'County Demographics',
      'Transportation Infrastructure',
      'Market Intelligence & Business Density',
      'Market Saturation Analysis',
      'Regional Indicators',
      'Weather Risks',
      'Competitors Nearby',
      'Political Affiliation',
      'Market Intelligence Scoring',
    ]);
    expect(within(await section('Company')).getAllByText('Not provided').length).toBeGreaterThan(5);
    expect(within(await section('Risk Assessment')).getAllByText('Not available').length).toBeGreaterThan(2);
    expect(screen.getByText('Saturation analysis data not available.')).toBeVisible();
  });

  it('ACC-04: with their facts the four conditional sections are there', async () => {
    serve({ work_from_home_pct: 12, housing_permits: 3, drive_alone_pct: 80, tourism_employment: 9 });
    open();
    for (const name of [
      'Commuting & Employment',
      'Housing Market Activity',
      'Vehicle Ownership & Transportation',
      'Tourism & Visitor Economy',
    ]) {
      expect(await section(name)).toBeVisible();
    }
  });

  it('ACC-09: the four nearest of the search, with miles, and none of itself', async () => {
    const at = (north: number) => ({ name: `Brewery ${north}`, latitude: 45 + north / 100, longitude: -122 });
    serve({ name: 'Here', latitude: 45, longitude: -122 }, [5, 1, 4, 2, 3].map(at));
    open();
    const nearest = within(await section('Competitors Nearby'));
    await waitFor(() => {
      expect(nearest.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Brewery 1',
        'Brewery 2',
        'Brewery 3',
        'Brewery 4',
      ]);
    });
    expect(nearest.getByText(/^0\.7 mi/)).toBeVisible();
  });

  it('ACC-01: hostile values stay text, and are no links', async () => {
    serve({
      name: '<img src=x onerror=alert(1)>',
      website: 'javascript:alert(1)',
      emails_csv: 'info@alder.example, not an address',
    });
    open();
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent(
      '<img src=x onerror=alert(1)>',
    );
    const company = within(await section('Company'));
    expect(company.getByText('javascript:alert(1)').closest('a')).toBeNull();
    expect(company.getByRole('link', { name: 'info@alder.example' })).toHaveAttribute(
      'href',
      'mailto:info@alder.example',
    );
    expect(company.getByText('not an address').closest('a')).toBeNull();
  });

  it("ACC-01: 'Account Not Found' for rows and sessions that are not there", async () => {
    serve({});
    open(7);
    expect(await screen.findByRole('heading', { level: 1, name: 'Account Not Found' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Back' })).toBeVisible();
  });

  it("ACC-01: 'Account Not Found' for another user's session, and for what is no row", async () => {
    serve({});
    server.use(fake('getJobResult', refusal(404, 'There is no such session.')));
    const { unmount } = open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Account Not Found' })).toBeVisible();
    unmount();
    open('first');
    expect(await screen.findByRole('heading', { level: 1, name: 'Account Not Found' })).toBeVisible();
  });

  it("ACC-01: 'Error Loading Account' with the reason; trying again helps", async () => {
    serve({ name: 'Alder Brewing' });
    server.use(fake('getJobResult', lost(), { once: true }));
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Account' })).toBeVisible();
    expect(screen.getByText(/Network connection lost during fetching results/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Brewing' })).toBeVisible();
  });

  it('ACC-12: Next Steps: Save is disabled when blank; entries have a date, and stay in this browser', async () => {
    serve({ name: 'Alder Brewing' });
    open();
    const steps = within(await section('Next Steps'));
    const save = steps.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await userEvent.type(steps.getByLabelText('Next step'), '   ');
    expect(save).toBeDisabled();
    await userEvent.type(steps.getByLabelText('Next step'), 'Call on Monday');
    await userEvent.click(save);
    expect(steps.getByText('Call on Monday')).toBeVisible();
    expect(steps.getByText(/^\w{3} \d+, \d{4}, \d\d:\d\d [AP]M$/)).toBeVisible();
    expect(steps.getByLabelText('Next step')).toHaveValue('');
    expect(steps.getByText('Kept in this browser only.')).toBeVisible();
    const key = Object.keys(localStorage).find((name) => name.startsWith('demandatlas_next_steps_'));
    expect(localStorage.getItem(key ?? '')).toContain('Call on Monday');
    await userEvent.click(steps.getByRole('button', { name: /^Remove the step of/ }));
    expect(steps.queryByText('Call on Monday')).toBeNull();
  });
});
