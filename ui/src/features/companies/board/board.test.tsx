import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
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

/** A server that keeps who stands where. */
function fakeBoard() {
  fakeCompanies();
  const companies = [
    savedCompany(1, { contact_status: 'contacted', company_name: 'Alder', follow_up_date: '2026-03-04' }),
    savedCompany(2, { contact_status: 'contacted', company_name: 'Birch' }),
    savedCompany(3, { contact_status: 'qualified', company_name: 'Cedar' }),
  ];
  server.use(
    fake('listSavedCompanies', ({ request }) => {
      const status = new URL(request.url).searchParams.get('status');
      const found = companies.filter(
        (each) => status === null || status.split('|').includes(each.contact_status),
      );
      return companyList(found, { saved_total: companies.length });
    }),
    fake('setCompanyStatuses', async ({ request }) => {
      const { changes } = (await request.json()) as { changes: { company_id: string; status: string }[] };
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
    const { router } = openCompanies();
    await userEvent.click(await screen.findByRole('radio', { name: 'Board' }));
    expect(router.state.location.search).toBe('?view=board');
    await screen.findByRole('region', { name: 'Contacted, 2 companies' });
    const heads = screen.getAllByRole('heading', { level: 2 }).map((head) => head.textContent);
    expect(heads).toEqual([
      'NNOT CONTACTED0',
      'CCONTACTED2',
      'FFOLLOW UP0',
      'QQUALIFIED1',
      'QPROPOSAL SENT0',
      'XNOT INTERESTED0',
      '✓CONVERTED0',
      '✓CUSTOMER0',
    ]);
    expect(within(column(/^Contacted/)).getAllByRole('listitem')[0]).toHaveTextContent(
      'AlderPortland, OR72Mar 4, 2026',
    );
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

  it('MYCO-05: filters leave columns out; a column that fails is tried again alone', async () => {
    fakeBoard();
    server.use(
      fake('listSavedCompanies', ({ request }) =>
        new URL(request.url).searchParams.get('status') === 'qualified'
          ? refusal(503)
          : companyList([savedCompany(1)]),
      ),
    );
    openCompanies(`${BOARD}&status=qualified`);
    expect(await screen.findByText('This column could not be loaded.')).toBeInTheDocument();
    expect(screen.getAllByText('Left out by the filters.')).toHaveLength(7);
    fakeBoard();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Cedar')).toBeInTheDocument();
  });

  it('MYCO-05: a phone shows one column, and says how many are in it', async () => {
    onPhone();
    fakeBoard();
    openCompanies(`${BOARD}&status=contacted`);
    expect(await screen.findByText('Alder')).toBeInTheDocument();
    expect(screen.getAllByRole('region')).toHaveLength(1);
    expect(screen.getByLabelText('Column')).toHaveDisplayValue('CONTACTED 2');
  });
});
