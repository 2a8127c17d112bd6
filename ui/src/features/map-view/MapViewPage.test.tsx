import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { PackedCompany } from '@/shared/companies/companies-api';
import { fake, lost, pending } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { MapViewPage } from './MapViewPage';
import { packed } from './map-view.testing';

/** Answers these companies. */
function saved(companies: readonly PackedCompany[]) {
  server.use(
    fake('listSavedCompanies', ({ request }) => {
      const { searchParams } = new URL(request.url);
      expect(searchParams.get('form')).toBe('packed');
      expect(searchParams.has('search')).toBe(false);
      const columns = Object.keys(packed()) as (keyof PackedCompany)[];
      return {
        columns,
        rows: companies.map((company) => columns.map((column) => company[column])),
        total_count: companies.length,
        saved_total: companies.length,
        stale_total: 0,
        due_total: 0,
      };
    }),
  );
}

const open = (at = '/map-view') => renderScreen(<MapViewPage />, { at });
const counter = (text: string) => screen.findByText(text);

const BIRCH = packed({
  company_id: 'b',
  name: 'Birch',
  status: 'follow_up',
  city: 'Bend',
  latitude: 44.05,
});
const FOUR = [
  packed({ company_id: 'a', name: 'Alder', status: 'contacted' }),
  BIRCH,
  packed({
    company_id: 'c',
    name: 'Cedar',
    status: 'not_contacted',
    city: 'Bend',
    score: 95,
    latitude: 44.1,
  }),
  packed({ company_id: 'd', name: 'Dogwood', city: 'Salem', latitude: null }),
];

