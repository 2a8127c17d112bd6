import { setupListeners } from '@reduxjs/toolkit/query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Notice } from '@/shared/api/generated';
import { mailBody, MONITOR_ID, notice, noticesBody, RUN_KEY } from '@/shared/testing/fake-notices';
import { fake, pending, refusal } from '@/shared/testing/fakes';
import { providePopovers } from '@/shared/testing/popovers';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { AvatarCount, Bell, NoticesItem } from './Bell';

const TWO = [
  notice({ id: 'n2' }),
  notice({ id: 'n1', kind: 'budget_80', session_key: null, budget: 50 }),
  notice({ id: 'n0', read: true, kind: 'paused', session_key: null, paused_by: 'plan' }),
];

/** Answers the bell's calls; what was marked as read is recorded. */
function serve(notices: Notice[], { canMail = false } = {}) {
  const marked: unknown[] = [];
  const calls = { lists: 0, marked };
  server.use(
    fake('getNewsMail', mailBody({ can_mail: canMail })),
    fake('listNotices', () => {
      calls.lists += 1;
      return noticesBody(notices);
    }),
    fake('readNotices', async ({ request }) => {
      const read = (await request.json()) as { ids?: string[]; all?: true };
      marked.push(read);
      const isRead = ({ id }: Notice) => read.all === true || read.ids?.includes(id) === true;
      return noticesBody(notices.map((each) => (isRead(each) ? { ...each, read: true } : each)));
    }),
  );
  return calls;
}

const show = () =>
  renderScreen(<Bell />, { routes: [{ path: '/schedule/:monitor', element: 'the schedule' }] });
const openBell = async (name: string | RegExp) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return within(screen.getByRole('dialog', { name: 'Notices' }));
};

describe('the bell', () => {
  beforeAll(providePopovers);

  it('counts what is unread, and says it once', async () => {
    serve(TWO);
    show();
    expect(await screen.findByRole('button', { name: 'Notices, 2 new notices' })).toHaveTextContent('2');
    expect(screen.getByRole('status')).toHaveTextContent('2 new notices');
  });

  it('lists them newest first, the unread marked; opening one reads it and leads to its run', async () => {
    const { marked } = serve(TWO);
    const { router } = show();
    const panel = await openBell(/2 new notices/);
    const links = await panel.findAllByRole('link');
    expect(links.map((link) => [link.querySelector('[title]')?.textContent, link.dataset.unread])).toEqual([
      ['brewery · Bend, OR: 3 new, 1 changed', 'true'],
      ['brewery · Bend, OR has used 80% of its 50 credits', 'true'],
      ['brewery · Bend, OR is paused: plan ended', 'false'],
    ]);
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/schedule/${MONITOR_ID}?run=${RUN_KEY}`,
      `/schedule/${MONITOR_ID}`,
      `/schedule/${MONITOR_ID}`,
    ]);
    await userEvent.click(links[0] ?? document.body);
    await waitFor(() => {
      expect(marked).toEqual([{ ids: ['n2'] }]);
    });
    expect(router.state.location.pathname + router.state.location.search).toBe(
      `/schedule/${MONITOR_ID}?run=${RUN_KEY}`,
    );
  });

  it('what was read before is not marked again', async () => {
    const { marked } = serve([notice({ read: true })]);
    const { router } = show();
    const panel = await openBell('Notices');
    await userEvent.click(await panel.findByRole('link'));
    expect(router.state.location.pathname).toBe(`/schedule/${MONITOR_ID}`);
    expect(marked).toEqual([]);
  });

  it('all are marked at once, and as before where that fails', async () => {
    serve(TWO);
    show();
    const panel = await openBell(/2 new notices/);
    server.use(fake('readNotices', refusal(503)));
    const all = panel.getByRole('button', { name: 'Mark all read' });
    await userEvent.click(all);
    expect(await panel.findByRole('alert')).toHaveTextContent('They could not be marked as read. Try again.');
    expect(screen.getByRole('button', { name: 'Notices, 2 new notices' })).toBeVisible();
    serve(TWO);
    await userEvent.click(all);
    expect(await screen.findByRole('button', { name: 'Notices' })).toBeVisible();
    expect(all).toHaveAttribute('aria-disabled', 'true');
    expect(all).toHaveFocus();
  });

  it('sends that all were read, once', async () => {
    const { marked } = serve(TWO);
    show();
    const panel = await openBell(/2 new notices/);
    const all = panel.getByRole('button', { name: 'Mark all read' });
    await userEvent.dblClick(all);
    await waitFor(() => {
      expect(marked).toEqual([{ all: true }]);
    });
  });

  it('says that there are none, and that they do not come', async () => {
    serve([]);
    const { unmount } = show();
    const panel = await openBell('Notices');
    expect(await panel.findByText('No notices yet.')).toBeVisible();
    expect(panel.queryByRole('region', { name: 'E-mail' }), 'no mail is set up').toBeNull();
    unmount();
    server.use(fake('listNotices', refusal(503)));
    show();
    const failed = await openBell('Notices');
    expect(await failed.findByText('The notices could not be loaded.')).toBeVisible();
    serve([notice()]);
    await userEvent.click(failed.getByRole('button', { name: 'Try Again' }));
    expect(await failed.findByRole('link')).toBeVisible();
  });

  it('asks once a minute, not in hidden tabs, and when the tab is looked at again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const calls = serve([]);
    const { store } = show();
    const stop = setupListeners(store.dispatch);
    const look = async (state: DocumentVisibilityState) => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
      await act(async () => {
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
        await vi.advanceTimersByTimeAsync(100);
      });
    };
    await waitFor(() => {
      expect(calls.lists).toBe(1);
    });
    await act(() => vi.advanceTimersByTimeAsync(59_000));
    expect(calls.lists).toBe(1);
    await act(() => vi.advanceTimersByTimeAsync(2_000));
    expect(calls.lists).toBe(2);
    await look('hidden');
    await act(() => vi.advanceTimersByTimeAsync(300_000));
    expect(calls.lists, 'nobody looks').toBe(2);
    serve([notice()]);
    await look('visible');
    expect(await screen.findByRole('button', { name: 'Notices, 1 new notice' })).toBeVisible();
    stop();
  });

  it('a phone has the count at the avatar, and the notices in the menu', async () => {
    serve(TWO);
    const leave = vi.fn();
    renderScreen(
      <>
        <Bell />
        <AvatarCount />
        <NoticesItem className="" onLeave={leave} />
      </>,
    );
    expect(
      await screen.findByText(', 2 new notices', { exact: false, selector: 'span' }),
    ).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Notices 2' }));
    expect(leave).toHaveBeenCalledOnce();
    const panel = within(screen.getByRole('dialog', { name: 'Notices' }));
    expect(await panel.findAllByRole('link')).toHaveLength(3);
    expect(screen.getByRole('dialog', { name: 'Notices' })).toHaveFocus();
  });

  it('is there without a count while nothing is known', () => {
    server.use(fake('listNotices', pending()));
    show();
    expect(screen.getByRole('button', { name: 'Notices' })).toHaveTextContent('');
    expect(screen.getByRole('status')).toHaveTextContent('');
  });
});
