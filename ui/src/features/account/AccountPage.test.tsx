import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { forgetWritten } from '@/shared/lib/browser-storage';
import { fake, lost, refusal, resultRow } from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { open, section, serve, SESSION } from './AccountPage.testing';
import { loadNextSteps, storeNextSteps } from './next-steps';

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
      'Account Details',
      'Notes',
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

  it('ACC-01: a row that its session does not have any more comes by itself', async () => {
    serve({});
    const asked: string[] = [];
    server.use(
      fake('getJobResult', refusal(404, 'There is no such session.')),
      fake('getBusinessData', ({ request }) => {
        asked.push(new URL(request.url).search);
        const data = { ...resultRow(), row_idx: 0, name: 'Alder Brewing' };
        return { success: true, data, sources: [], source_sets: [] };
      }),
    );
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Brewing' })).toBeVisible();
    expect(asked).toEqual([`?user_id=${encodeURIComponent(USER_ID)}`]);
  });

  it("ACC-01: the server's own words for what failed", async () => {
    serve({});
    server.use(
      fake('getJobResult', refusal(404)),
      fake('getBusinessData', refusal(500, 'The disk is full.')),
    );
    open();
    expect(await screen.findByText('The disk is full.')).toBeVisible();
  });

  it("ACC-01: 'Error Loading Account' with the reason; trying again helps", async () => {
    serve({ name: 'Alder Brewing' });
    server.use(fake('getJobResult', lost(), { once: true }), fake('getBusinessData', lost(), { once: true }));
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Account' })).toBeVisible();
    expect(screen.getByText('Failed to load business data')).toBeVisible();
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

  it('ACC-12: what another tab keeps stays; what is erased does not come back', async () => {
    serve({ name: 'Alder Brewing' });
    open();
    const steps = within(await section('Next Steps'));
    const keep = async (text: string) => {
      await userEvent.type(steps.getByLabelText('Next step'), text);
      await userEvent.click(steps.getByRole('button', { name: 'Save' }));
    };
    await keep('Call on Monday');
    expect(steps.getByLabelText('Next step'), 'Save is disabled, and keeps no focus').toHaveFocus();
    const of = { userId: USER_ID, sessionKey: SESSION, rowIdx: 0 };
    storeNextSteps(of, [{ text: 'Of another tab', at: 1 }, ...loadNextSteps(of)]);
    await keep('Send an offer');
    expect(loadNextSteps(of).map(({ text }) => text)).toEqual([
      'Send an offer',
      'Of another tab',
      'Call on Monday',
    ]);
    expect(steps.getByText('Of another tab')).toBeVisible();
    storeNextSteps(of, [{ text: 'Of another tab', at: 1 }]);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(steps.queryByText('Call on Monday'), 'it is seen here too').toBeNull();
    act(() => {
      forgetWritten(USER_ID);
    });
    expect(steps.queryAllByRole('listitem')).toEqual([]);
    await keep('Begin anew');
    expect(loadNextSteps(of).map(({ text }) => text)).toEqual(['Begin anew']);
  });
});
