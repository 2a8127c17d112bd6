import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { Empty, QueryState } from './QueryState';

const refetch = vi.fn();

interface Asked {
  currentData?: string[];
  error?: unknown;
  isFetching?: boolean;
}

const show = (query: Asked) => render(state(query));

function state(query: Asked) {
  return (
    <MantineProvider env="test">
      <QueryState
        query={{ isFetching: false, refetch, ...query }}
        loading={{ text: 'Loading the rows...', skeleton: <div data-testid="bones" /> }}
        failure={{ title: 'Error Loading Rows', message: () => 'Failed to fetch rows: 500' }}
        empty={{ when: (rows) => rows.length === 0, content: <Empty title="No rows" hint="Make some." /> }}
        minHeight={320}
      >
        {(rows) => <p>{rows.join(', ')}</p>}
      </QueryState>
    </MantineProvider>
  );
}

describe('what a call is shown with', () => {
  it('loading: bones, and words that are read out', () => {
    show({ isFetching: true });
    expect(screen.getByRole('status')).toHaveTextContent('Loading the rows...');
    expect(screen.getByTestId('bones')).toBeInTheDocument();
  });

  it('a failure says what, is read out at once, and tries again', async () => {
    show({ error: { status: 500 } });
    expect(screen.getByRole('alert')).toHaveTextContent('Error Loading RowsFailed to fetch rows: 500');
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('trying again keeps the focus: the failure stays, busy, until there is an answer', async () => {
    const { rerender } = show({ error: { status: 500 } });
    const again = screen.getByRole('button', { name: 'Try Again' });
    await userEvent.click(again);
    rerender(state({ error: { status: 500 }, isFetching: true }));
    expect(again).toHaveFocus();
    expect(again).toBeEnabled();
    expect(again).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByRole('alert')).toHaveTextContent('Error Loading RowsLoading the rows...');
    // A second failure has another text, so it is announced.
    rerender(state({ error: { status: 500 } }));
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch rows: 500');
    expect(again).toHaveFocus();
    rerender(state({ currentData: ['a'] }));
    expect(screen.getByText('a')).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('nothing there: what to do', () => {
    show({ currentData: [] });
    expect(screen.getByRole('status')).toHaveTextContent('No rowsMake some.');
  });

  it('trying again over what is there says so', () => {
    show({ currentData: ['a'], error: { status: 500 }, isFetching: true });
    expect(screen.getByText('a')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Loading the rows...');
  });

  it('ready; a later failure keeps what is there', () => {
    show({ currentData: ['a', 'b'] }).unmount();
    show({ currentData: ['a', 'b'], error: { status: 500 } });
    expect(screen.getByText('a, b')).toBeVisible();
    expect(screen.getByRole('alert')).toHaveTextContent('Failed to fetch rows: 500');
  });
});
