import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ContactStatus } from '@/shared/status/contact-status';
import { changed, companyList, savedCompany } from '@/shared/testing/fake-companies';
import { fake, pending, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { fakeCompanies, openCompanies } from '../CompaniesPage.testing';

const BOARD = '/my-companies?view=board';
const column = (name: RegExp) => screen.getByRole('region', { name });
const namesIn = (name: RegExp) =>
  within(column(name))
    .queryAllByRole('listitem')
    .map((card) => within(card).getByRole('link').textContent);

/** A server that remembers statuses. */
function fakeBoard() {
  fakeCompanies();
  const companies = [
    savedCompany(1, { contact_status: 'contacted', company_name: 'Alder', follow_up_date: '2026-03-04' }),
    savedCompany(2, { contact_status: 'contacted', company_name: 'Birch' }),
    savedCompany(3, { contact_status: 'qualified', company_name: 'Cedar' }),
  ];
  server.use(
    fake('listSavedCompanies', ({ request }) => {
      const { status, search = '' } = Object.fromEntries(new URL(request.url).searchParams);
      const found = companies.filter(
        ({ contact_status: has, company_name: name }) =>
          (status === undefined || status.split('|').includes(has)) && name.includes(search),
      );
      return companyList(found, { saved_total: companies.length });
    }),
    fake('setCompanyStatuses', async ({ request }) => {
      const { changes } = (await request.json()) as {
        changes: { company_id: string; status: ContactStatus }[];
      };
      for (const { company_id: id, status } of changes) {
        const company = companies.find((each) => each.company_id === id);
        if (company !== undefined) company.contact_status = status;
      }
      return changed(changes.map(({ company_id: id }) => id));
    }),
  );
  return companies;
}

describe('the board', () => {
  it('MYCO-05: eight columns with their companies; a card says name, place, score and day', async () => {
    fakeBoard();
    const { router } = openCompanies('/my-companies?search=d&sort=city');
    expect(await screen.findAllByRole('row', { name: /Alder|Cedar/ })).toHaveLength(2);
    await userEvent.click(screen.getByRole('radio', { name: 'Board' }));
    expect(router.state.location.search).toBe('?search=d&sort=city&view=board');
    await screen.findByRole('region', { name: 'Contacted, 1 company' });
    expect(screen.getByRole('radio', { name: 'Board' }), 'there all the while').toHaveFocus();
    const heads = screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent);
    expect(heads).toEqual([
      'NNOT CONTACTED0',
      'CCONTACTED1',
      'FFOLLOW UP0',
      'QQUALIFIED1',
      'QPROPOSAL SENT0',
      'XNOT INTERESTED0',
      '✓CONVERTED0',
      '✓CUSTOMER0',
      'Known list',
    ]);
    const card = within(column(/^Contacted/)).getByRole('listitem');
    expect(card).toHaveTextContent(/^AlderPortland, OR72Mar 4, 2026Move to…$/);
    expect(within(card).getByRole('link')).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/account\/.*\/1$/),
    );
  });

  it('MYCO-05: a card without a score says nothing of one', async () => {
    fakeCompanies();
    const unscored = savedCompany(1, { company_name: 'Alder', market_intelligence_score: null });
    server.use(
      fake('listSavedCompanies', () =>
        companyList([
          { ...unscored, business_data: { ...unscored.business_data, market_intelligence_score: null } },
        ]),
      ),
    );
    openCompanies(`${BOARD}&status=contacted`);
    const card = (await screen.findByText('Alder')).closest('li');
    expect(card).toHaveTextContent(/^AlderPortland, ORMove to…$/);
  });

  it('MYCO-05: Space lifts, arrows choose, Space drops; said aloud, seen at once, and undone', async () => {
    const companies = fakeBoard();
    openCompanies(BOARD);
    const handle = await screen.findByRole('button', { name: 'Lift Alder' });
    await screen.findByRole('region', { name: 'Qualified, 1 company' });
    handle.focus();
    await userEvent.keyboard(' {ArrowRight}{ArrowRight}');
    expect(screen.getByText('Alder over Qualified, 1 company')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('Alder stays in Contacted.')).toBeInTheDocument();
    await userEvent.keyboard(' {ArrowRight}{ArrowRight} ');
    expect(await screen.findByText('Alder moved to Qualified.')).toBeInTheDocument();
    expect(namesIn(/^Qualified/)).toContain('Alder');
    expect(namesIn(/^Contacted/)).toEqual(['Birch']);
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Lift Alder' })).toHaveFocus();
    });
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => {
      expect(companies[0]?.contact_status).toBe('contacted');
    });
    expect(namesIn(/^Contacted/)).toContain('Alder');
  });

  it('MYCO-05: a card is dragged; where the move fails it comes back, and that is said', async () => {
    fakeBoard();
    openCompanies(BOARD);
    const card = (await screen.findByText('Birch')).closest('li') as HTMLElement;
    await screen.findByRole('region', { name: 'Qualified, 1 company' });
    const dataTransfer = { setData: () => undefined, effectAllowed: '' };
    const drag = () => {
      fireEvent.dragStart(card, { dataTransfer });
      fireEvent.dragOver(column(/^Qualified/), { dataTransfer });
      fireEvent.drop(column(/^Qualified/), { dataTransfer });
    };
    server.use(fake('setCompanyStatuses', pending()));
    drag();
    expect(namesIn(/^Qualified/), 'before the server has answered').toEqual(['Birch', 'Cedar']);
    server.use(fake('setCompanyStatuses', refusal(503, 'Too busy')));
    await userEvent.click(screen.getByRole('button', { name: 'Move to…, Cedar' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CONVERTED' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Cedar could not be moved to Converted. Too busy',
    );
    expect(namesIn(/^Qualified/)).toContain('Cedar');
    expect(namesIn(/^Converted/)).toEqual([]);
  });

  it('MYCO-05: the focus goes along with a card that the menu sends, and is taken from nothing else', async () => {
    fakeBoard();
    openCompanies(BOARD);
    await userEvent.click(await screen.findByRole('button', { name: 'Move to…, Alder' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'QUALIFIED' }));
    await waitFor(() => {
      expect(namesIn(/^Qualified/)).toContain('Alder');
    });
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Lift Alder' })).toHaveFocus();
    });
    let answer = () => undefined as unknown;
    server.use(
      fake('setCompanyStatuses', async () => {
        await new Promise((resolve) => {
          answer = () => {
            resolve(null);
          };
        });
        return refusal(503, 'Too busy');
      }),
    );
    await userEvent.keyboard(' {ArrowRight} ');
    expect(namesIn(/^Proposal Sent/)).toEqual(['Alder']);
    const search = screen.getByRole('searchbox');
    search.focus();
    answer();
    await waitFor(() => {
      expect(namesIn(/^Qualified/)).toContain('Alder');
    });
    expect(search).toHaveFocus();
  });

  it('MYCO-05: filters leave columns out; a column that fails is tried again alone', async () => {
    fakeBoard();
    server.use(
      fake('listSavedCompanies', ({ request }) =>
        new URL(request.url).searchParams.get('status') === 'qualified'
          ? refusal(503)
          : companyList([savedCompany(1)]),
      ),
    );
    const { router } = openCompanies(BOARD);
    await screen.findByRole('region', { name: 'Contacted, 1 company' });
    await act(() => router.navigate(`${BOARD}&status=qualified`));
    expect(await screen.findByText('This column could not be loaded.')).toBeInTheDocument();
    expect(screen.getAllByText('Left out by the filters.')).toHaveLength(7);
    expect(column(/^Contacted$/), 'nothing is said of how many it had').toBeInTheDocument();
    const again = screen.getByRole('button', { name: 'Try Again' });
    server.use(fake('listSavedCompanies', refusal(503), { once: true }));
    await userEvent.click(again);
    expect(again, 'it stays while it is asked again').toHaveFocus();
    await waitFor(() => {
      expect(again).toHaveAttribute('aria-busy', 'false');
    });
    fakeBoard();
    await userEvent.click(again);
    expect(await screen.findByText('Cedar')).toBeInTheDocument();
  });

  it('MYCO-05: a move that cannot be undone once the board is left says so all the same', async () => {
    fakeBoard();
    const { router } = openCompanies(BOARD);
    await userEvent.click(await screen.findByRole('button', { name: 'Move to…, Alder' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'QUALIFIED' }));
    const undo = await screen.findByRole('button', { name: 'Undo' });
    await act(() => router.navigate('/'));
    server.use(fake('setCompanyStatuses', refusal(503, 'Too busy')));
    await userEvent.click(undo);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Alder could not be moved to Contacted. Too busy',
    );
  });

  it('MYCO-05: a column that fails for another search does not show what the one before has found', async () => {
    fakeBoard();
    const { router } = openCompanies(BOARD);
    expect(await screen.findByText('Cedar')).toBeInTheDocument();
    const answer = fake('listSavedCompanies', ({ request }) =>
      new URL(request.url).searchParams.get('status') === 'qualified' ? refusal(503) : companyList([]),
    );
    server.use(answer);
    await act(() => router.navigate(`${BOARD}&search=birch`));
    expect(await screen.findByText('This column could not be loaded.')).toBeInTheDocument();
    expect(screen.queryByText('Cedar')).toBeNull();
    expect(column(/^Qualified$/), 'nor how many they were').toBeInTheDocument();
  });

  it('MYCO-05: a phone shows one column, and says how many are in it', async () => {
    onPhone();
    fakeBoard();
    const { router } = openCompanies(`${BOARD}&status=contacted`);
    expect(await screen.findByText('Alder')).toBeInTheDocument();
    expect(screen.getAllByRole('region', { name: / compan(y|ies)$/ })).toHaveLength(1);
    expect(screen.getByLabelText('Column')).toHaveDisplayValue('CONTACTED 2');
    await act(() => router.navigate(`${BOARD}&status=qualified`));
    expect(await screen.findByText('Cedar'), 'the filter leaves the other one out').toBeInTheDocument();
    expect(screen.getByLabelText('Column')).toHaveDisplayValue('QUALIFIED 1');
    await userEvent.click(screen.getByRole('button', { name: 'Move to…, Cedar' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CONVERTED' }));
    await waitFor(() => {
      expect(screen.getByLabelText('Column'), 'the card is out of sight').toHaveFocus();
    });
  });

  it('MYCO-05: a phone says nothing of how many a column has that fails, or that another search had', async () => {
    onPhone();
    fakeBoard();
    const { router } = openCompanies(BOARD);
    const columns = await screen.findByLabelText('Column');
    const option = (name: RegExp) => within(columns).getByRole('option', { name });
    await userEvent.selectOptions(columns, option(/^CONTACTED/));
    expect(await within(columns).findByRole('option', { name: 'CONTACTED 2' })).toBeInTheDocument();
    await userEvent.selectOptions(columns, option(/^QUALIFIED/));
    expect(await within(columns).findByRole('option', { name: 'QUALIFIED 1' })).toBeInTheDocument();
    expect(option(/^CONTACTED/), 'as it was seen').toHaveTextContent('CONTACTED 2');
    server.use(fake('listSavedCompanies', refusal(503)));
    await act(() => router.navigate(`${BOARD}&search=birch`));
    expect(await screen.findByText('This column could not be loaded.')).toBeInTheDocument();
    expect(option(/^QUALIFIED/)).toHaveTextContent(/^QUALIFIED$/);
    expect(option(/^CONTACTED/)).toHaveTextContent(/^CONTACTED$/);
  });
});
