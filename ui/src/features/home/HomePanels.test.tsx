import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { creditStatus, fake, jobBody, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { HomePanels } from './HomePanels';

test("the searches are the user's own, without the runs of schedules", async () => {
  const asked: string[] = [];
  server.use(
    fake('creditStatus', creditStatus()),
    fake('listSavedCompanies', refusal(503)),
    fake('listJobs', ({ request }) => {
      asked.push(new URL(request.url).search);
      return { jobs: [jobBody({ job_id: 'own' })], next: null };
    }),
  );
  renderScreen(<HomePanels demand={null} />);
  expect(await screen.findByRole('link', { name: /brewery/ })).toHaveAttribute(
    'href',
    '/googlemaps?sessionKey=own',
  );
  expect(asked).toEqual(['?runs=false&limit=20']);
});
