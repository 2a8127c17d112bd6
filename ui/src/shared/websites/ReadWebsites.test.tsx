import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { JobBody } from '@/shared/api/generated';
import { creditStatus, fake, jobBody, jobEvents, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { ReadingState, ReadWebsitesButton } from './ReadWebsites';
import { useReading, useRunningReading } from './use-reading';

const SESSION = '0f8fad5b-d9cb-469f-a165-70867728950e';
const ID = '7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c';
const ON = { config: { reads_websites: true } };

function readingBody(changes: Partial<JobBody> = {}): JobBody {
  return jobBody({
    job_id: ID,
    status: 'processing',
    reading: {
      of: 'session',
      session_key: SESSION,
      wants: ['email'],
      websites: 61,
      with_news: 9,
      credits_at_most: 61,
    },
    message: 'Reading websites 12 of 61 · 9 with news · 9 credits',
    ...changes,
  });
}

function Rows({ onEnd }: { onEnd?: () => void }) {
  const running = useRunningReading(({ session_key: of }) => of === SESSION);
  const reading = useReading(running, onEnd);
  return (
    <>
      <ReadWebsitesButton whose={{ session_key: SESSION }} reading={reading} />
      <ReadingState reading={reading} />
    </>
  );
}

function serve(open: JobBody[] = [], left = 152) {
  const sent: unknown[] = [];
  const events = jobEvents();
  server.use(
    fake('creditStatus', creditStatus({ available_credits: left })),
    fake('listJobs', { jobs: open, next: null }),
    fake('estimateWebsites', { websites: 61, credits_at_most: 61 }),
    fake('readWebsites', async ({ request }) => {
      sent.push(await request.json());
      return { job_id: ID, status: 'queued', websites: 61, credits_at_most: 61 };
    }),
    fake('getJob', readingBody()),
    fake('followJob', events.open),
  );
  return { sent, events };
}

const connected = ({ connections }: ReturnType<typeof jobEvents>) =>
  waitFor(() => {
    expect(connections).toHaveLength(1);
  });

test('asks what is wanted and states the price; reads; tells of the end once', async () => {
  const { sent, events } = serve();
  const onEnd = vi.fn();
  renderScreen(<Rows onEnd={onEnd} />, ON);
  const button = await screen.findByRole('button', { name: 'Read websites' });
  await userEvent.click(button);
  const confirm = await screen.findByRole('button', { name: 'Read 61 websites' });
  await screen.findByText('1 credit for each business with a new one of these, at most 61. 152 left.');
  const email = screen.getByRole('checkbox', { name: 'E-mail' });
  expect(email).toBeChecked();
  await userEvent.click(email);
  expect(confirm).toBeDisabled();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Hours' }));
  await userEvent.click(confirm);
  await waitFor(() => {
    expect(sent).toEqual([{ session_key: SESSION, wants: ['hours'] }]);
  });
  await connected(events);
  events.send('1', readingBody());
  await screen.findByText('Reading websites 12 of 61 · 9 with news · 9 credits');
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(onEnd).not.toHaveBeenCalled();
  events.send(
    '2',
    readingBody({ status: 'completed', ended: true, message: '61 websites done, 9 with news' }),
    'end',
  );
  await screen.findByText('61 websites done, 9 with news');
  expect(onEnd).toHaveBeenCalledTimes(1);
  expect(button).toHaveAttribute('aria-disabled', 'false');
});

test('with few credits the price is what is left; with none the way to more', async () => {
  serve([], 12);
  const { unmount } = renderScreen(<Rows />, ON);
  await userEvent.click(await screen.findByRole('button', { name: 'Read websites' }));
  await screen.findByText('1 credit for each business with a new one of these, at most 12. 12 left.');
  unmount();
  serve([], 0);
  renderScreen(<Rows />, ON);
  expect(await screen.findByRole('link', { name: 'Redeem a code' })).toHaveAttribute('href', '/coupons');
  await userEvent.click(screen.getByRole('button', { name: 'Read websites' }));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('one that runs is found again after a reload, and can be stopped', async () => {
  const { events } = serve([readingBody()]);
  const stopped = vi.fn();
  server.use(
    fake('cancelJob', ({ params }) => {
      stopped(params.jobId);
      return readingBody({ status: 'cancelled' });
    }),
  );
  renderScreen(<Rows />, ON);
  await connected(events);
  events.send('1', readingBody());
  await screen.findByText(/^Reading websites 12 of 61/);
  await userEvent.click(screen.getByRole('button', { name: 'Stop reading' }));
  await waitFor(() => {
    expect(stopped).toHaveBeenCalledWith(ID);
  });
});

async function openRunning(answer: Parameters<typeof fake<'cancelJob'>>[1]) {
  const { events } = serve([readingBody()]);
  const calls: unknown[] = [];
  server.use(
    fake('cancelJob', (call) => {
      calls.push(call.params.jobId);
      return typeof answer === 'function' ? answer(call) : answer;
    }),
  );
  renderScreen(<Rows />, ON);
  await connected(events);
  events.send('1', readingBody());
  await screen.findByText(/^Reading websites 12 of 61/);
  return { calls, events, stop: screen.getByRole('button', { name: 'Stop reading' }) };
}

test('a Stop that fails leaves progress and Stop; what was said of it goes when the reading ends', async () => {
  const { calls, events, stop } = await openRunning(refusal(503, 'Too busy.'));
  await userEvent.click(stop);
  expect(await screen.findByRole('alert')).toHaveTextContent('Too busy.');
  expect(screen.getByRole('progressbar', { name: 'Websites read' })).toBeInTheDocument();
  await userEvent.click(stop);
  await waitFor(() => {
    expect(calls).toEqual([ID, ID]);
  });
  events.send('2', readingBody({ status: 'completed', ended: true, message: 'Done' }), 'end');
  await screen.findByText('Done');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('Stop is sent once until its answer; if it was too late, the outcome is asked for and stays', async () => {
  let answer: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { calls, stop } = await openRunning(async () => {
    await waits;
    return refusal(409, 'It has ended already.');
  });
  await userEvent.click(stop);
  expect(stop).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(stop);
  expect(stop).toHaveFocus();
  server.use(fake('getJob', readingBody({ status: 'cancelled', ended: true, message: 'Stopped.' })));
  answer();
  await screen.findByText('Stopped.');
  expect(calls).toEqual([ID]);
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Stop reading' })).not.toBeInTheDocument();
});

test('the question gives the focus back however it is closed, and is asked afresh', async () => {
  const { sent } = serve();
  const counted = vi.fn();
  server.use(
    fake('estimateWebsites', () => {
      counted();
      return { websites: 61, credits_at_most: 61 };
    }),
  );
  renderScreen(<Rows />, ON);
  const button = await screen.findByRole('button', { name: 'Read websites' });
  const confirm = { name: 'Read 61 websites' };
  const closings: (() => Promise<unknown>)[] = [
    () => userEvent.click(screen.getByRole('button', { name: 'Not now' })),
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(screen.getByRole('button', confirm)),
  ];
  for (const [index, close] of closings.entries()) {
    await userEvent.click(button);
    await screen.findByRole('button', confirm);
    expect(counted).toHaveBeenCalledTimes(index + 1);
    expect(screen.getByRole('checkbox', { name: 'Phone' })).not.toBeChecked();
    if (index === 0) await userEvent.click(screen.getByRole('checkbox', { name: 'Phone' }));
    await close();
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    });
    await waitFor(() => {
      expect(button).toHaveFocus();
    });
  }
  await waitFor(() => {
    expect(sent).toEqual([{ session_key: SESSION, wants: ['email'] }]);
  });
});

test('why it does not start is said; where reading is off there is no button', async () => {
  serve();
  server.use(fake('readWebsites', refusal(402, 'You have no credits left.')));
  const { unmount } = renderScreen(<Rows />, ON);
  await userEvent.click(await screen.findByRole('button', { name: 'Read websites' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Read 61 websites' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('You have no credits left.');
  unmount();
  renderScreen(<Rows />);
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
