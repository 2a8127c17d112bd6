import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fake, pending, refusal } from '@/shared/testing/fakes';
import { renderRoutes } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { MonitorPage } from './MonitorPage';
import { change, monitor, run, RUN, serve } from './schedule.testing';

const open = (view: string) =>
  renderRoutes([{ path: '/schedule/:monitorId', element: <MonitorPage /> }], {
    at: `/schedule/m1?run=${RUN}&view=${view}`,
  });
const kindOf = (request: Request) => new URL(request.url).searchParams.get('kind');

test('the map says what of the changes is shown, loading, or could not be loaded', async () => {
  serve({ monitors: [monitor()], runs: [run({ new: 1_204, changed: 3, gone: 0 })] });
  let answer: 'waits' | 'fails' | 'comes' = 'waits';
  server.use(
    fake('listMonitorChanges', ({ request }) => {
      if (kindOf(request) === 'new') return { changes: [change()], next: 1, total: 1_204 };
      if (answer === 'comes') return { changes: [change({ name: 'Changed Brewing' })], total: 3 };
      return answer === 'waits' ? pending() : refusal(503, 'Too busy.');
    }),
  );
  const { unmount } = open('map');
  expect(await screen.findByText('Loading the changes...')).toBeVisible();
  expect(await screen.findByRole('region', { name: /^Map of 1 business/ })).toBeVisible();
  unmount();

  answer = 'fails';
  open('map');
  expect(await screen.findByText('What changed could not be loaded.')).toBeVisible();
  expect(screen.getByText('1 of 1,204 new are shown.')).toBeVisible();
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  answer = 'comes';
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  await waitFor(() => {
    expect(screen.queryByText('What changed could not be loaded.')).toBeNull();
  });
});

test('where nothing could be loaded there is no map', async () => {
  serve({ monitors: [monitor()], runs: [run({ new: 2, changed: 0 })] });
  server.use(fake('listMonitorChanges', refusal(503, 'Too busy.')));
  open('map');
  expect(await screen.findByText('What is new could not be loaded.')).toBeVisible();
  expect(screen.queryByRole('region', { name: /^Map of/ })).toBeNull();
});

test('what is loaded in part cannot be sorted', async () => {
  serve({ monitors: [monitor()], runs: [run({ new: 2, changed: 0 })] });
  server.use(
    fake('listMonitorChanges', ({ request }) =>
      new URL(request.url).searchParams.has('after')
        ? { changes: [change({ n: 1, name: 'Second' })], total: 2 }
        : { changes: [change({ name: 'First' })], next: 0, total: 2 },
    ),
  );
  open('table');
  const table = within(await screen.findByRole('table', { name: 'New businesses' }));
  expect(table.queryByRole('button', { name: /^Name/ })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Show more/ }));
  expect(await table.findByRole('button', { name: /^Name/ })).toBeVisible();
});

test('what was before and is after can be read in full', async () => {
  const [before, after] = [
    'https://before.example/'.padEnd(120, 'b'),
    'https://after.example/'.padEnd(120, 'a'),
  ];
  serve({
    monitors: [monitor()],
    runs: [run({ new: 0, changed: 1 })],
    changes: { changed: [change({ fields: [{ field: 'website', before, after }] })] },
  });
  open('table');
  const was = await screen.findByText(before);
  expect(was).toHaveAttribute('title', before);
  expect(was.parentElement, 'in as many lines as it needs').toHaveClass(/wrapped/);
  expect(screen.getByText(after)).toHaveAttribute('title', after);
  expect(screen.getByText(after).parentElement).toHaveClass(/wrapped/);
});
