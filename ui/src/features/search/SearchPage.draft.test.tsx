import { cleanup, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { creditStatus, fake } from '@/shared/testing/fakes';
import { renderScreen, testAuth, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { removeUserData } from '@/shared/lib/browser-storage';
import { paths } from '@/shared/paths';
import { SearchPage } from './SearchPage';
import { held, JOB_ID } from '@/shared/testing/session';
import {
  completed,
  fillIn,
  log,
  newSearch,
  openPage,
  press,
  search,
  serve,
  user,
} from './SearchPage.testing';
import { storeOpenSession } from './stored-session';

const term = () => screen.getByLabelText('Search Term');
const state = () => screen.getByLabelText('State');

/** The page is left or reloaded. */
function comeBack() {
  cleanup();
  openPage();
}

describe('a search that was typed', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('JOB-01, JOB-03: is there again after another page and a reload, in a folded form too; a refusal keeps it', async () => {
    serve(completed());
    server.use(fake('creditStatus', creditStatus({ available_credits: 3 })));
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    await newSearch();
    await fillIn();
    await press('Start Scraping');
    await screen.findByText('Not started');
    comeBack();
    await screen.findByText('Alder Brewing');
    expect(term(), 'rows take its place').not.toBeVisible();
    await newSearch();
    expect(term()).toHaveValue('brewery');
    expect(state()).toHaveValue('OR');
    expect(screen.getByText('2 cities: needs 4 credits to start')).toBeVisible();
  });

  it('JOB-01: goes when it is started; what is typed after that stays', async () => {
    serve(completed());
    openPage();
    await search();
    await screen.findByText('Alder Brewing');
    comeBack();
    await newSearch();
    expect(term()).toHaveValue('');
    await user.type(term(), 'pub');
    comeBack();
    await newSearch();
    expect(term()).toHaveValue('pub');
  });

  it("JOB-01: is nobody else's, and goes with the sign-out", async () => {
    serve(completed());
    openPage();
    await user.type(term(), 'pub');
    cleanup();
    const auth = testAuth({ user: { sub: 'dev|bob', name: 'Bob', email: 'bob@example.com' } });
    renderScreen(<SearchPage />, { at: paths.search(), auth });
    expect(term()).toHaveValue('');
    await user.type(term(), 'inn');
    cleanup();
    removeUserData();
    renderScreen(<SearchPage />, { at: paths.search(), auth });
    expect(term()).toHaveValue('');
  });

  it('JOB-01: the form stays open for somebody who types while the search is submitted', async () => {
    serve(completed());
    const credits = held();
    server.use(
      fake('creditStatus', async () => {
        await credits.wait;
        return creditStatus({ available_credits: 100 });
      }),
    );
    openPage();
    await search();
    await screen.findByText('Submitting...');
    await user.type(term(), ' pub');
    credits.letGo();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(term()).toBeVisible();
    expect(term()).toHaveFocus();
    await waitFor(() => {
      expect(log()).toHaveTextContent('2 results found.');
    });
  });
});

describe('a search that the address brings', () => {
  const GIVEN = paths.newSearch({ term: 'dentist', county: '41061' });

  it('fills the form, asks for its cost, has the focus on the heading, and leaves the address', async () => {
    serve(completed());
    const { router } = openPage(GIVEN);
    expect(term()).toHaveValue('dentist');
    expect(screen.getByText('1 county: needs 2 credits to start')).toBeVisible();
    expect(await screen.findByText('Up to 98 rows, 98 credits')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    await waitFor(() => {
      expect(router.state.location.search).toBe('');
    });
  });

  it('stands open above the rows of an open session', async () => {
    serve(completed());
    storeOpenSession(USER_ID, JOB_ID);
    openPage(GIVEN);
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(term()).toBeVisible();
    expect(term()).toHaveValue('dentist');
  });
});
