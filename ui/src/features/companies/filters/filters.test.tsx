import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { FILTERS_PREFIX } from '@/shared/lib/browser-storage';
import { removeNotes } from '@/shared/lib/local-notes';
import { savedCompany } from '@/shared/testing/fake-companies';
import { USER_ID } from '@/shared/testing/render';
import { fake, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { fakeCompanies, openCompanies } from '../CompaniesPage.testing';

const cities = Array.from({ length: 12 }, (_, index) => ({
  value: `City ${String(index + 1).padStart(2, '0')}`,
  count: 1,
}));
const FACETS = {
  statuses: [{ value: 'contacted', count: 8 }],
  industries: [{ value: 'brewery', count: 9 }],
  states: [{ value: 'OR', count: 9 }],
  cities,
  tags: [{ value: 'hot', count: 2 }],
};
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

describe('narrowing the list', () => {
  it('MYCO-01: filters are asked of the server, stand in the address, and are taken away one by one', async () => {
    const asked = fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS, due_total: 3 } });
    const { router } = openCompanies('/my-companies?page=1&portal=overview');
    await screen.findByRole('table');
    await press('Filters');
    await userEvent.click(await screen.findByLabelText(/^CContacted/));
    await userEvent.click(screen.getByLabelText('91-100 Excellent'));
    expect(screen.queryByLabelText(/City 11/)).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Find a city'), '11');
    await userEvent.click(screen.getByLabelText(/City 11/));
    await waitFor(() => {
      expect(asked.at(-1)).toMatchObject({
        status: 'contacted',
        score: '91-100',
        city: 'City 11',
        page: '1',
      });
    });
    expect(router.state.location.search).toBe('?status=contacted&score=91-100&city=City+11&portal=overview');
    expect(screen.getByRole('button', { name: 'Filters 3' })).toBeInTheDocument();
    expect(await screen.findByText('1 of 1 company')).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await press('Remove the filter City 11');
    await press(/^Due today/);
    await waitFor(() => {
      expect(asked.at(-1)).toMatchObject({
        due: 'true',
        today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
      });
    });
    expect(asked.at(-1)).not.toHaveProperty('city');
    expect(
      screen.getByRole('columnheader', { name: 'Follow-up' }),
      'what is filtered by is seen',
    ).toBeInTheDocument();
    await press('Clear All');
    expect(router.state.location.search).toBe('?portal=overview');
  });

  it('companies whose listing has changed are asked of the server, and stand in the address', async () => {
    const asked = fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS } });
    const { router } = openCompanies();
    await screen.findByRole('table');
    await press('Filters');
    await userEvent.click(await screen.findByLabelText('Changed since you saved it'));
    await waitFor(() => {
      expect(asked.at(-1)).toMatchObject({ changed: 'true', page: '1' });
    });
    expect(router.state.location.search).toBe('?changed=1');
    await userEvent.keyboard('{Escape}');
    await press('Remove the filter Changed since you saved it');
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
    expect(asked[0]).not.toHaveProperty('changed');
  });

  it('MYCO-01: filters that were given a name are there again, in this browser', async () => {
    const asked = fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS } });
    const { unmount } = openCompanies('/my-companies?status=contacted&search=ale');
    await screen.findByRole('table');
    await press('Filters 1');
    await userEvent.type(await screen.findByLabelText('Save these filters as'), 'Mine{Enter}');
    unmount();
    const { router, unmount: leave } = openCompanies();
    await screen.findByRole('table');
    await press('Filters');
    await userEvent.click(await screen.findByRole('button', { name: 'Mine' }));
    await waitFor(() => {
      expect(asked.at(-1)).toMatchObject({ status: 'contacted', search: 'ale' });
    });
    expect(router.state.location.search).toBe('?search=ale&status=contacted');
    await press('Delete the saved filter Mine');
    expect(screen.queryByRole('button', { name: 'Mine' })).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Save these filters as'), 'Mine{Enter}');
    leave();
    removeNotes(USER_ID);
    openCompanies();
    await screen.findByRole('table');
    await press('Filters');
    expect(await screen.findByText('None yet. They are kept in this browser.'), 'erased').toBeInTheDocument();
  });

  it('MYCO-01: two tabs keep each other’s filters; one that was deleted comes back where it was', async () => {
    fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS } });
    openCompanies('/my-companies?status=contacted');
    await screen.findByRole('table');
    await press('Filters 1');
    const name = await screen.findByLabelText('Save these filters as');
    await userEvent.type(name, 'Mine{Enter}');
    const key = Object.keys(localStorage).find((each) => each.startsWith(FILTERS_PREFIX)) ?? '';
    const stored = () => JSON.parse(localStorage.getItem(key) ?? '') as { name: string; query: string }[];
    const names = () => stored().map((each) => each.name);
    localStorage.setItem(key, JSON.stringify([...stored(), { name: 'Theirs', query: 'due=1' }]));
    await userEvent.type(name, 'Last{Enter}');
    expect(names()).toEqual(['Mine', 'Theirs', 'Last']);
    localStorage.setItem(key, JSON.stringify([...stored(), { name: 'Later', query: 'due=1' }]));
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key }));
    });
    expect(screen.getByRole('button', { name: 'Later' }), 'it is seen here too').toBeInTheDocument();
    await press('Delete the saved filter Theirs');
    expect(names()).toEqual(['Mine', 'Last', 'Later']);
    expect(screen.getByRole('button', { name: 'Last' })).toHaveFocus();
    expect(screen.getByText('Deleted the saved filter “Theirs”.')).toBeInTheDocument();
    await press('Undo');
    expect(names()).toEqual(['Mine', 'Theirs', 'Last', 'Later']);
  });

  it.each(['phone', 'desktop'])(
    'MYCO-01: what holds the focus on a %s holds the undo too',
    async (screenOf) => {
      if (screenOf === 'phone') onPhone();
      fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS } });
      openCompanies('/my-companies?status=contacted');
      await userEvent.click(await screen.findByRole('button', { name: 'Filters 1' }));
      const name = await screen.findByLabelText('Save these filters as');
      await userEvent.type(name, 'Mine{Enter}');
      await press('Delete the saved filter Mine');
      const filters = screen.getByRole('dialog');
      const undo = within(filters).getByRole('button', { name: 'Undo' });
      for (let stops = 0; stops < 60 && document.activeElement !== undo; stops += 1) await userEvent.tab();
      expect(undo).toHaveFocus();
      await userEvent.keyboard('{Enter}');
      expect(within(filters).getByRole('button', { name: 'Mine' })).toBeInTheDocument();
      await press('Delete the saved filter Mine');
      await userEvent.keyboard('{Escape}');
      await waitFor(() => {
        expect(screen.queryByRole('dialog')).toBeNull();
      });
      expect(screen.getByRole('button', { name: 'Undo' }), 'it outlives the filters').toBeInTheDocument();
    },
  );

  it('MYCO-01: filters that cannot be loaded say so, and are tried again', async () => {
    fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS } });
    openCompanies();
    await screen.findByRole('table');
    server.use(fake('listSavedCompanies', refusal(503)));
    await press('Filters');
    expect(await screen.findByText('The filters could not be loaded.')).toBeInTheDocument();
    const again = screen.getByRole('button', { name: 'Try Again' });
    await userEvent.click(again);
    expect(again, 'it stays while it is asked again').toHaveFocus();
    await waitFor(() => {
      expect(again).toHaveAttribute('aria-busy', 'false');
    });
    fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS } });
    await press('Try Again');
    expect(await screen.findByLabelText('91-100 Excellent')).toBeInTheDocument();
  });

  it('MYCO-01: a phone has them in a sheet, which says how many it leads to', async () => {
    onPhone();
    fakeCompanies({ companies: [savedCompany()], list: { facets: FACETS, total_count: 41 } });
    openCompanies();
    await screen.findByRole('list', { name: 'Saved companies' });
    await press('Filters');
    expect(await screen.findByRole('button', { name: 'Show 41 companies' })).toBeInTheDocument();
  });
});
