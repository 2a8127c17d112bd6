import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { creditStatus, fake, ledgerEntry, redemption, refusal, text } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { PortalDrawer } from './PortalDrawer';

const open = (tab: string) => renderScreen(<PortalDrawer />, { at: `/logs?days=7&${tab}` });
const figure = (label: string) =>
  within(screen.getByText(label).closest('div') ?? document.body).getByRole('definition');

describe('the portal', () => {
  beforeEach(() => {
    server.use(fake('creditStatus', creditStatus()));
  });

  it('CRED-06: the address opens it; closed, the page keeps its own part of the address', async () => {
    const { router } = open('portal=ledgr');
    expect(await screen.findByRole('tab', { name: 'Overview' }), 'of an unknown tab').toHaveAttribute(
      'aria-selected',
      'true',
    );
    await userEvent.click(screen.getByRole('tab', { name: 'Upgrade' }));
    expect(router.state.location.search).toBe('?days=7&portal=upgrade');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    expect(router.state.location.search).toBe('?days=7');
  });

  it('CRED-07: tier, remaining, used, limit and the share used; three ways on', async () => {
    server.use(fake('creditStatus', creditStatus({ available_credits: 50, percentage_used: 91.66 })));
    const { router } = open('portal=overview');
    expect(await screen.findByText('BUSINESS')).toBeVisible();
    expect(figure('Credits Remaining')).toHaveTextContent('50');
    expect(figure('Credits Remaining')).toHaveAttribute('data-tone', 'credits-orange');
    expect(figure('Credits Used This Month')).toHaveTextContent('188');
    expect(figure('Monthly Credit Limit')).toHaveTextContent('600');
    expect(screen.getByText('91.7% of monthly credits used')).toBeVisible();
    expect(screen.getByRole('progressbar').closest('[data-color]')).toHaveAttribute('data-color', 'red');
    server.use(fake('creditStatus', creditStatus({ available_credits: 49 })));
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Credits' }));
    expect(await screen.findByText('49')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Redeem Coupon' }));
    expect(router.state.location.search).toContain('portal=coupons');
  });

  it('CRED-07, CRED-09: an account that cannot be loaded says so, and is tried again', async () => {
    server.use(fake('creditStatus', refusal(500)));
    open('portal=billing');
    expect(await screen.findByText('Unable to load account information')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Integration Coming Soon' })).toBeDisabled();
    server.use(fake('creditStatus', creditStatus()));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Account summary')).toBeVisible();
  });

  it('CRED-02, CRED-09: summary and usage; a reset that is not named is that of the documents', async () => {
    server.use(fake('creditStatus', { ...creditStatus(), last_reset: undefined } as never));
    open('portal=billing');
    expect(await screen.findByText('BUSINESS')).toBeVisible();
    expect(figure('Credits remaining')).toHaveTextContent('412');
    expect(figure('Monthly limit')).toHaveTextContent('600');
    expect(figure('Usage')).toHaveTextContent('31.3%');
    expect(figure('Credits used this month')).toHaveTextContent('188');
    expect(figure('Last reset')).toHaveTextContent('Sep 6, 2025');
  });

  it('CRED-08: Subscribe orders nothing, and says so at its plan alone', async () => {
    open('portal=upgrade');
    await userEvent.click(await screen.findByRole('button', { name: 'Subscribe to Pro' }));
    expect(within(screen.getByRole('region', { name: 'Pro' })).getByRole('status')).toHaveTextContent(
      'Payment-provider integration is coming soon. Nothing was ordered, and nothing is charged.',
    );
    expect(within(screen.getByRole('region', { name: 'Basic' })).getByRole('status')).toHaveTextContent(
      /^Payment-provider integration is coming soon\.$/,
    );
  });

  it('CRED-08: who changes plans is named where the server has a contact; codes and today’s prices are a press away', async () => {
    const { router } = renderScreen(<PortalDrawer />, {
      at: '/logs?portal=upgrade',
      config: { contact: 'mailto:help@example.com' },
    });
    expect(await screen.findByRole('link', { name: 'help@example.com' })).toHaveAttribute(
      'href',
      'mailto:help@example.com',
    );
    expect(screen.getByRole('link', { name: 'Plans' })).toHaveAttribute('href', '/plans');
    await userEvent.click(screen.getByRole('button', { name: 'redeem a code' }));
    expect(router.state.location.search).toBe('?portal=coupons');
  });

  it('COUP-02: half a code survives a press beside the drawer, and a look at another tab', async () => {
    const { router } = open('portal=coupons');
    const field = () => screen.findByRole('textbox', { name: 'Coupon code' });
    await userEvent.type(await field(), 'spri');
    await userEvent.click(screen.getByRole('tab', { name: 'Billing' }));
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull();
    });
    await act(() => router.navigate('/logs?portal=coupons'));
    expect(await field()).toHaveValue('SPRI');
  });

  it('COUP-04, COUP-05: the balance is at once that of the answer, then what the server has; a refusal says its own', async () => {
    const { balance } = redemption();
    server.use(
      fake('creditStatus', creditStatus({ tier: 'basic', can_enrich: false, available_credits: 3 })),
      fake('redeemCoupon', redemption({ success: false, message: '', balance: null })),
    );
    open('portal=coupons');
    expect(await screen.findByText('BASIC')).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'Coupon code' }), 'no{Enter}');
    expect(await screen.findByText('Invalid coupon code')).toBeVisible();
    server.use(fake('redeemCoupon', text('', 500)));
    await userEvent.type(screen.getByRole('textbox', { name: 'Coupon code' }), '{Enter}');
    expect(await screen.findByText('Failed to redeem coupon. Please try again.')).toBeVisible();
    expect(screen.queryByText('Invalid coupon code'), 'nobody knows').toBeNull();
    let answer = (): void => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.use(
      fake('redeemCoupon', redemption({ balance: balance ? { ...balance, tier: 'pro' } : null })),
      fake('creditStatus', async () => {
        await held;
        return creditStatus({ tier: 'pro', available_credits: 500 });
      }),
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Coupon code' }), '{Enter}');
    expect(await screen.findByText('Coupon redeemed: 100 credits added')).toBeVisible();
    expect(screen.getByText('PRO')).toBeVisible();
    expect(figure('Credits Remaining')).toHaveTextContent('512');
    // Meanwhile a job has spent some.
    answer();
    await waitFor(() => {
      expect(figure('Credits Remaining')).toHaveTextContent('500');
    });
  });
});

