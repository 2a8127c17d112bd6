import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { companyList, savedCompany } from '@/shared/testing/fake-companies';
import { fakeKnown } from '@/shared/testing/fake-known';
import { creditStatus, fake, fieldsBody, pending, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { fakeCompanies, openCompanies } from './CompaniesPage.testing';

const many = (count: number) => Array.from({ length: count }, (_, index) => savedCompany(index + 1));
const cellsOf = (name: RegExp) =>
  within(screen.getByRole('row', { name }))
    .getAllByRole('cell')
    .slice(1)
    .map((cell) => cell.textContent);

describe('My Companies', () => {
  it('MYCO-02: header, stats, the way to the map, and a search box', async () => {
    fakeCompanies({ companies: many(3), credits: { tier: 'pro', available_credits: 1152 } });
    openCompanies();
    await screen.findByRole('table', { name: 'Saved companies' });
    expect(screen.getByRole('link', { name: /Back to Dashboard/ })).toHaveAttribute('href', '/');
    const stats = screen.getByLabelText('Companies and credits');
    await waitFor(() => {
      expect(stats).toHaveTextContent('Total Companies3Credits Remaining1,152Current TierPro');
    });
    expect(screen.getByRole('link', { name: 'View on Map' })).toHaveAttribute('href', '/map-view');
    expect(screen.getByRole('searchbox')).toHaveAttribute(
      'placeholder',
      'Search by name, location, notes or tags...',
    );
  });

  it('MYCO-02, MYCO-07: without credits 0 and Loading..., and nothing more is said of it', async () => {
    fakeCompanies();
    server.use(fake('creditStatus', refusal(503)));
    openCompanies();
    await screen.findByRole('table');
    expect(screen.getByLabelText('Companies and credits')).toHaveTextContent(
      'Credits Remaining0Current TierLoading...',
    );
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('MYCO-03, MYCO-04, MYCO-05: six columns and the account; business_data goes first', async () => {
    const [first] = [savedCompany(1)];
    fakeCompanies({
      companies: [
        savedCompany(1, {
          business_data: { ...first.business_data, city: 'Bend', market_intelligence_score: 49.5 },
        }),
        savedCompany(2, {
          contact_status: 'not_contacted',
          market_intelligence_score: 0,
          business_data: { row_idx: 2, name: 'b' },
        }),
        savedCompany(3, { contact_status: 'follow_up' }),
      ],
    });
    openCompanies();
    await screen.findByRole('table');
    const heads = screen.getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      '',
      'Company Name',
      'City',
      'State',
      'Main Category',
      'Market Score',
      'Account Status',
      'Actions',
    ]);
    expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([
      null,
      ...Array<string>(6).fill('none'),
      null,
    ]);
    expect(cellsOf(/Company 1/)).toEqual([
      'Company 1',
      'Bend',
      'OR',
      'brewery',
      '50',
      'NNOT CONTACTED',
      'View Account',
    ]);
    expect(cellsOf(/Company 2/)).toEqual([
      'Company 2',
      'Portland',
      'OR',
      'brewery',
      'N/A',
      'NNOT CONTACTED',
      'View Account',
    ]);
    expect(cellsOf(/Company 3/)).toContain('FFOLLOW UP');
    expect(screen.getByText('50').closest('[data-class]')).toHaveClass('medium');
    expect(screen.getByRole('link', { name: 'View Account of Company 3' })).toHaveAttribute(
      'href',
      '/account/0f8fad5b-d9cb-469f-a165-70867728950e/3',
    );
  });

  it('MYCO-03, JOB-16: a Google place leads to its name on Google Maps', async () => {
    fakeCompanies({ companies: [savedCompany(1, { company_name: 'Google place', google_place_id: 'g-1' })] });
    openCompanies();
    const credit = await screen.findByRole('link', { name: 'Google Maps' });
    expect(credit).toHaveAttribute(
      'href',
      'https://www.google.com/maps/search/?api=1&query=Google+place&query_place_id=g-1',
    );
    expect(cellsOf(/Google place/)[0]).toBe('Google placeGoogle Maps');
  });

  it('a company whose listing has changed says so, and how', async () => {
    const changes = [
      { field: 'phone', before: '5415550101', after: '5415550199', at: '2026-03-10T13:04:00Z' },
      { field: 'website', before: null, after: 'cascade.example', at: '2026-03-10T13:04:00Z' },
    ];
    fakeCompanies({
      companies: [savedCompany(1), { ...savedCompany(2), ...{ changed_since_saved: changes } }],
    });
    openCompanies();
    const tag = await screen.findByText('Changed since you saved it');
    expect(tag.closest('tr')).toHaveTextContent('Company 2');
    expect(tag.closest('[title]')).toHaveAttribute(
      'title',
      'Phone: (541) 555-0101 → (541) 555-0199; Website: empty → cascade.example',
    );
  });

  it('MYCO-03: a click sorts ascending, the same again descending, another ascending; the server does it', async () => {
    const asked = fakeCompanies();
    const user = userEvent.setup();
    const { router } = openCompanies('/my-companies?page=1');
    await user.click(await screen.findByRole('button', { name: 'City' }));
    await waitFor(() => {
      expect(asked.at(-1)).toMatchObject({ sort: 'city', order: 'asc' });
    });
    expect(screen.getByRole('columnheader', { name: 'City' })).toHaveAttribute('aria-sort', 'ascending');
    await user.click(screen.getByRole('button', { name: 'City' }));
    await waitFor(() => {
      expect(asked.at(-1)).toMatchObject({ sort: 'city', order: 'desc' });
    });
    expect(router.state.location.search).toContain('sort=-city');
    await user.click(screen.getByRole('button', { name: 'Market Score' }));
    await waitFor(() => {
      expect(asked.at(-1)).toMatchObject({ sort: 'market_intelligence_score', order: 'asc' });
    });
  });

  it('MYCO-01: a search asks the server after a pause; old rows stay meanwhile, and no match can be cleared', async () => {
    fakeCompanies({ companies: many(60) });
    const user = userEvent.setup();
    const { router } = openCompanies('/my-companies?page=2&sort=city');
    await screen.findByText('Showing 51-60 of 60 companies');
    const searches: string[] = [];
    let answer = () => undefined as unknown;
    const answered = new Promise((resolve) => {
      answer = () => {
        resolve(null);
      };
    });
    server.use(
      fake('listSavedCompanies', async ({ request }) => {
        const query = new URL(request.url).searchParams;
        searches.push(`${query.get('search') ?? ''} ${query.get('page') ?? ''}`);
        await answered;
        return companyList([], { saved_total: 60 });
      }),
    );
    await user.type(screen.getByRole('searchbox'), 'hop');
    expect(searches, 'nothing while somebody types').toEqual([]);
    await waitFor(() => {
      expect(searches).toEqual(['hop 1']);
    });
    expect(screen.getByRole('row', { name: /Company 51/ })).toBeInTheDocument();
    expect(screen.getByRole('table').closest('[data-outdated]')).not.toBeNull();
    answer();
    expect(await screen.findByText('No company matches.')).toBeInTheDocument();
    expect(searches).toEqual(['hop 1']);
    expect(router.state.location.search).toBe('?search=hop&sort=city');
    fakeCompanies({ companies: many(60) });
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    await screen.findByRole('table');
    expect(screen.getByRole('searchbox')).toHaveValue('');
    expect(screen.getByRole('searchbox'), 'what was pressed is gone').toHaveFocus();
    await act(() => router.navigate('/my-companies?search=ale'));
    expect(screen.getByRole('searchbox')).toHaveValue('ale');
  });

  it('MYCO-06: pages of 50, with a window of five numbers', async () => {
    const asked = fakeCompanies({ companies: many(1204) });
    const user = userEvent.setup();
    openCompanies();
    expect(await screen.findByText('Showing 1-50 of 1,204 companies')).toBeInTheDocument();
    const pages = screen.getByRole('navigation', { name: 'Pages' });
    expect(
      within(pages)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(['First', 'Previous', '1', '2', '3', '4', '5', 'Next', 'Last']);
    // The scrolling box of the rows.
    const box = () => screen.getByRole('table').parentElement ?? document.body;
    box().scrollTop = 900;
    await user.click(screen.getByRole('button', { name: 'Last' }));
    expect(await screen.findByText('Showing 1,201-1,204 of 1,204 companies')).toBeInTheDocument();
    expect(asked.at(-1)).toMatchObject({ page: '25', limit: '50' });
    expect(box().scrollTop, 'a page begins at its first row').toBe(0);
    expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('button', { name: 'Page 25' })).toHaveAttribute('aria-current', 'page');
  });

  it('MYCO-03, MYCO-06: sorting a later page keeps the focus and the way sideways, and begins at the first row', async () => {
    fakeCompanies({ companies: many(120) });
    const user = userEvent.setup();
    openCompanies('/my-companies?page=2');
    expect(await screen.findByText('Showing 51-100 of 120 companies')).toBeInTheDocument();
    const box = screen.getByRole('table').parentElement ?? document.body;
    box.scrollTop = 900;
    box.scrollLeft = 300;
    const last = within(screen.getByRole('row', { name: /Company 100/ })).getAllByRole('cell');
    act(() => {
      last.at(-1)?.focus();
    });
    await user.click(screen.getByRole('button', { name: 'City' }));
    expect(await screen.findByText('Showing 1-50 of 120 companies')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'City' })).toHaveFocus();
    expect(screen.getByRole('table').parentElement).toBe(box);
    expect(box.scrollLeft).toBe(300);
    expect(box.scrollTop).toBe(0);
    const stops = [...box.querySelectorAll('tbody [tabindex="0"]')];
    expect(stops.map((stop) => stop.closest('tr')?.dataset.row)).toEqual(['0']);
  });

  it('MYCO-06: one page has no pagination, and a page that is gone leads to the last one', async () => {
    fakeCompanies({ companies: many(60) });
    const { router, unmount } = openCompanies('/my-companies?page=9');
    expect(await screen.findByText('Showing 51-60 of 60 companies')).toBeInTheDocument();
    expect(router.state.location.search).toBe('?page=2');
    unmount();
    fakeCompanies({ companies: many(50) });
    openCompanies();
    await screen.findByRole('table');
    expect(screen.queryByRole('navigation', { name: 'Pages' })).not.toBeInTheDocument();
  });

  it('MYCO-07: loading, empty, and failed with a way to try again', async () => {
    server.use(
      fake('creditStatus', creditStatus()),
      fake('listFields', fieldsBody()),
      fake('listSavedCompanies', pending()),
      fakeKnown(),
    );
    const { unmount } = openCompanies();
    expect(screen.getByText('Loading your saved companies...')).toBeInTheDocument();
    unmount();

    server.use(fake('listSavedCompanies', refusal(503)));
    openCompanies();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Error:Unable to load saved companies. Please try again.');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();

    fakeCompanies({ companies: [] });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('No Companies Saved Yet')).toBeInTheDocument();
    expect(screen.getByText(/'Save All to My Companies'/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Start Scraping Businesses' })).toHaveAttribute('href', '/');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'View on Map' })).not.toBeInTheDocument();
  });

  it('MYCO-07: without My Companies in the plan the hint names the button that such a plan has', async () => {
    fakeCompanies({ companies: [], credits: { tier: 'basic', can_save_companies: false } });
    openCompanies();
    expect(
      await screen.findByText(
        "Scrape businesses, then click 'Upgrade to Save Companies' on the results page.",
      ),
    ).toBeInTheDocument();
    expect(screen.queryByText(/'Save All to My Companies'/)).not.toBeInTheDocument();
  });

  it('MYCO-03: columns are chosen from the facts; the server does not sort by them', async () => {
    const asked = fakeCompanies({
      companies: [
        savedCompany(1, { business_data: { ...savedCompany().business_data, median_income_tract: 81234 } }),
      ],
    });
    const user = userEvent.setup();
    openCompanies();
    await screen.findByRole('table');
    await user.click(screen.getByRole('button', { name: 'Columns' }));
    await user.type(screen.getByLabelText('Find a column'), 'income');
    await user.click(screen.getByLabelText(/Median Household Income/));
    expect(await screen.findByText('$81,234')).toBeInTheDocument();
    expect(asked.at(-1)).toMatchObject({ fields: 'median_income_tract' });
    const income = screen.getByRole('columnheader', { name: /Median Household Income/ });
    expect(income).not.toHaveAttribute('aria-sort');
    expect(within(income).queryByRole('button')).not.toBeInTheDocument();
  });

  it('MYCO-06: on a phone the next page begins in sight', async () => {
    onPhone();
    fakeCompanies({ companies: many(60) });
    openCompanies();
    await screen.findByRole('list', { name: 'Saved companies' });
    const scrolled = vi.fn();
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -3000, 390, 3200));
    Element.prototype.scrollIntoView = scrolled;
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    expect(await screen.findByText('Showing 51-60 of 60 companies')).toBeInTheDocument();
    expect(scrolled).toHaveBeenCalledOnce();
  });

  it('MYCO-03: columns that a filter shows are not chosen for ever; those chosen outlast fields that fail', async () => {
    const column = (name: string) => screen.queryByRole('columnheader', { name });
    const choose = async (name: RegExp) => {
      await screen.findByRole('table');
      await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
      await userEvent.click(await screen.findByLabelText(name));
    };
    fakeCompanies();
    const { unmount } = openCompanies('/my-companies?due=1');
    await choose(/Median Household Income/);
    expect(column('Follow-up')).toBeInTheDocument();
    unmount();
    server.use(fake('listFields', refusal(503)));
    const { unmount: leave } = openCompanies();
    await choose(/^Tags/);
    expect(column('Tags')).toBeInTheDocument();
    leave();
    fakeCompanies();
    openCompanies();
    expect(await screen.findByRole('columnheader', { name: /Median Household Income/ })).toBeInTheDocument();
    expect(column('Tags')).toBeInTheDocument();
    expect(column('Follow-up')).not.toBeInTheDocument();
  });

  it('MYCO-06: a phone has two-line items', async () => {
    onPhone();
    fakeCompanies({ companies: many(2) });
    openCompanies();
    expect(await screen.findByRole('list', { name: 'Saved companies' })).toHaveTextContent(
      /Company 172Portland.*NOT CONTACTEDView Account/,
    );
  });
});
