import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ConfirmDialog } from './ConfirmDialog';

describe('a question before something that costs or loses', () => {
  it('asks in its title, has the focus on the safe answer, and Esc is that answer', async () => {
    const onConfirm = vi.fn();
    const onCancel = vi.fn();
    render(
      <MantineProvider env="test">
        <ConfirmDialog
          opened
          title="Save 98 companies?"
          confirm="Save 98 companies"
          cancel="Not now"
          onConfirm={onConfirm}
          onCancel={onCancel}
        >
          They go to My Companies.
        </ConfirmDialog>
      </MantineProvider>,
    );
    expect(await screen.findByRole('dialog', { name: 'Save 98 companies?' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Not now' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    expect(onCancel).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Save 98 companies' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });
});
