import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { api } from '@/shared/api/api';
import { paths } from '@/shared/paths';
import { fake, lost, refusal, resultRow, text } from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { open, section, serve } from './AccountPage.testing';
import { content } from './parts';
import { SECTIONS } from './sections';

describe('/account', () => {
  it('ACC-01, ACC-09: what its search has come to since is shown, without a gap until it is here', async () => {
    const here = { name: 'Alder Brewing', latitude: 45, longitude: -122 };
    const near = (north: number) => ({
      name: `Brewery ${north}`,
      latitude: 45 + north / 100,
      longitude: -122,
    });
    serve(here, [near(4)]);
    const { router, store } = open();
    expect(await screen.findByText(/^This business has not been enriched/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Enrich its search' }), 'ENR-02').toHaveAttribute(
      'href',
      expect.stringMatching(/^\/googlemaps\?sessionKey=.*&enrich=1$/),
    );
    const nearest = () => within(screen.getByRole('region', { name: 'Competitors Nearby' }));
    expect(await nearest().findByRole('link', { name: 'Brewery 4' })).toBeVisible();

    // The end of its job or enrichment, in this tab or another.
    serve({ ...here, source_set: 0 }, [near(4), near(2)]);
    act(() => void store.dispatch(api.util.invalidateTags(['Credits', 'History'])));
    expect(
      screen.getByRole('heading', { level: 1, name: 'Alder Brewing' }),
      'what was shown stays',
    ).toBeVisible();
    expect(await nearest().findByRole('link', { name: 'Brewery 2' })).toBeVisible();
    expect(screen.queryByText(/^This business has not been enriched/)).toBeNull();

    // Nobody has reported it.
    await act(() => router.navigate(paths.home()));
    serve({ ...here, source_set: 0, county: 'Multnomah' }, [near(4), near(2), near(1)]);
    await act(() => router.navigate(-1));
    expect(
      screen.getByRole('heading', { level: 1, name: 'Alder Brewing' }),
      'what was shown stays',
    ).toBeVisible();
    expect(await nearest().findByRole('link', { name: 'Brewery 1' })).toBeVisible();
    expect(await within(await section('Location')).findByText('Multnomah')).toBeVisible();
  });

  it('ACC-01: a company whose search is gone is there at once while it is asked for anew', async () => {
    serve({});
    const serveOwn = (county: string) => {
      server.use(
        fake('getJobResult', refusal(404, 'There is no such session.')),
        fake('getBusinessData', () => {
          const data = { ...resultRow(), row_idx: 0, name: 'Alder Brewing', county };
          return { success: true, data, sources: [], source_sets: [] };
        }),
      );
    };
    serveOwn('Lane');
    const { router } = open();
    expect(await within(await section('Location')).findByText('Lane')).toBeVisible();
    await act(() => router.navigate(paths.home()));
    serveOwn('Benton');
    await act(() => router.navigate(-1));
    const name = screen.getByRole('heading', { level: 1, name: 'Alder Brewing' });
    expect(await within(await section('Location')).findByText('Benton')).toBeVisible();
    expect(name, 'it was never away').toBeVisible();
  });

  it('ACC-01: facts that were paid for in My Companies are shown instead of the search’s', async () => {
    serve({});
    server.use(
      fake('getBusinessData', () => {
        const data = { ...resultRow(), row_idx: 0, name: 'Alder Brewing', county: 'Benton' };
        return { success: true, looked_up_anew: true, data, sources: [], source_sets: [] };
      }),
    );
    open();
    expect(await within(await section('Location')).findByText('Benton')).toBeVisible();
  });

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

  it('ACC-08: what is left out is shown in words, and its saturation as a range that says what both ends say', async () => {
    serve({
      main_category: 'Ice cream',
      industry_counted_as: 'Snack and Nonalcoholic Beverage Bars (722515)',
      county_total_establishments_same_industry: 'fewer than 3',
      market_saturation_vs_state: '0–45',
      market_saturation_vs_national: '0–130',
    });
    open();
    const density = within(await section('Market Intelligence & Business Density'));
    expect(await density.findByText('fewer than 3')).toBeVisible();
    expect(density.getByText(/^Ice cream: counted as/)).toHaveTextContent(
      'Ice cream: counted as Snack and Nonalcoholic Beverage Bars (722515)',
    );
    const saturation = within(await section('Market Saturation Analysis'));
    expect(saturation.getByText('Too few are published here to tell how saturated it is.')).toBeVisible();
    expect(saturation.getByText(/, below average \(100\)/)).toHaveTextContent('0–45');
    expect(saturation.getByText(/too few are published to tell \(100\)/)).toHaveTextContent('0–130');
  });

  it('leads from the opportunity of its market to the Demand Map', async () => {
    serve({
      main_category: 'Ice cream',
      state: 'OR',
      county_fips: '41061',
      market_opportunity_assessment: 'High Opportunity',
    });
    open();
    const density = within(await section('Market Intelligence & Business Density'));
    expect(await density.findByRole('link', { name: 'See it on the Demand Map' })).toHaveAttribute(
      'href',
      '/atlas?question=open&kind=ice+cream&state=OR&county=41061',
    );
  });

  it('ENR-07: the state’s wages stand beside the reason why the county’s are absent', async () => {
    serve({ state_weekly_wage: 1250, state_jobs: 9, state_tourism_intensity: 10 });
    open();
    for (const name of ['County Demographics', 'Commuting & Employment', 'Tourism & Visitor Economy']) {
      expect(await within(await section(name)).findByText(/ of the county: /)).toBeVisible();
    }
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
    server.use(fake('getBusinessData', refusal(404, 'There is no such session.')));
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
    server.use(fake('getBusinessData', refusal(500, 'The disk is full.')));
    open();
    expect(await screen.findByText('The disk is full.')).toBeVisible();
  });

  it("ACC-01: 'Error Loading Account' with the reason; trying again helps", async () => {
    serve({ name: 'Alder Brewing' });
    server.use(fake('getBusinessData', lost(), { once: true }));
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Error Loading Account' })).toBeVisible();
    expect(screen.getByText('Failed to load business data')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Alder Brewing' })).toBeVisible();
  });

  it.each([
    ['the connection is lost', lost()],
    ['the answer is no JSON', text('<html>a gateway</html>')],
  ])("ACC-01: 'Failed to load business data' where %s, and it is logged", async (_, answer) => {
    serve({});
    server.use(fake('getBusinessData', answer));
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    open();
    expect(await screen.findByText('Failed to load business data')).toBeVisible();
    expect(logged).toHaveBeenCalledWith('Failed to load business data', expect.anything());
  });

  it('ACC-01: of a company whose content may not be kept it says so, and offers no enrichment', async () => {
    serve({});
    server.use(
      fake('getJobResult', refusal(404, 'There is no such session.')),
      fake('getBusinessData', {
        success: true,
        note: "Google's terms do not allow keeping more.",
        data: { ...resultRow(), row_idx: 0, name: 'Alder Brewing' },
        sources: [],
        source_sets: [],
      }),
    );
    open();
    expect(await screen.findByText("Google's terms do not allow keeping more.")).toBeVisible();
    expect(screen.queryByText(/has not been enriched/)).toBeNull();
  });

  it("JOB-16, ACC-14: a row of Google's has its credit line, and neither a map nor a report", async () => {
    serve({});
    server.use(
      fake('getBusinessData', {
        success: true,
        list_only: true,
        data: { ...resultRow(), source: 'google', source_id: 'g 1', latitude: 45, longitude: -122 },
        sources: [],
        source_sets: [],
      }),
    );
    open();
    const credit = await screen.findByRole('link', { name: 'Google Maps' });
    expect(credit.getAttribute('href')).toContain('query_place_id=g+1');
    expect(
      screen.getAllByText("Google's terms do not allow exporting or printing its rows.")[0],
    ).toBeVisible();
    expect(screen.queryByText('Print / PDF')).toBeNull();
    const location = await section('Location');
    expect(location).toHaveTextContent("Google's rows may be shown on Google's map only.");
    expect(location.querySelector('.leaflet-container')).toBeNull();
  });

  it('ACC-03: a reload or a shared link leads to the section that the address names', async () => {
    serve({ name: 'Alder Brewing' });
    window.history.replaceState(null, '', '#weather');
    onTestFinished(() => {
      window.history.replaceState(null, '', window.location.pathname);
    });
    const seen = vi.spyOn(Element.prototype, 'scrollIntoView');
    open();
    expect(await screen.findByRole('heading', { name: 'Weather Risks' })).toHaveFocus();
    expect(seen.mock.contexts).toEqual([await section('Weather Risks')]);
  });

  it('ACC-03: a section that cannot be drawn leaves the rest of the page as it is', async () => {
    serve({ name: 'Alder Brewing' });
    const [broken] = SECTIONS;
    if (broken === undefined) throw new Error('There are no sections.');
    const { parts } = broken;
    onTestFinished(() => {
      broken.parts = parts;
    });
    const Broken = () => {
      throw new Error('The script did not come.');
    };
    broken.parts = [content(<Broken />)];
    const told = vi.spyOn(console, 'error').mockReturnValue();
    open();
    const company = within(await section('Company'));
    expect(company.getByRole('alert')).toHaveTextContent('This section could not be loaded.');
    expect(company.getByRole('button', { name: 'Try Again' })).toBeVisible();
    expect(await within(await section('Notes')).findByLabelText('Notes')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Alder Brewing' })).toBeVisible();
    expect(told).toHaveBeenCalled();
  });

  it('one of the user’s own customers is marked in the header', async () => {
    serve({ name: 'Alder Brewing', yours: true });
    const { unmount } = open();
    expect(await screen.findByText('yours')).toBeVisible();
    unmount();
    serve({ name: 'Alder Brewing' });
    open();
    await screen.findByRole('heading', { level: 1, name: 'Alder Brewing' });
    expect(screen.queryByText('yours')).toBeNull();
  });
});