describe('the Ledger tab', () => {
  const session = '0f8fad5b-d9cb-469f-a165-70867728950e';

  it('CRED-12: asks newest first for what the address names, and for older ones on request', async () => {
    const asked: string[] = [];
    server.use(
      fake('creditStatus', creditStatus()),
      fake('creditUsage', { days: [{ date: '2026-03-04', credits: 0 }] }),
      fake('creditLedger', ({ request }) => {
        const { searchParams } = new URL(request.url);
        asked.push(searchParams.toString());
        return searchParams.has('before')
          ? {
              user_id: 'u',
              entries: [
                ledgerEntry({
                  sequence: 1,
                  event: 'AccountOpened',
                  credits: 0,
                  reserved: 0,
                  session_id: null,
                  note: 'pro plan',
                }),
              ],
            }
          : { user_id: 'u', entries: [ledgerEntry({ sequence: 7 })], next_before: 7 };
      }),
    );
    open(`portal=ledger&ledger-kind=spent&ledger-session=${session}`);
    expect(await screen.findByText('Nothing was spent.')).toBeVisible();
    const ledger = within(await screen.findByRole('table', { name: 'Ledger' }));
    expect(ledger.getByText('Results delivered')).toBeVisible();
    expect(ledger.getByRole('link', { name: '0f8fad5b...' })).toHaveAttribute(
      'href',
      `/googlemaps?sessionKey=${session}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Load older' }));
    expect(await ledger.findByText('Account opened')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load older' })).toBeNull();
    const wanted = `order=newest&events=CreditsDebited&session_id=${session}&limit=50`;
    expect(asked.map((query) => [...new URLSearchParams(query)].sort())).toEqual(
      [wanted, `${wanted}&before=7`].map((query) => [...new URLSearchParams(query)].sort()),
    );
  });

  it('CRED-12: a ledger that cannot be loaded is tried again, beside the usage that can', async () => {
    server.use(
      fake('creditStatus', creditStatus()),
      fake('creditUsage', { days: [{ date: '2026-03-04', credits: 20 }] }),
      fake('creditLedger', refusal(503)),
    );
    open('portal=ledger');
    expect(await screen.findByText('Unable to load the ledger')).toBeVisible();
    expect(await screen.findByText('20 credits in all, most on Mar 4, 2026: 20.')).toBeVisible();
    server.use(fake('creditLedger', { user_id: 'u', entries: [] }));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('No entries in this period.')).toBeVisible();
  });
});
