import { render } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { expect, it } from 'vitest';
import { jobBody } from '@/shared/testing/fakes';
import { initialState, reduceJob, type Happening, type JobState } from '@/shared/job/session';
import { sessionOfJob } from './local-sessions';
import { useLocalSession } from './use-local-session';

const USER = 'dev|ada';

function Page({ state }: { state: JobState }) {
  useLocalSession(USER, state);
  return null;
}

/** Does something once the page is drawn, before anything else can. */
function AtOnce({ act }: { act: () => void }) {
  useLayoutEffect(act, [act]);
  return null;
}

it('JOB-12: whoever leaves the moment something happens leaves it noted and paused; drawing waits for no note', () => {
  const happens = (state: JobState, event: Happening) => reduceJob(state, { ...event, at: Date.now() });
  const accepted = happens(initialState(null, null), {
    type: 'accepted',
    job: { jobId: 'j1', userId: USER, enrich: false, startedAt: Date.now() },
    search: { term: 'brewery', state: 'OR', cities: ['Bend'], city_count: 1 },
    description: 'Searching',
  });
  const polled = happens(accepted, {
    type: 'polled',
    job: jobBody({ status: 'processing', progress: 40, ended: false }),
  });
  const view = render(<Page state={accepted} />);
  const noted: unknown[] = [];
  const note = () => {
    const { status, progress } = sessionOfJob(USER, 'j1') ?? {};
    noted.push({ status, progress });
  };
  const leave = () => {
    note();
    window.dispatchEvent(new Event('pagehide'));
    note();
  };
  view.rerender(
    <>
      <Page state={polled} />
      <AtOnce act={leave} />
    </>,
  );
  note();
  expect(noted).toEqual([
    { status: 'active', progress: accepted.progress },
    { status: 'paused', progress: 40 },
    { status: 'paused', progress: 40 },
  ]);
});