describe('the map of saved companies', () => {
  beforeEach(() => {
    saved(FOUR);
  });

  it('MAPV-01: heading, way back, and how many are shown; what has no coordinates is in the list', async () => {
    open();
    expect(await counter('3 of 4 companies shown, 1 without coordinates')).toHaveRole('status');
    expect(screen.getByRole('link', { name: 'Back to My Companies' })).toHaveAttribute(
      'href',
      '/my-companies',
    );
    const list = screen.getByRole('list', { name: 'companies' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(4);
    const unplaced = within(list).getByRole('link', { name: /Dogwood/ });
    expect(unplaced).toHaveTextContent('No coordinates');
    expect(unplaced, 'its account can be opened all the same').toHaveAttribute(
      'href',
      `/account/${FOUR[3]?.session_id ?? ''}/${FOUR[3]?.row_idx ?? ''}`,
    );
    expect(screen.getByText('4 places'), 'no figure stands alone').toBeInTheDocument();
    expect(
      screen.getByRole('region', { name: 'Map of 4 companies. The list holds the same.' }),
    ).toBeInTheDocument();
  });

  it('MAPV-02: groups are folded at first; what is chosen narrows, and stands in the address', async () => {
    const { router } = open();
    await counter('3 of 4 companies shown, 1 without coordinates');
    for (const group of document.querySelectorAll('details')) expect(group).not.toHaveAttribute('open');
    const user = userEvent.setup();
    await user.click(screen.getByText('Account Status', { selector: 'summary' }));
    await user.click(screen.getByRole('checkbox', { name: /^Contacted/ }));
    await counter('1 of 4 companies shown');
    expect(screen.getByText('Map auto-adjusted to show 1 company')).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: /^Follow Up/ }));
    await counter('2 of 4 companies shown');
    expect(screen.queryByText(/Map auto-adjusted/), 'the filter widened').not.toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.search).toBe('?status=contacted&status=follow_up');
    });
    await user.click(screen.getByText('Market Intelligence Score', { selector: 'summary' }));
    expect(
      screen.getAllByRole('radio').map((radio) => radio.parentElement?.parentElement?.textContent),
    ).toEqual(['Show All', '91-100 Excellent', '81-90 Very Good', '71-80 Good', '61-70 Fair', '51-60 Poor']);
    await user.click(screen.getByRole('radio', { name: '91-100 Excellent' }));
    expect(await screen.findByText('No company matches these filters.')).toBeInTheDocument();
    expect(screen.queryByText(/Map auto-adjusted/)).not.toBeInTheDocument();
    const clearAll = screen.getByRole('button', { name: 'Clear All' });
    await user.click(clearAll);
    await counter('3 of 4 companies shown, 1 without coordinates');
    expect(screen.queryByText(/Map auto-adjusted/), 'all are shown').not.toBeInTheDocument();
    expect(clearAll).toHaveFocus();
    expect(clearAll).toHaveAttribute('aria-disabled', 'true');
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
  });

  it('MAPV-04: a popup whose company is filtered away does not come back with it', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Birch/ }));
    await screen.findByRole('dialog', { name: 'Birch' });
    await user.click(screen.getByText('Account Status', { selector: 'summary' }));
    const contacted = screen.getByRole('checkbox', { name: /^Contacted/ });
    await user.click(contacted);
    await counter('1 of 4 companies shown');
    await user.click(contacted);
    await counter('3 of 4 companies shown, 1 without coordinates');
    expect(screen.queryByRole('dialog', { name: 'Birch' })).not.toBeInTheDocument();
    expect(contacted).toHaveFocus();
  });

  it('MAPV-02: the address is left alone while the page is being left', async () => {
    let arrive = (): void => undefined;
    const { router } = renderScreen(<MapViewPage />, {
      at: '/map-view',
      routes: [
        {
          path: '/account/:session/:row',
          element: 'The account',
          loader: () =>
            new Promise<null>((resolve) => {
              arrive = () => {
                resolve(null);
              };
            }),
        },
      ],
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Birch/ }));
    await user.click(await screen.findByRole('link', { name: 'View Account' }));
    await user.click(screen.getByText('Account Status', { selector: 'summary' }));
    await user.click(screen.getByRole('checkbox', { name: /^Contacted/ }));
    await counter('1 of 4 companies shown');
    expect(router.state.navigation.state).toBe('loading');
    act(arrive);
    expect(await screen.findByText('The account')).toBeInTheDocument();
  });

  it('MAPV-02: Clear filters leaves the focus on the map', async () => {
    open('/map-view?city=Bend&status=qualified');
    await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
    await counter('3 of 4 companies shown, 1 without coordinates');
    expect(screen.getByRole('application')).toHaveFocus();
  });

  it('MAPV-02: filters of the address hold from the beginning, without a banner', async () => {
    open('/map-view?city=Bend&status=not_contacted');
    await counter('1 of 4 companies shown');
    expect(screen.queryByText(/Map auto-adjusted/)).not.toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'companies' })).getByRole('button')).toHaveTextContent(
      'Cedar',
    );
  });

  it('MAPV-01: a match that cannot be placed is in the list, and the map says so', async () => {
    open('/map-view?city=Salem');
    await counter('0 of 4 companies shown, 1 without coordinates');
    expect(screen.getByText('No companies could be mapped')).toBeInTheDocument();
  });

  it('MAPV-04: the popup has address, industry, status in title case, and the way to the account', async () => {
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: /Birch/ }));
    const popup = await screen.findByRole('dialog', { name: 'Birch' });
    expect(popup).toHaveTextContent('1 Alder St');
    expect(popup).toHaveTextContent('brewery');
    expect(within(popup).getByText('Follow Up')).toBeInTheDocument();
    expect(within(popup).getByRole('link', { name: 'View Account' })).toHaveAttribute(
      'href',
      `/account/${BIRCH.session_id}/${BIRCH.row_idx}`,
    );
  });

  it('orders visits, numbers them in the list, says how far, and starts where it is told', async () => {
    const { router } = open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Visit order' }));
    expect(await screen.findByText(/^3 stops, [\d.]+ mi, straight distances$/)).toBeInTheDocument();
    const rows = () =>
      within(screen.getByRole('list', { name: 'companies' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent);
    expect(rows().map((row) => row.slice(0, 2))).toEqual(['1C', '2B', '3A', 'Do']);
    await user.click(screen.getByRole('button', { name: /^Alder/ }));
    await user.click(await screen.findByRole('button', { name: 'Visit first' }));
    expect(rows()[0]).toBe('1Alder0.0 mi · 1 Alder St');
    await waitFor(() => {
      expect(new URLSearchParams(router.state.location.search).get('visit')).toBe('a');
    });
    await user.click(screen.getByRole('button', { name: 'Visit order', pressed: true }));
    expect(screen.queryByText(/straight distances/)).not.toBeInTheDocument();
  });

  it('an order of visits that filters have emptied is no order, and can be turned off', async () => {
    const { router } = open('/map-view?city=Salem&visit=a');
    await counter('0 of 4 companies shown, 1 without coordinates');
    expect(screen.queryByText(/0 stops/)).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Visit order', pressed: true }));
    expect(screen.getByRole('button', { name: 'Visit order', pressed: false })).toBeDisabled();
    await waitFor(() => {
      expect(router.state.location.search).toBe('?city=Salem');
    });
  });

  it('on a phone the filters are in a sheet that says how many it shows', async () => {
    onPhone();
    open();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Filters' }));
    const sheet = await screen.findByRole('dialog', { name: 'Filters' });
    await user.click(within(sheet).getByText('Cities', { selector: 'summary' }));
    await user.click(within(sheet).getByRole('checkbox', { name: /^Bend/ }));
    await user.click(within(sheet).getByRole('button', { name: 'Show 2 companies' }));
    expect(await screen.findByRole('button', { name: 'Filters 1' })).toBeInTheDocument();
  });
});

describe('the map without companies', () => {
  it('MAPV-01: loading', async () => {
    server.use(fake('listSavedCompanies', pending()));
    open();
    expect(await screen.findByText('Loading company locations...')).toBeInTheDocument();
  });

  it('MAPV-01: a failure, and the way to try again', async () => {
    server.use(fake('listSavedCompanies', lost()));
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Unable to load companies for map view. Please try again.',
    );
    saved(FOUR);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await counter('3 of 4 companies shown, 1 without coordinates');
  });

  it.each([
    [[], 'You have not saved any companies yet.'],
    [[packed({ latitude: null })], '1 company has no coordinates.'],
    [[packed({ latitude: null }), packed({ longitude: null })], '2 companies have no coordinates.'],
  ])('MAPV-01: none that could be mapped, and why (%#)', async (companies, why) => {
    saved(companies);
    open();
    expect(await screen.findByText('No companies could be mapped')).toBeInTheDocument();
    expect(screen.getByText(why)).toBeInTheDocument();
  });
});
