import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { changed, savedCompany } from '@/shared/testing/fake-companies';
import { fake, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { fakeCompanies, openCompanies } from '../CompaniesPage.testing';

const many = (count: number) => Array.from({ length: count }, (_, index) => savedCompany(index + 1));
const bodyOf = async (request: Request) => (await request.json()) as Record<string, unknown>;
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const choose = async (...names: string[]) => {
  for (const name of names) await userEvent.click(await screen.findByLabelText(`Select ${name}`));
};

describe('changing many companies at once', () => {
  it('MYCO-05: a status, and its undo brings back what each one was', async () => {
    fakeCompanies({ companies: many(3) });
    const sent: unknown[] = [];
    server.use(
      fake('setCompanyStatuses', async ({ request }) => {
        sent.push(await bodyOf(request));
        return changed(['company-1', 'company-2'], {
          former: { 'company-1': 'contacted', 'company-2': null },
        });
      }),
    );
    openCompanies();
    await choose('Company 1', 'Company 2');
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    expect(screen.getByText('2 selected')).toBeInTheDocument();
    await press('Status');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'QUALIFIED' }));
    expect(await screen.findByText('2 companies set to Qualified.')).toBeInTheDocument();
    await press('Undo');
    await waitFor(() => {
      expect(sent).toEqual([
        {
          changes: [
            { company_id: 'company-1', status: 'qualified' },
            { company_id: 'company-2', status: 'qualified' },
          ],
        },
        {
          changes: [
            { company_id: 'company-1', status: 'contacted' },
            { company_id: 'company-2', status: 'not_contacted' },
          ],
        },
      ]);
    });
    expect(screen.getByText('2 selected'), 'they stay chosen').toBeInTheDocument();
    expect(screen.getByLabelText('Select Company 1')).toHaveFocus();
    await press('Clear selection');
    expect(screen.getByRole('searchbox')).toBeInTheDocument();
    expect(screen.getByLabelText('Select Company 1'), 'the bar took the focus with it').toHaveFocus();
  });

  /** A list of companies not contacted yet, the first two of which get another status, or theirs back. */
  async function openAndSetFirstTwo(count: number, ...chosen: string[]) {
    fakeCompanies({ companies: many(count) });
    server.use(
      fake('setCompanyStatuses', async ({ request }) => {
        const isUndo = JSON.stringify(await bodyOf(request)).includes('not_contacted');
        fakeCompanies({ companies: isUndo ? many(count) : many(count).slice(2) });
        return changed(['company-1', 'company-2']);
      }),
    );
    openCompanies('/my-companies?status=not_contacted');
    await choose(...chosen);
    await press('Status');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'QUALIFIED' }));
  }

  it('MYCO-05: what a change takes out of the list is chosen no more', async () => {
    await openAndSetFirstTwo(3, 'Company 1', 'Company 2');
    expect(await screen.findByRole('searchbox'), 'there is nothing to do it to').toBeInTheDocument();
    await choose('Company 3');
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });

  it('MYCO-05: its undo brings it back, chosen as it was', async () => {
    await openAndSetFirstTwo(3, 'Company 1', 'Company 2');
    await screen.findByRole('searchbox');
    await press('Undo');
    expect(await screen.findByText('2 selected')).toBeInTheDocument();
    expect(screen.getByLabelText('Select Company 1')).toBeChecked();
  });

  it('MYCO-05: of a longer list the bar says how many of those chosen are not on the page', async () => {
    await openAndSetFirstTwo(60, 'Company 1', 'Company 2', 'Company 3');
    const bar = screen.getByRole('toolbar', { name: 'Selected companies' });
    await waitFor(() => {
      expect(bar).toHaveTextContent(/^3 selected, 2 not on this page/);
    });
  });

  it('MYCO-01: what was typed is searched for, whatever took the search box away meanwhile', async () => {
    fakeCompanies({ companies: many(2) });
    const { router } = openCompanies();
    const box = await screen.findByRole('searchbox');
    // All within the delay.
    fireEvent.change(box, { target: { value: 'ale' } });
    fireEvent.click(screen.getByLabelText('Select Company 1'));
    expect(screen.queryByRole('searchbox')).not.toBeInTheDocument();
    await waitFor(() => {
      expect(router.state.location.search).toBe('?search=ale');
    });
    expect(await screen.findByRole('searchbox')).toHaveValue('ale');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ale house' } });
    fireEvent.click(screen.getByRole('radio', { name: 'Board' }));
    await waitFor(() => {
      expect(router.state.location.search).toBe('?search=ale+house&view=board');
    });
    expect(screen.getByRole('searchbox')).toHaveValue('ale house');
  });

  it('MYCO-01: removal has an undo, and what could not be removed is named', async () => {
    fakeCompanies({ companies: many(2) });
    const restored: unknown[] = [];
    server.use(
      fake('removeSavedCompanies', {
        ...changed(['company-1']),
        success: false,
        failed: [{ company_id: 'company-2', message: 'no such company' }],
      }),
      fake('restoreSavedCompanies', async ({ request }) => {
        restored.push(await bodyOf(request));
        return changed(['company-1']);
      }),
    );
    openCompanies();
    await choose('Company 1', 'Company 2');
    await press('Remove');
    expect(await screen.findByText('Removed 1 company.')).toBeInTheDocument();
    const alert = screen.getByRole('alert');
    expect(alert).toHaveTextContent('1 company could not be changed');
    expect(alert).toHaveTextContent('Company 2: no such company');
    expect(screen.getByText('1 selected'), 'what was not removed stays chosen').toBeInTheDocument();
    expect(screen.getByLabelText('Select Company 2')).toBeChecked();
    await press('Undo');
    await waitFor(() => {
      expect(restored).toEqual([{ company_ids: ['company-1'] }]);
    });
  });

  it('MYCO-01: an undo that fails once the list is left says so all the same', async () => {
    fakeCompanies({ companies: many(2) });
    server.use(
      fake('removeSavedCompanies', changed(['company-1', 'company-2'])),
      fake('restoreSavedCompanies', {
        ...changed([]),
        success: false,
        failed: [
          { company_id: 'company-1', message: 'Your plan keeps 10 companies.' },
          { company_id: 'company-2', message: 'Your plan keeps 10 companies.' },
        ],
      }),
    );
    const { router } = openCompanies();
    await choose('Company 1', 'Company 2');
    await press('Remove');
    await screen.findByText('Removed 2 companies.');
    await act(() => router.navigate('/'));
    await press('Undo');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /^Not undone: Company 1. Your plan keeps 10 companies. 1 other could not be restored either.$/,
    );
  });

  it('MYCO-01: all that match are chosen, and changed a thousand at once; a call that fails ends it', async () => {
    const all = many(1204);
    fakeCompanies({ companies: all });
    const sent: number[] = [];
    openCompanies();
    await choose('Company 1');
    await press('Select all 1,204');
    await screen.findByText('1,204 selected');
    server.use(
      fake('setFollowUps', async ({ request }) => {
        const { changes } = (await bodyOf(request)) as { changes: { company_id: string }[] };
        sent.push(changes.length);
        return sent.length === 2
          ? refusal(403, 'Your plan does not include it.')
          : changed(changes.map((each) => each.company_id));
      }),
    );
    await press('Follow-up');
    await userEvent.click(await screen.findByRole('button', { name: 'Set date' }));
    expect(await screen.findByText('Your plan does not include it.')).toBeInTheDocument();
    expect(screen.getByText(/^Set the follow-up date of 1,000 companies to/)).toBeInTheDocument();
    expect(sent).toEqual([1000, 204]);
  });

  it('MYCO-01: tags are added and removed', async () => {
    fakeCompanies({ companies: many(1) });
    const sent: unknown[] = [];
    server.use(
      fake('tagCompanies', async ({ request }) => {
        sent.push(await bodyOf(request));
        return changed(['company-1']);
      }),
    );
    openCompanies();
    await choose('Company 1');
    await press('Tags');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Tag' }), 'hot|{Enter}');
    expect(await screen.findByText('1 company tagged “hot”.')).toBeInTheDocument();
    await press('Undo');
    await waitFor(() => {
      expect(sent).toEqual([
        { company_ids: ['company-1'], add: ['hot'] },
        { company_ids: ['company-1'], remove: ['hot'] },
      ]);
    });
  });

  it('MYCO-01: a removed tag comes back as each company had it', async () => {
    fakeCompanies({
      companies: [savedCompany(1, { tags: ['VIP'] }), savedCompany(2, { tags: ['hot', 'vip'] })],
    });
    const sent: Record<string, unknown>[] = [];
    server.use(
      fake('tagCompanies', async ({ request }) => {
        const body = await bodyOf(request);
        sent.push(body);
        fakeCompanies({ companies: many(2) });
        return changed(body.company_ids as string[]);
      }),
    );
    openCompanies();
    await choose('Company 1', 'Company 2');
    await press('Tags');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Tag' }), 'vip');
    await press('Remove tag');
    expect(await screen.findByText('Removed the tag “vip” from 2 companies.')).toBeInTheDocument();
    await press('Undo');
    await waitFor(() => {
      expect(sent).toEqual([
        { company_ids: ['company-1', 'company-2'], remove: ['vip'] },
        { company_ids: ['company-1'], add: ['VIP'] },
        { company_ids: ['company-2'], add: ['vip'] },
      ]);
    });
  });

  it('MYCO-01: where not every company gets its tag back, those that do not are named', async () => {
    fakeCompanies({
      companies: [savedCompany(1, { tags: ['VIP'] }), savedCompany(2, { tags: ['vip'] })],
    });
    server.use(
      fake('tagCompanies', async ({ request }) => {
        const body = await bodyOf(request);
        if (String(body.add) === 'vip') return refusal(503, 'Too busy');
        fakeCompanies({ companies: many(2) });
        return changed(body.company_ids as string[]);
      }),
    );
    openCompanies();
    await choose('Company 1', 'Company 2');
    await press('Tags');
    await userEvent.type(await screen.findByRole('combobox', { name: 'Tag' }), 'vip');
    await press('Remove tag');
    await screen.findByText('Removed the tag “vip” from 2 companies.');
    await press('Undo');
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('1 company could not be changed');
    expect(alert).toHaveTextContent('Company 2: Too busy');
  });

  it('MYCO-01: what is chosen is exported by its ids', async () => {
    // Two companies, one of them chosen, and the number of matches after another tab has removed one.
    fakeCompanies({ companies: many(2), list: { total_count: 1 } });
    const asked: Record<string, string>[] = [];
    server.use(
      fake('exportSavedCompanies', ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams));
        return refusal(503, 'Too busy');
      }),
    );
    openCompanies('/my-companies?status=contacted&changed=1&sort=-city');
    await userEvent.click(await screen.findByRole('button', { name: 'Export' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too busy');
    await choose('Company 1');
    await press('Export');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }));
    await waitFor(() => {
      expect(asked).toMatchObject([
        {
          user_id: 'dev|ada',
          status: 'contacted',
          changed: 'true',
          sort: 'city',
          order: 'desc',
          format: 'csv',
        },
        { company_ids: 'company-1', user_id: 'dev|ada', format: 'xlsx' },
      ]);
    });
  });

  it('MYCO-01: all that match are exported by the filters, where all were chosen; of many others none', async () => {
    fakeCompanies({ companies: many(201) });
    const asked: Record<string, string>[] = [];
    server.use(
      fake('exportSavedCompanies', ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams));
        return refusal(503, 'Too busy');
      }),
    );
    openCompanies('/my-companies?status=contacted');
    await choose('Company 1');
    await press('Select all 201');
    await screen.findByText('201 selected');
    await press('Export');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Too busy');
    expect(asked).toMatchObject([{ status: 'contacted', format: 'csv' }]);
    expect(asked[0]).not.toHaveProperty('company_ids');
    await choose('Company 1', 'Company 1');
    await screen.findByText('201 selected');
    await press('Export');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Up to 200 companies of a selection/);
    expect(asked, 'one by one they may be others').toHaveLength(1);
  });

  it('MYCO-01: old facts are marked, and enriched again once the cost was said', async () => {
    const old = [savedCompany(1, { stale: true }), savedCompany(2)];
    fakeCompanies({ companies: old, packed: old.slice(0, 1), list: { stale_total: 12 } });
    openCompanies();
    expect(await screen.findByLabelText('Facts are older than the installed data')).toBeInTheDocument();
    expect(screen.getByText(/12 companies have facts older than the installed data/)).toBeInTheDocument();
    await press('Enrich again, at most 12 credits');
    const dialog = await screen.findByRole('dialog', { name: 'Enrich 12 companies again?' });
    expect(dialog).toHaveTextContent(/At most 12 credits.*You have 412 credits/);
    server.use(fake('refreshSavedCompanies', { ...changed(['company-1']), credits_charged: 1 }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enrich 12 companies' }));
    expect(await screen.findByText('New facts for 1 company, 1 credit.')).toBeInTheDocument();
  });

  it('MYCO-01: a plan that could not put them back asks before it removes', async () => {
    fakeCompanies({
      companies: many(1),
      credits: { tier: 'basic', can_save_companies: false, can_enrich: false },
    });
    openCompanies();
    await choose('Company 1');
    await press('Remove');
    const dialog = await screen.findByRole('dialog', { name: 'Remove 1 company?' });
    expect(dialog).toHaveTextContent('Your plan cannot put companies back.');
    expect(screen.queryByRole('button', { name: /Enrich/ })).not.toBeInTheDocument();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep them' }));
    expect(screen.getByText('1 selected')).toBeInTheDocument();
  });
});
