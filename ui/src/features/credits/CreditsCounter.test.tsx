import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { creditStatus, fake, refusal } from '@/shared/testing/fakes';
import { renderScreen, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { CreditsCounter } from './CreditsCounter';

const answerWith = (fields: Parameters<typeof creditStatus>[0]) => {
  server.use(fake('creditStatus', creditStatus(fields)));
};

describe('the credits counter', () => {
  it('CRED-03: shows what remains, with status and progress', async () => {
    answerWith({ available_credits: 412, percentage_used: 31.3, tier: 'business' });
    renderScreen(<CreditsCounter />);
    expect(await screen.findByText('412')).toBeVisible();
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.getByRole('progressbar').closest('[data-color]')).toHaveAttribute('data-color', 'green');
    expect(screen.queryByRole('link', { name: 'Upgrade' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Redeem a code' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Upgrade Plan' })).toBeNull();
  });

  it('CRED-05: warns at 100 or less, with Upgrade to /plans', async () => {
    answerWith({ available_credits: 60, percentage_used: 92, tier: 'pro' });
    renderScreen(<CreditsCounter />, { config: { contact: 'mailto:help@example.com' } });
    expect(await screen.findByText('Low credits')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/coupons');
    expect(screen.getByRole('link', { name: 'help@example.com' })).toBeVisible();
    expect(screen.getByText('Active')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Upgrade' })).toHaveAttribute('href', '/plans');
    expect(screen.getByRole('progressbar').closest('[data-color]')).toHaveAttribute('data-color', 'red');
  });

  it("CRED-05: says 'Limit reached!' at 0; basic tier also gets 'Upgrade Plan' in a new tab", async () => {
    answerWith({ available_credits: 0, percentage_used: 100, tier: 'basic' });
    renderScreen(<CreditsCounter />);
    expect(await screen.findByText('Limit reached!')).toBeVisible();
    expect(screen.getByText('Limit Reached')).toBeVisible();
    const link = screen.getByRole('link', { name: 'Upgrade Plan' });
    expect(link).toHaveAttribute('href', '/pricing');
    expect(link).toHaveAttribute('target', '_blank');
  });

  it('CRED-04: says that credits cannot be loaded, with the status, and tries again', async () => {
    server.use(fake('creditStatus', refusal(503)));
    renderScreen(<CreditsCounter />);
    expect(await screen.findByText('⚠️ Unable to load credits')).toBeVisible();
    expect(screen.getByText('Failed to fetch credits: 503')).toBeVisible();
    answerWith({ available_credits: 412, tier: 'business' });
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('412')).toBeVisible();
  });

  it('CRED-01: asks for the signed-in user', async () => {
    let asked: unknown = null;
    server.use(
      fake('creditStatus', ({ params }) => {
        asked = params.userId;
        return creditStatus({ available_credits: 1 });
      }),
    );
    renderScreen(<CreditsCounter />);
    await screen.findByText('1');
    expect(asked).toBe(USER_ID);
  });
});
