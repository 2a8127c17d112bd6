import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fake, historyEntry, pending, refusal } from '@/shared/testing/fakes';
import { renderScreen, SIGNED_OUT, testAuth } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { onPhone } from '@/shared/testing/viewport';
import { HistoryPage } from './HistoryPage';

const ENTRIES = [
  historyEntry({
    session_id: '11111111-d9cb-469f-a165-70867728950e',
    results_count: 40,
    credits_consumed: 40,
  }),
  historyEntry({
    session_id: '22222222-d9cb-469f-a165-70867728950e',
    timestamp: '2026-03-03T15:06:00Z',
    scrape_type: 'enriched',
    results_count: 5,
    credits_consumed: 10,
    status: 'cancelled',
  }),
];

/** Answers with the entries, and records the requested periods. */
const answer = (data = ENTRIES) => {
  const asked: (string | null)[] = [];
  server.use(
    fake('creditHistory', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('days'));
      return { data };
    }),
  );
  return asked;
};

const card = (label: string) =>
  within(screen.getByText(label).closest('div') ?? document.body).getByRole('definition');

describe('/logs', () => {
  it('HIST-02, HIST-03: shows cards and rows, 30 days at first', async () => {
    const asked = answer();
    renderScreen(<HistoryPage />, { at: '/logs' });
    const table = await screen.findByRole('table');
    expect(asked).toEqual(['30']);
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Session ID', 'Search', 'Date & Time', 'Type', 'Results', 'Credits', 'Status']);
    expect(within(table).getByText('11111111...')).toBeVisible();
    expect(within(table).getByText('Cancelled')).toHaveClass('failed');
    expect(card('Total Sessions')).toHaveTextContent('2');
    expect(card('Results Scraped')).toHaveTextContent('45');
    expect(card('Credits Used')).toHaveTextContent('50');
  });

  it('HIST-03: a press on a row opens its session, as Enter does; one on its credits their entries', async () => {
    answer();
    const { router } = renderScreen(<HistoryPage />, {
      at: '/logs',
      routes: [{ path: '/googlemaps', element: <p>the search</p> }],
    });
    const table = within(await screen.findByRole('table'));
    await userEvent.click(table.getByRole('link', { name: '10 credits, show the ledger entries' }));
    expect(router.state.location.search).toMatch(/portal=ledger&ledger-session=2222/);
    await userEvent.click(table.getByText('Cancelled'));
    expect(router.state.location.pathname).toBe('/googlemaps');
    expect(router.state.location.search).toMatch(/^\?sessionKey=22222222-/);
  });

  it('HIST-03: a row whose text is being selected opens nothing', async () => {
    answer();
    const { router } = renderScreen(<HistoryPage />, { at: '/logs' });
    const cell = within(await screen.findByRole('table')).getByText('Cancelled');
    document.getSelection()?.selectAllChildren(cell);
    fireEvent.click(cell);
    expect(router.state.location.pathname).toBe('/logs');
  });

  it('HIST-03: on a phone each figure of a row has its word', async () => {
    onPhone();
    answer([historyEntry({ results_count: 1, credits_consumed: 2 }), ...ENTRIES]);
    renderScreen(<HistoryPage />, { at: '/logs' });
    const rows = within(await screen.findByRole('list', { name: 'Scraping history' })).getAllByRole(
      'listitem',
    );
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('1 result · 2 credits'),
      expect.stringContaining('40 results · 40 credits'),
      expect.stringContaining('5 results · 10 credits'),
    ]);
  });

  it('HIST-02: filters stand in the address; the period asks the server, the type filters the rows', async () => {
    const asked = answer();
    const { router } = renderScreen(<HistoryPage />, { at: '/logs?days=7' });
    await screen.findByRole('table');
    await userEvent.selectOptions(screen.getByLabelText('Time Period'), 'Last 3 months');
    await userEvent.selectOptions(screen.getByLabelText('Scrape Type'), 'Enriched');
    await screen.findByRole('table');
    expect(asked).toEqual(['7', '90']);
    expect(router.state.location.search).toBe('?days=90&type=enriched');
    expect(card('Total Sessions')).toHaveTextContent('1');
    expect(screen.queryByText('11111111...')).toBeNull();
  });

  it('HIST-02: a run of a schedule is called so, and is a type to filter by', async () => {
    const scheduled = historyEntry({
      scrape_type: 'monitor',
      monitor_id: '7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c',
    });
    answer([scheduled, ...ENTRIES]);
    renderScreen(<HistoryPage />, { at: '/logs?type=monitor' });
    const table = within(await screen.findByRole('table'));
    expect(table.getByText('Scheduled')).toBeVisible();
    expect(card('Total Sessions')).toHaveTextContent('1');
    expect(table.getByRole('link', { name: /^0f8fad5b/ })).toHaveAttribute(
      'href',
      `/schedule/7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c?run=${scheduled.session_id}`,
    );
  });

  it('HIST-02: Refresh asks again', async () => {
    const asked = answer();
    renderScreen(<HistoryPage />, { at: '/logs' });
    await screen.findByRole('table');
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    await screen.findByRole('table');
    expect(asked).toEqual(['30', '30']);
  });

  it('HIST-04: empty', async () => {
    answer([]);
    renderScreen(<HistoryPage />, { at: '/logs' });
    expect(await screen.findByText('No scraping history found')).toBeVisible();
    expect(screen.getByText('Start scraping to see your activity history here.')).toBeVisible();
  });

  it('HIST-04: loading', async () => {
    server.use(fake('creditHistory', pending()));
    renderScreen(<HistoryPage />, { at: '/logs' });
    expect(await screen.findByText('Loading your scraping history...')).toBeVisible();
  });

  it('HIST-04: error, with Try Again', async () => {
    server.use(fake('creditHistory', refusal(500)));
    renderScreen(<HistoryPage />, { at: '/logs' });
    expect(await screen.findByRole('heading', { name: 'Error Loading History' })).toBeVisible();
    expect(screen.getByText('Failed to fetch history: 500')).toBeVisible();
    answer();
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('11111111...')).toBeVisible();
  });

  it('HIST-04: signed out', () => {
    renderScreen(<HistoryPage />, { at: '/logs', auth: testAuth(SIGNED_OUT) });
    expect(screen.getByText('Please log in to view your scraping history.')).toBeVisible();
  });
});
