import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { notice, noticesBody } from '@/shared/testing/fake-notices';
import { creditStatus, fake, refusal } from '@/shared/testing/fakes';
import { renderRoutes, renderScreen, testAuth } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { Shell } from './Shell';

describe('the shell', () => {
  beforeEach(() => {
    server.use(
      fake('creditStatus', creditStatus({ available_credits: 412 })),
      fake('listNotices', noticesBody()),
    );
  });

  it('SHL-01: top bar with title, display name, and a Logout that signs out', async () => {
    const { auth } = renderScreen(<Shell />);
    const top = within(screen.getByRole('banner'));
    expect(top.getByText('Web Scraper Dashboard')).toBeVisible();
    expect(top.getByText('Ada Business')).toBeVisible();
    await userEvent.click(top.getAllByRole('button', { name: 'Logout' })[0] ?? document.body);
    expect(auth.signOut).toHaveBeenCalledOnce();
  });

  it('notices are counted at the bell, and on a phone at the avatar and in the menu', async () => {
    server.use(fake('listNotices', noticesBody([notice()])));
    renderScreen(<Shell />);
    const top = within(screen.getByRole('banner'));
    expect(await top.findByRole('button', { name: 'Notices, 1 new notice' })).toBeVisible();
    expect(top.getByRole('button', { name: /Ada Business/ })).toHaveTextContent(', 1 new notice');
    expect(top.getByRole('button', { name: 'Notices 1', hidden: true })).toBeInTheDocument();
  });

  it('SHL-02: another page begins at its top; what Back brings is left to the browser', async () => {
    const child = (path: string) => ({ path, element: path });
    const { router } = renderRoutes([{ element: <Shell />, children: ['/', '/logs', '/proxy'].map(child) }]);
    const view = document.documentElement;
    view.scrollTop = 800;
    await act(() => router.navigate('/logs'));
    expect(view.scrollTop).toBe(0);
    view.scrollTop = 700;
    await act(() => router.navigate('/logs?days=90'));
    expect(view.scrollTop, 'the same page').toBe(700);
    await act(() => router.navigate(-2));
    expect(view.scrollTop).toBe(700);
    await act(() => router.navigate('/?portal=ledger', { replace: true }));
    expect(view.scrollTop, 'the same page').toBe(700);
    view.scrollTop = 0;
  });

  it('a suspension is told above the page', async () => {
    server.use(fake('creditStatus', refusal(403, 'This account is suspended.', 'suspended')));
    renderScreen(<Shell />);
    const page = within(screen.getByRole('main'));
    expect(await page.findByRole('alert')).toHaveTextContent('This account is suspended.');
  });

  it('SHL-01: the e-mail stands for a missing name', () => {
    renderScreen(<Shell />, { auth: testAuth({ user: { sub: 'u', email: 'ada@example.com' } }) });
    expect(within(screen.getByRole('banner')).getByText('ada@example.com')).toBeVisible();
  });

  it('SHL-01: the name opens the way to plans, codes and enricher', () => {
    renderScreen(<Shell />);
    const links = within(screen.getByRole('banner')).getAllByRole('link', { hidden: true });
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Plans', '/plans'],
      ['Billing & Credits', '/coupons'],
      ['Enricher', '/enrich'],
    ]);
  });

  it('SHL-02: six links, Home active on / alone, and the credits counter at the foot', async () => {
    renderScreen(<Shell />, { at: '/logs' });
    const menu = within(screen.getByRole('navigation', { name: 'Menu' }));
    expect(menu.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Home', '/'],
      ['DemandAtlas', '/googlemaps'],
      ['My Companies', '/my-companies'],
      ['Scheduled Scrapes', '/schedule'],
      ['History/Logs', '/logs'],
      ['Proxy Settings', '/proxy'],
    ]);
    expect(menu.getByRole('link', { name: 'History/Logs' })).toHaveAttribute('aria-current', 'page');
    expect(menu.getByRole('link', { name: 'Home' })).not.toHaveAttribute('aria-current');
    const explore = within(screen.getByRole('navigation', { name: 'Explore' }));
    expect(explore.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
      [
        ['Demand Map', '/atlas'],
        ['Start Scraping', '/scrape'],
      ],
    );
    expect(await screen.findByText('412')).toBeVisible();
  });
});
