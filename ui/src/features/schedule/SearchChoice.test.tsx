import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { JobBody } from '@/shared/api/generated';
import { CANNOT_BE_WATCHED } from '@/shared/job/may-be-watched';
import { ownZone } from '@/shared/lib/zone';
import { fake, jobBody, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { held } from '@/shared/testing/session';
import { monitor, serve, SESSION } from './schedule.testing';
import { SchedulePage } from './SchedulePage';

const open = (at = '/schedule') => renderScreen(<SchedulePage />, { at });
const choose = async (name: string) => userEvent.click(await screen.findByRole('radio', { name }));
const set = () => userEvent.click(screen.getByRole('button', { name: 'Set Schedule' }));

const DAILY = { schedule: { every: 'day', at: '06:00', zone: ownZone() } };
const REST = { budget: 50, watch_hours: false, enrich: false, first: 'known' };
const READING: JobBody['reading'] = {
  of: 'address',
  wants: [],
  websites: 1,
  with_news: 1,
  credits_at_most: 1,
};

it('goes on with the earlier search in the address, whose cost it asks for', async () => {
  const { sent, estimates } = serve({ monitors: [monitor()] });
  open(`/schedule?session=${SESSION}`);
  expect(await screen.findByRole('combobox', { name: 'Earlier search' })).toHaveValue(SESSION);
  await screen.findByRole('radio', { name: 'Deliver all now, up to 22 credits' });
  expect(estimates).toEqual([
    { search_term: 'brewery', state: 'OR', cities: ['Portland', 'Bend'], enrich: false },
  ]);
  await set();
  await waitFor(() => {
    expect(sent).toEqual([['POST /api/monitors', { session_key: SESSION, ...DAILY, ...REST }]]);
  });
});

it('offers no earlier search that cannot be watched', async () => {
  serve({
    jobs: [
      jobBody({ job_id: 'google', search_term: 'of Google', list_only: true }),
      jobBody({ job_id: 'sample', search_term: 'made up', sample: true }),
      jobBody({ job_id: 'open', search_term: 'not done', status: 'processing' }),
    ],
  });
  open();
  await choose('Earlier');
  expect(await screen.findByText('No search of yours has finished yet.')).toBeVisible();
});

it('goes on with an old search that is not listed; none is said to be there while it is asked for', async () => {
  serve({ jobs: [] });
  const answer = held();
  server.use(
    fake('getJobStatus', async () => {
      await answer.wait;
      return jobBody({ job_id: 'old' });
    }),
  );
  open('/schedule?session=old');
  expect(await screen.findByText('Loading your searches...')).toBeVisible();
  await waitFor(() => {
    expect(screen.queryByText('No search of yours has finished yet.')).toBeNull();
  });
  answer.letGo();
  expect(await screen.findByRole('combobox', { name: 'Earlier search' })).toHaveValue('old');
});

it.each([
  ['is a run of one', () => jobBody({ monitor_id: 'm1' }), 'A schedule runs this search already.'],
  ['goes on', () => jobBody({ status: 'processing' }), 'This search goes on. Monitor it once it is done.'],
  ['was read of websites', () => jobBody({ reading: READING }), 'Websites that were read cannot be watched.'],
  ['is of Google', () => jobBody({ list_only: true }), CANNOT_BE_WATCHED],
  ['has no rows any more', () => jobBody({ rows_deleted: true }), 'The rows of this search are deleted.'],
  ['is the sample', () => jobBody({ sample: true }), 'Made-up businesses cannot be watched.'],
  ['is gone', () => refusal(404), 'This search is not there any more.'],
])('says why the search in the address cannot be watched: it %s', async (_, answer, said) => {
  serve();
  server.use(fake('getJobStatus', answer()));
  open('/schedule?session=another');
  expect(await screen.findByText(said)).toBeVisible();
  const searches = screen.getByRole('combobox', { name: 'Earlier search' });
  expect(searches).toHaveDisplayValue('Choose a search');
  await userEvent.selectOptions(searches, SESSION);
  expect(screen.queryByText(said)).toBeNull();
});

it('asks for earlier searches again where they could not be loaded', async () => {
  serve();
  server.use(fake('listJobs', refusal(503)));
  open();
  await choose('Earlier');
  expect(await screen.findByText('Your searches could not be loaded. They are safe.')).toBeVisible();
  const asked: string[] = [];
  server.use(
    fake('listJobs', ({ request }) => {
      asked.push(new URL(request.url).search);
      return { jobs: [jobBody({ job_id: SESSION })], next: null };
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('combobox', { name: 'Earlier search' })).toBeVisible();
  expect(asked, 'without the runs of schedules').toEqual(['?runs=false&limit=50']);
});
