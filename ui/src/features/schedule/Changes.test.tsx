import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, test, vi } from 'vitest';
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

describe('the file of changes', () => {
  /** What is saved, by name. */
  const files = () => {
    const saved: Blob[] = [];
    const names: string[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
        revokeObjectURL: () => undefined,
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download);
    });
    return { names, text: async () => Promise.all(saved.map((blob) => blob.text())) };
  };
  const download = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More formats' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Download changes (CSV)' }));
  };

  it('has all pages of all kinds, what was before and after, and no formula', async () => {
    const { names, text } = files();
    serve({ monitors: [monitor()], runs: [run({ new: 2, changed: 1, gone: 1 })] });
    const asked: string[] = [];
    server.use(
      fake('listMonitorChanges', ({ request }) => {
        const after = new URL(request.url).searchParams.get('after');
        const kind = kindOf(request);
        asked.push([kind, after ?? 'first'].join(' '));
        if (kind === 'new') {
          return after === null
            ? { changes: [change({ name: 'First', phone: '5415550107' })], next: 0, total: 2 }
            : { changes: [change({ n: 1, name: '=HYPERLINK("http://x")', address: '1 A St' })], total: 2 };
        }
        const gone = { n: 0, name: 'Lost Brewing', gone: 'not_found' as const };
        const changed = change({
          fields: [{ field: 'phone', before: '5415550101', after: '5415550199' }],
          moved: { meters: 320, from: [44.05, -121.3] },
        });
        return { changes: [kind === 'gone' ? gone : changed], total: 1 };
      }),
    );
    open('table');
    await screen.findByRole('button', { name: /^Show more/ });
    asked.length = 0;
    await download();
    await waitFor(() => {
      expect(names).toEqual([`demandatlas-changes-${RUN.slice(0, 8)}.csv`]);
    });
    expect(asked).toEqual(['new first', 'new 0', 'changed first', 'gone first']);
    expect(await text()).toEqual([
      [
        'change,name,address,city,phone,website,field,before,after,gone,latitude,longitude',
        'New,First,,Bend,(541) 555-0107,,,,,,44.06,-121.31',
        `New,"'=HYPERLINK(""http://x"")",1 A St,Bend,,,,,,,44.06,-121.31`,
        'Changed,Cascade Brewing,,Bend,,,Phone,(541) 555-0101,(541) 555-0199,,44.06,-121.31',
        'Changed,Cascade Brewing,,Bend,,,Position,"44.05, -121.3","44.06, -121.31",,44.06,-121.31',
        'Gone,Lost Brewing,,,,,,,,Not found this time,,',
        '',
      ].join('\r\n'),
    ]);
  });

  it('that does not come says why, and may be asked for again', async () => {
    const { names } = files();
    serve({ monitors: [monitor()], runs: [run({ new: 1, changed: 0 })], changes: { new: [change()] } });
    open('table');
    await screen.findByRole('link', { name: 'Cascade Brewing' });
    server.use(fake('listMonitorChanges', refusal(503, 'Too busy.')));
    await download();
    expect(await screen.findByText(/Too busy\./)).toBeVisible();
    expect(names).toEqual([]);
    expect(screen.getByRole('button', { name: 'More formats' })).toBeEnabled();
  });

  it('comes where all that there is is gone', async () => {
    const { names, text } = files();
    const gone = [{ n: 0, name: 'Lost Brewing', gone: 'no_longer_listed' as const }];
    serve({ monitors: [monitor()], runs: [run({ new: 0, changed: 0, gone: 1 })], changes: { gone } });
    open('table');
    await userEvent.click(await screen.findByRole('button', { name: 'Download changes (CSV)' }));
    await waitFor(() => {
      expect(names).toHaveLength(1);
    });
    expect((await text())[0]).toContain('Gone,Lost Brewing,,,,,,,,No longer listed,,');
    expect(screen.queryByRole('button', { name: /^Save All/ })).toBeNull();
  });
});
