import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { paths } from '@/shared/paths';
import { JOB_ID } from '@/shared/testing/session';
import { completed, openPage, processing, serve } from './SearchPage.testing';

const link = () => screen.queryByRole('link', { name: 'Monitor this search' });
const withRows = async (job: Parameters<typeof serve>[0]) => {
  serve(job);
  openPage(paths.search(JOB_ID));
  expect(await screen.findByText('Alder Brewing')).toBeVisible();
};

test('a finished search leads to its schedule', async () => {
  await withRows(completed());
  expect(link()).toHaveAttribute('href', `/schedule?session=${JOB_ID}`);
});

test('a run of a schedule leads to what changed, and to no schedule of its own', async () => {
  await withRows({ ...completed(), monitor_id: 'm1' });
  expect(link()).toBeNull();
  expect(screen.getByRole('link', { name: 'Show its schedule' })).toHaveAttribute(
    'href',
    `/schedule/m1?run=${JOB_ID}`,
  );
});

test.each([
  ['that goes on', processing()],
  ['of Google', { ...completed(), list_only: true }],
  ['of sample data', { ...completed(), sample: true }],
])('a search %s does not', async (_, job) => {
  await withRows(job);
  expect(link()).toBeNull();
});
