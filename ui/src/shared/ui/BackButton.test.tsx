import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { renderRoutes } from '../testing/render';
import { BackButton } from './BackButton';

const routes = [
  { path: '/account', element: <BackButton label="Back" otherwise="/search" /> },
  { path: '/search', element: 'the search' },
  { path: '/list', element: 'the list' },
];

describe('the way back', () => {
  afterEach(() => {
    window.history.replaceState(null, '');
  });

  it('ACC-01: leads to where the user came from', async () => {
    const { router } = renderRoutes(routes, { at: '/list' });
    await act(() => router.navigate('/account'));
    // The router stores the index of the tab's history entry there.
    window.history.replaceState({ idx: 1 }, '');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('the list')).toBeInTheDocument();
  });

  it('ACC-01: a tab that was opened here has none, whatever its address was replaced by', async () => {
    const { router } = renderRoutes(routes, { at: '/account' });
    window.history.replaceState({ idx: 0 }, '');
    await act(() => router.navigate('/account?portal=ledger', { replace: true }));
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(await screen.findByText('the search')).toBeInTheDocument();
  });
});
