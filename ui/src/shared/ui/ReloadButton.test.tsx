import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { fake, pending } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { ReloadButton } from './ReloadButton';

describe('the button that loads the page anew', () => {
  it('SHL-03: waits 5 seconds for a server that does not answer, and leaves the page as it is', async () => {
    const giveUp = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(giveUp.signal);
    server.use(fake('health', pending()));
    renderScreen(<ReloadButton />);
    const button = screen.getByRole('button', { name: 'Try Again' });
    await userEvent.click(button);
    expect(limit).toHaveBeenCalledWith(5_000);
    expect(button).toHaveAttribute('data-loading');
    giveUp.abort(new DOMException('The time is over', 'TimeoutError'));
    expect(await screen.findByText('The server does not answer yet.')).toBeVisible();
    expect(button).not.toHaveAttribute('data-loading');
    limit.mockRestore();
  });
});
