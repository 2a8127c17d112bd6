import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router';
import { describe, expect, it } from 'vitest';
import { creditStatus, fake, lost, pending, redemption, refusal, text } from '@/shared/testing/fakes';
import { useCredits } from '@/shared/credits/use-credits';
import { paths } from '@/shared/paths';
import { renderRoutes, renderScreen, SIGNED_OUT, testAuth } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { CouponsPage } from './CouponsPage';

const open = (auth = testAuth(), config = {}) =>
  renderScreen(<CouponsPage />, { at: '/coupons', auth, config });
const field = () => screen.getByRole('textbox', { name: 'Coupon code' });
const button = () => screen.getByRole('button', { name: /^Redeem/ });
const figure = (label: string) =>
  within(screen.getByText(label).closest('div') ?? document.body).getByRole('definition');

/** Like the sidebar's counter, on every page. */
function Balance() {
  return <p>Balance {useCredits().data?.available_credits}</p>;
}

/** Fakes the account, and returns the submitted codes. */
function redeems(answer: Parameters<typeof fake<'redeemCoupon'>>[1]): unknown[] {
  const sent: unknown[] = [];
  server.use(
    fake('creditStatus', creditStatus()),
    fake('redeemCoupon', async (call) => {
      sent.push(await call.request.clone().json());
      return typeof answer === 'function' ? answer(call) : answer;
    }),
  );
  return sent;
}

describe('/coupons', () => {
  it('COUP-01: signed out, it says what is needed and asks for nothing', () => {
    open(testAuth(SIGNED_OUT));
    expect(
      screen.getByText('Authentication Required - Please log in to access the coupon redemption system.'),
    ).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it.each([
    [0, 'credits-red'],
    [50, 'credits-orange'],
    [51, 'credits-teal'],
  ])('COUP-01: %i credits are %s; tier in capitals, limit, usage with one decimal', async (credits, tone) => {
    server.use(fake('creditStatus', creditStatus({ available_credits: credits, percentage_used: 31.25 })));
    open();
    expect(await screen.findByText('BUSINESS')).toBeVisible();
    expect(figure('Credits Remaining')).toHaveTextContent(String(credits));
    expect(figure('Credits Remaining')).toHaveAttribute('data-tone', tone);
    expect(figure('Monthly Limit')).toHaveTextContent('600');
    expect(figure('Usage')).toHaveTextContent('31.3%');
  });

  it('COUP-01: who issues codes is named where the server has a contact, and not without', async () => {
    server.use(fake('creditStatus', creditStatus()));
    const { unmount } = open();
    expect(
      await screen.findByText('Ask whoever runs DemandAtlas for you. They issue the codes.'),
    ).toBeVisible();
    unmount();
    open(testAuth(), { contact: 'mailto:help@example.com' });
    expect(await screen.findByRole('link', { name: 'help@example.com' })).toHaveAttribute(
      'href',
      'mailto:help@example.com',
    );
  });

  it('COUP-01: an account that cannot be loaded, tried again', async () => {
    server.use(fake('creditStatus', refusal(500)));
    open();
    expect(await screen.findByText('Unable to load account information')).toBeVisible();
    server.use(fake('creditStatus', creditStatus()));
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('412')).toBeVisible();
  });

  it('COUP-02: trimmed and in capitals, it is sent once; busy meanwhile', async () => {
    const sent = redeems(pending());
    open();
    expect(button()).toBeDisabled();
    await userEvent.type(field(), ' spring-26 ');
    await userEvent.click(button());
    expect(await screen.findByRole('button', { name: 'Redeeming...' })).toBeDisabled();
    await userEvent.type(field(), '{Enter}');
    expect(sent).toEqual([{ coupon_code: 'SPRING-26' }]);
  });

  it('COUP-02: a pasted code of 20 characters is whole, whatever space came with it', async () => {
    const sent = redeems(pending());
    open();
    await userEvent.click(field());
    await userEvent.paste(' \tabcdefghijklmnopqrst \n');
    expect(field()).toHaveValue('ABCDEFGHIJKLMNOPQRST');
    await userEvent.type(field(), 'U{Enter}');
    await screen.findByRole('button', { name: 'Redeeming...' });
    expect(sent).toEqual([{ coupon_code: 'ABCDEFGHIJKLMNOPQRST' }]);
  });

  it('COUP-02: nothing but spaces asks nobody', async () => {
    const sent = redeems(redemption());
    open();
    await userEvent.type(field(), '   {Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('Please enter a coupon code');
    expect(field()).toBeInvalid();
    expect(sent).toEqual([]);
  });

  it('COUP-04: what the server said stands before the new balance, which comes 1.5 s later', async () => {
    redeems(redemption());
    open();
    expect(await screen.findByText('412')).toBeVisible();
    await userEvent.type(field(), 'SPRING-26{Enter}');
    expect(await screen.findByText('Coupon redeemed successfully! Updating credit display...')).toBeVisible();
    server.use(fake('creditStatus', creditStatus({ available_credits: 512 })));
    expect(figure('Credits Remaining')).toHaveTextContent('412');
    expect(await screen.findByText('Coupon redeemed: 100 credits added - Credits updated!')).toBeVisible();
    expect(await screen.findByText('512')).toBeVisible();
  });

  it('COUP-04: who leaves before that sees the new balance elsewhere', async () => {
    redeems(redemption());
    const { router } = renderRoutes(
      [
        {
          element: (
            <>
              <Balance />
              <Outlet />
            </>
          ),
          children: [
            { path: paths.coupons(), element: <CouponsPage /> },
            { path: paths.home(), element: <p>Elsewhere</p> },
          ],
        },
      ],
      { at: paths.coupons() },
    );
    expect(await screen.findByText('Balance 412')).toBeVisible();
    await userEvent.type(field(), 'SPRING-26{Enter}');
    await screen.findByText('Coupon redeemed successfully! Updating credit display...');
    server.use(fake('creditStatus', creditStatus({ available_credits: 512 })));
    await act(() => router.navigate(paths.home()));
    expect(await screen.findByText('Balance 512')).toBeVisible();
  });

  it.each([
    [
      'the words of the server',
      redemption({ success: false, message: 'Invalid coupon code' }),
      'Invalid coupon code',
    ],
    [
      'words of ours where it has none',
      redemption({ success: false, message: '' }),
      'Failed to redeem coupon',
    ],
    ['the words of a refusal', refusal(429, 'Too many codes. Try again in a minute.'), /^Too many codes/],
    ['that the server failed', text('', 500), 'Failed to redeem coupon. Please try again.'],
    ['that it was not reached', lost(), 'Failed to redeem coupon. Please try again.'],
  ])('COUP-05: a code that is not redeemed says %s, and stays', async (_, answer, words) => {
    redeems(answer);
    open();
    await userEvent.type(field(), 'SPRING-26{Enter}');
    expect(await screen.findByText(words)).toBeVisible();
    expect(field()).toHaveValue('SPRING-26');
    expect(field()).toHaveFocus();
  });
});
