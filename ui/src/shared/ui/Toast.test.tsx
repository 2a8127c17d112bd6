import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TOAST_MS, ToastProvider, useUndoToast } from './Toast';

const onUndo = vi.fn(() => Promise.resolve<string | null>(null));

function Remove() {
  const showUndo = useUndoToast();
  return (
    <button
      type="button"
      onClick={() => {
        showUndo({ text: 'Removed 3 companies.', onUndo });
      }}
    >
      Remove
    </button>
  );
}

const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const toast = () => screen.queryByText('Removed 3 companies.');

describe('the undo toast', () => {
  beforeEach(() => {
    onUndo.mockClear();
    vi.useFakeTimers();
    render(
      <MantineProvider env="test">
        <ToastProvider>
          <Remove />
        </ToastProvider>
      </MantineProvider>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
  });

  it('is read out, and goes after eight seconds', () => {
    expect(screen.getByRole('status')).toHaveTextContent('Removed 3 companies.');
    pass(TOAST_MS - 1);
    expect(toast()).not.toBeNull();
    pass(1);
    expect(toast()).toBeNull();
  });

  it('waits under the pointer and under the focus', () => {
    fireEvent.mouseEnter(screen.getByText('Removed 3 companies.'));
    pass(3 * TOAST_MS);
    expect(toast()).not.toBeNull();
    fireEvent.mouseLeave(screen.getByText('Removed 3 companies.'));
    fireEvent.focus(screen.getByRole('button', { name: 'Undo' }));
    pass(3 * TOAST_MS);
    expect(toast()).not.toBeNull();
    fireEvent.blur(screen.getByRole('button', { name: 'Undo' }));
    pass(TOAST_MS);
    expect(toast()).toBeNull();
  });

  it('waits as long as the pointer or the focus is there, whichever leaves first', () => {
    const undo = screen.getByRole('button', { name: 'Undo' });
    fireEvent.focus(undo);
    fireEvent.mouseEnter(screen.getByText('Removed 3 companies.'));
    fireEvent.mouseLeave(screen.getByText('Removed 3 companies.'));
    pass(3 * TOAST_MS);
    expect(toast(), 'the focus is there').not.toBeNull();
    fireEvent.mouseEnter(screen.getByText('Removed 3 companies.'));
    fireEvent.blur(undo);
    pass(3 * TOAST_MS);
    expect(toast(), 'the pointer is there').not.toBeNull();
    fireEvent.mouseLeave(screen.getByText('Removed 3 companies.'));
    pass(TOAST_MS);
    expect(toast()).toBeNull();
  });

  it('undoes, once', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(onUndo).toHaveBeenCalledOnce();
    expect(toast()).toBeNull();
  });

  it('says what could not be undone, until that is dismissed', async () => {
    onUndo.mockResolvedValueOnce('Not undone. Too busy');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      await Promise.resolve();
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Not undone. Too busy');
    pass(3 * TOAST_MS);
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss this message' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('what could not be undone is over once something else is done', async () => {
    onUndo.mockResolvedValueOnce('Not undone. Too busy');
    await act(async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
      await Promise.resolve();
    });
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    pass(TOAST_MS);
    expect(toast()).toBeNull();
    expect(screen.queryByRole('alert'), 'nor after it').toBeNull();
  });
});
