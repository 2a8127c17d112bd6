import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { JobBody, ResultRow, WebsiteBody } from '@/shared/api/generated';
import { fake, jobBody, jobEvents, resultRow, websiteBody } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { open, section, serve, SESSION } from './AccountPage.testing';

const ID = '7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c';
const ROW = resultRow({ website: 'shop.example' });

const reading = (changes: Partial<JobBody> = {}): JobBody =>
  jobBody({
    job_id: ID,
    status: 'processing',
    message: 'Reading websites 0 of 1',
    reading: {
      of: 'session',
      session_key: SESSION,
      wants: ['email'],
      websites: 1,
      with_news: 0,
      credits_at_most: 1,
    },
    ...changes,
  });

/** The business, and what is known of its website at each call. */
function serveBusiness(row: ResultRow, website: () => WebsiteBody | null) {
  serve({ ...row });
  server.use(
    fake('getBusinessData', () => ({
      success: true,
      data: row,
      sources: [],
      source_sets: [],
      website: website(),
    })),
  );
}

test('its running reading is found again, can be stopped, and its end has the business fetched anew', async () => {
  const events = jobEvents();
  const asked = vi.fn();
  let website: WebsiteBody | null = null;
  serveBusiness(ROW, () => {
    asked();
    return website;
  });
  const started = vi.fn();
  const stopped = vi.fn();
  server.use(
    fake('listJobs', { jobs: [reading()], next: null }),
    fake('getJob', reading()),
    fake('followJob', events.open),
    fake('readWebsites', () => {
      started();
      return { job_id: ID, status: 'queued', websites: 1, credits_at_most: 1 };
    }),
    fake('cancelJob', ({ params }) => {
      stopped(params.jobId);
      return { job_id: ID, status: 'cancelled' };
    }),
  );
  open(0, null, { reads_websites: true });
  const company = within(await section('Company'));
  await waitFor(() => {
    expect(events.connections).toHaveLength(1);
  });
  events.send('1', reading());
  const stop = await company.findByRole('button', { name: 'Stop reading' });
  await userEvent.click(company.getByRole('button', { name: 'Read website, at most 1 credit' }));
  expect(started).not.toHaveBeenCalled();
  await userEvent.click(stop);
  await waitFor(() => {
    expect(stopped).toHaveBeenCalledWith(ID);
  });
  expect(asked).toHaveBeenCalledTimes(1);
  website = websiteBody({ error: 'It did not answer.' });
  events.send('2', reading({ status: 'cancelled', ended: true, message: 'Stopped.' }), 'end');
  await waitFor(() => {
    expect(asked).toHaveBeenCalledTimes(2);
  });
  expect(await company.findByText('Not read on Nov 23, 2026: It did not answer.')).toBeInTheDocument();
});

test('a website that was not read says why, without a day of reading, and can be read', async () => {
  serveBusiness(ROW, () => websiteBody({ error: 'Its robots.txt asks not to be read.' }));
  const sent: unknown[] = [];
  server.use(
    fake('listJobs', { jobs: [], next: null }),
    fake('getJob', reading()),
    fake('followJob', jobEvents().open),
    fake('readWebsites', async ({ request }) => {
      sent.push(await request.json());
      return { job_id: ID, status: 'queued', websites: 1, credits_at_most: 1 };
    }),
  );
  open(0, null, { reads_websites: true });
  const company = within(await section('Company'));
  await company.findByText('Not read on Nov 23, 2026: Its robots.txt asks not to be read.');
  const missing = company.getByText('Emails').parentElement ?? document.body;
  await userEvent.click(within(missing).getByRole('button', { name: /Not provided/ }));
  await screen.findByText('Not in the listing; the website asks not to be read.');
  await userEvent.keyboard('{Escape}');
  await userEvent.click(company.getByRole('button', { name: 'Read website, at most 1 credit' }));
  await waitFor(() => {
    expect(sent).toEqual([expect.objectContaining({ session_key: SESSION, row_idx: 0 })]);
  });
});
