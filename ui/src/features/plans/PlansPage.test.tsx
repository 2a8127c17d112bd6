import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { creditStatus, fake, plansBody, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { PlansPage } from './PlansPage';

const card = (name: string) =>
  within(screen.getByRole('heading', { level: 2, name }).closest('li') ?? document.body);

describe('/plans', () => {
  it('PLAN-01: four cards with price and credits, what is not included said, the own one marked', async () => {
    server.use(fake('listPlans', plansBody()), fake('creditStatus', creditStatus({ tier: 'pro' })));
    renderScreen(<PlansPage />, { at: '/plans' });
    expect(await screen.findByText('Your plan')).toBeVisible();
    for (const [name, price, credits, saves] of [
      ['Basic', 'Free', '100 credits a month', 'My Companies: not included'],
      ['Pro', '$99', '250 credits a month', 'My Companies, up to 25,000'],
      ['Business', '$199', '600 credits a month', 'My Companies, up to 50,000'],
      ['Enterprise', '$499', '2,000 credits a month', 'My Companies, up to 100,000'],
    ] as const) {
      expect(card(name).getByText(price)).toBeVisible();
      expect(card(name).getByText(credits)).toBeVisible();
      expect(card(name).getByText(saves)).toBeVisible();
    }
    expect(card('Basic').getByText('Data enrichment: not included')).toBeVisible();
    expect(card('Pro').getByText('Your plan')).toBeVisible();
  });

  it('PLAN-01: where the account cannot be loaded, the plans stand unmarked, with the questions', async () => {
    server.use(fake('listPlans', plansBody()), fake('creditStatus', refusal(500)));
    renderScreen(<PlansPage />, { at: '/plans' });
    expect(await screen.findByText('$199')).toBeVisible();
    expect(screen.queryByText('Your plan')).toBeNull();
    for (const answer of [
      'Standard scraping costs 1 credit per result, and enriched data 2 credits per result.',
      'Unused credits roll over up to 2x the plan limit.',
      'Plan changes take effect next billing cycle.',
    ]) {
      expect(screen.getByText(answer)).toBeInTheDocument();
    }
  });

  it('PLAN-01: what to do for another plan: a code, and who to ask where the server says', () => {
    server.use(fake('listPlans', plansBody()), fake('creditStatus', creditStatus()));
    const { unmount } = renderScreen(<PlansPage />, { at: '/plans' });
    expect(
      screen.getByText(/^To change your plan, ask whoever runs DemandAtlas for you, or/),
    ).toHaveTextContent('or redeem a code.');
    expect(screen.getByRole('link', { name: 'redeem a code' })).toHaveAttribute('href', '/coupons');
    unmount();
    renderScreen(<PlansPage />, { at: '/plans', config: { contact: 'https://example.com/help' } });
    expect(screen.getByRole('link', { name: 'example.com/help' })).toHaveAttribute(
      'href',
      'https://example.com/help',
    );
  });

  it('PLAN-01: plans that cannot be loaded are tried again; the questions are answered meanwhile', async () => {
    server.use(fake('listPlans', refusal(503)), fake('creditStatus', creditStatus()));
    renderScreen(<PlansPage />, { at: '/plans' });
    expect(await screen.findByText('Unable to load the plans')).toBeVisible();
    expect(screen.getByText('What does a result cost?')).toBeVisible();
    server.use(fake('listPlans', plansBody()));
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('$499')).toBeVisible();
  });
});
