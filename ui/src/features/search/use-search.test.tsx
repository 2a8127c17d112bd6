import { act, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fake } from '@/shared/testing/fakes';
import { renderScreen, USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { held, JOB_ID } from '@/shared/testing/session';
import { processing, search, serve } from './SearchPage.testing';
import { openSession } from './stored-session';
import { SearchPage } from './SearchPage';

it('JOB-04: a search that is accepted once its page is left leaves the address of the next one alone', async () => {
  serve(processing());
  const answer = held();
  server.use(
    fake('startScrape', async () => {
      await answer.wait;
      return { job_id: JOB_ID, status: 'queued', skipped_cities: [], unknown_cities: [] };
    }),
  );
  const { router } = renderScreen(<SearchPage />, {
    at: '/googlemaps',
    routes: [{ path: '/lead/:id', element: 'A lead' }],
  });
  await search();
  const next = '/lead/1?sessionKey=s2&filter=bend';
  await act(() => router.navigate(next));
  answer.letGo();
  await waitFor(() => {
    expect(openSession(USER_ID)).toBe(JOB_ID);
  });
  await act(() => Promise.resolve());
  const { pathname, search: params } = router.state.location;
  expect(pathname + params).toBe(next);
});
