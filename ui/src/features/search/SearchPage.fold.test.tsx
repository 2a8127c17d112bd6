import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { creditStatus, fake, packedResult } from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { held, ROWS, JOB_ID } from '@/shared/testing/session';
import {
  bar,
  completed,
  log,
  newSearch,
  openPage,
  press,
  processing,
  search,
  serve,
  user,
} from './SearchPage.testing';
import { storeOpenSession } from './stored-session';

const term = () => screen.getByLabelText('Search Term');
const toggle = () => screen.getByRole('button', { name: /^(New|Edit) search$/ });
const assertive = () => document.querySelector('[aria-live="assertive"]');

describe('rows take the place of the form', () => {
  beforeEach(() => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
  });

  it('JOB-01, JOB-08: form and status fold to a button that opens them again, with what was typed', async () => {
    serve(completed());
    openPage();
    expect(
      screen.queryByRole('button', { name: 'New search' }),
      'without rows there is nothing to fold',
    ).toBeNull();
    await search();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(term()).not.toBeVisible();
    expect(screen.queryByRole('region', { name: 'System Status' })).toBeNull();
    expect(await screen.findByText('brewery · Portland, Bend · OR')).toBeVisible();
    expect(bar()).toHaveAttribute('aria-valuenow', '100');
    expect(toggle()).toHaveAttribute('aria-expanded', 'false');
    expect(toggle(), 'the focus is not lost with the button that was pressed').toHaveFocus();
    await newSearch();
    expect(toggle()).toHaveAttribute('aria-expanded', 'true');
    expect(term()).toBeVisible();
    expect(term()).toHaveValue('brewery');
    expect(screen.getByRole('region', { name: 'System Status' })).toBeVisible();
    await press('Clear');
    expect(term()).toBeVisible();
    expect(screen.queryByRole('button', { name: 'New search' })).toBeNull();
  });

  it('JOB-07, JOB-08: what goes on while rows come stays in sight, Stop too', async () => {
    serve(processing());
    openPage();
    await search();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(screen.getByText('Processing')).toBeVisible();
    expect(screen.getByText('2 rows · 2 credits')).toBeVisible();
    expect(screen.getByRole('timer')).toBeVisible();
    await press('Stop Scraping/Enrichment');
    expect(await within(log()).findByText('Job was cancelled')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Progress' }), 'the focus stays where Stop was').toHaveFocus();
  });

  it('JOB-01: rows that come do not take the form from somebody who works in it', async () => {
    const rows = held();
    serve(processing());
    server.use(
      fake('getJobResult', async ({ request }) => {
        await rows.wait;
        return packedResult(request, ROWS, { status: 'processing' });
      }),
    );
    openPage();
    await search();
    await within(log()).findByText('Processing: 45% - Portland');
    await user.type(term(), ' pub');
    rows.letGo();
    expect(await screen.findByText('Alder Brewing')).toBeVisible();
    expect(term()).toBeVisible();
    expect(term()).toHaveFocus();
    expect(screen.getAllByRole('button', { name: 'Stop Scraping/Enrichment' })).toHaveLength(1);
    await press('Edit search');
    expect(term()).not.toBeVisible();
  });

  it('JOB-03, JOB-09: a failure is in sight over the rows, and read out at once', async () => {
    serve(completed());
    storeOpenSession(USER_ID, JOB_ID);
    openPage();
    await screen.findByText('Alder Brewing');
    server.use(fake('creditStatus', creditStatus({ available_credits: 3 })));
    await newSearch();
    await search();
    const said = await within(log()).findByText(/^Insufficient Credits: this search needs 4 credits/);
    expect(said.closest('li')).toHaveAttribute('data-failed', 'true');
    expect(assertive()).toHaveTextContent(/^Insufficient Credits/);
    expect(screen.getByText('Not started')).toBeVisible();
    expect(screen.getByText('Alder Brewing')).toBeVisible();
  });

  it('JOB-09: the newest entry stands for the log, until all are asked for', async () => {
    serve(completed());
    openPage();
    await search();
    await within(log()).findByText(/^2 results found\./);
    const all = screen.getByRole('button', { name: 'Show all 4' });
    expect(all).toHaveAttribute('aria-expanded', 'false');
    await user.click(all);
    expect(screen.getByRole('button', { name: 'Show the last' })).toHaveAttribute('aria-expanded', 'true');
    expect(within(log()).getAllByRole('listitem')).toHaveLength(4);
    expect(assertive(), 'that all is well is said politely').toBeEmptyDOMElement();
  });
});
