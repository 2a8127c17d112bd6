import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { provideAccessToken } from '@/shared/auth/access-token';
import { fake, lost, refusal } from '@/shared/testing/fakes';
import { renderScreen, SIGNED_OUT, testAuth } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { MailConfirmPage, MailStopPage } from './MailLinkPage';

const ON = 'E-mails are on. Once a day at most.';
const OFF = 'E-mails are off. Notices stay in the app.';

const CALLS = ['confirmNewsMail', 'startNewsMail', 'stopNewsMail'] as const;

interface Sent {
  what: string;
  token: unknown;
  authorization: string | null;
}

/** Answers what links do; each call is recorded. */
function serve(): Sent[] {
  const sent: Sent[] = [];
  const answers = (name: (typeof CALLS)[number]) =>
    fake(name, async ({ request }) => {
      const { token } = (await request.json()) as { token: unknown };
      const what = new URL(request.url).pathname.split('/').at(-1) ?? '';
      sent.push({ what, token, authorization: request.headers.get('authorization') });
      return { status: what === 'stop' ? 'off' : 'on' };
    });
  server.use(...CALLS.map(answers));
  return sent;
}

const open = (page: 'confirm' | 'stop', query = '?token=t%2B1') =>
  renderScreen(page === 'stop' ? <MailStopPage /> : <MailConfirmPage />, {
    at: `/mail/${page}${query}`,
    auth: testAuth(SIGNED_OUT),
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the links in e-mails', () => {
  it('stop them when opened, without signing in, and turn them on again', async () => {
    const sent = serve();
    provideAccessToken(() => Promise.resolve('of somebody else'));
    open('stop');
    expect(await screen.findByText(OFF)).toBeVisible();
    expect(sent).toEqual([{ what: 'stop', token: 't+1', authorization: null }]);
    await press('Turn on again');
    expect(await screen.findByText(ON)).toBeVisible();
    await press('Turn off');
    expect(await screen.findByText(OFF)).toBeVisible();
    expect(sent.map(({ what }) => what)).toEqual(['stop', 'start', 'stop']);
    expect(screen.getByRole('link', { name: 'Open DemandAtlas' })).toHaveAttribute('href', '/');
  });

  it('confirm the address', async () => {
    const sent = serve();
    open('confirm');
    expect(await screen.findByText(ON)).toBeVisible();
    expect(sent).toEqual([{ what: 'confirm', token: 't+1', authorization: null }]);
  });

  it.each([
    ['that is not known', '?token=old'],
    ['without a token', ''],
  ])('one %s says where to look', async (_, query) => {
    server.use(fake('stopNewsMail', refusal(404)));
    open('stop', query);
    const words =
      'This link is not known, or no longer valid. The bell in the app says whether e-mails come.';
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each([
    ['cannot be reached', lost, /Network connection lost during opening the link/],
    ['fails', () => refusal(503, 'Try later'), /Server error \(503\): Try later/],
  ])('while the server %s, that is said, and the same is tried again', async (_, failed, words) => {
    server.use(fake('stopNewsMail', failed()));
    open('stop');
    expect(await screen.findByText(words)).toBeVisible();
    const sent = serve();
    await press('Try Again');
    expect(await screen.findByText(OFF)).toBeVisible();
    server.use(fake('startNewsMail', refusal(503)));
    await press('Turn on again');
    await screen.findByText(/Server error/);
    serve();
    await press('Try Again');
    expect(await screen.findByText(ON)).toBeVisible();
    await waitFor(() => {
      expect(sent.map(({ what }) => what)).toEqual(['stop']);
    });
  });
});
