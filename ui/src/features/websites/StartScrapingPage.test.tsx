import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import type { JobBody, WebsitePages } from '@/shared/api/generated';
import { creditStatus, fake, jobBody, lost, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { StartScrapingPage } from './StartScrapingPage';

const ID = '7f1c0e0a-6d0b-4e0e-9a53-0d7c3e1a2b3c';

function serve(job: Partial<JobBody>, pages: WebsitePages['pages'], left = 152) {
  const sent: unknown[] = [];
  const reading = { of: 'address' as const, wants: [], websites: 1, with_news: 0, credits_at_most: 1 };
  server.use(
    fake('creditStatus', creditStatus({ available_credits: left })),
    fake('followJob', refusal(503)),
    fake('getJob', jobBody({ job_id: ID, search_term: 'shop.example', credits_charged: 0, reading, ...job })),
    fake('getWebsitePages', { status: 'completed', pages }),
    fake('readWebsites', async ({ request }) => {
      sent.push(await request.json());
      return { job_id: ID, status: 'queued', websites: 1, credits_at_most: 1 };
    }),
  );
  return sent;
}

const open = (at = '/scrape', isOn = true) =>
  renderScreen(<StartScrapingPage />, { at, config: { reads_websites: isOn } });

test('SHL-05: reads an address with its choices; why nothing came stands under the button', async () => {
  const error = 'Its robots.txt asks not to be read.';
  const sent = serve({}, [{ url: 'https://shop.example/', links: [], paid: false, error }]);
  const { router } = open();
  await screen.findByText('1 credit, 0 where nothing comes. 152 left.');
  expect(screen.getByRole('checkbox', { name: 'Extract Text' })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: 'Extract Links' })).not.toBeChecked();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Extract Links' }));
  await userEvent.type(screen.getByLabelText('Website URL'), ' shop.example ');
  const button = screen.getByRole('button', { name: 'Start Scraping' });
  await userEvent.click(button);
  await waitFor(() => {
    expect(screen.getByRole('alert')).toHaveTextContent(`${error} Nothing was charged.`);
  });
  expect(button).toHaveFocus();
  expect(sent).toEqual([{ url: 'shop.example', extract_text: true, extract_links: true, whole_site: false }]);
  expect(router.state.location.search).toBe(`?job=${ID}`);
});

test('one that ended before anything was read says so', async () => {
  serve({ status: 'cancelled', message: 'Stopped. 0 pages read, 0 credits' }, []);
  open(`/scrape?job=${ID}`);
  expect(await screen.findByText('Stopped. 0 pages read, 0 credits')).toBeInTheDocument();
});

test('of pages of which some were read it says how many, and what each cost', async () => {
  serve({ credits_charged: 1 }, [
    { url: 'https://shop.example/', links: [], paid: true, text: 'Bread every morning.' },
    { url: 'https://shop.example/about', links: [], paid: false, error: 'It did not answer.' },
  ]);
  open(`/scrape?job=${ID}`);
  await screen.findByRole('heading', { name: 'shop.example · 1 of 2 pages read, 1 credit.' });
  await screen.findByText('Bread every morning.');
  await userEvent.click(screen.getByRole('tab', { name: 'Pages 2' }));
  expect(await screen.findByText('It did not answer.')).toBeInTheDocument();
});

async function start() {
  await screen.findByText('1 credit, 0 where nothing comes. 152 left.');
  await userEvent.type(screen.getByLabelText('Website URL'), 'shop.example{Enter}');
}

test('that nothing was charged is said of a refusal, not of a start without an answer', async () => {
  serve({}, []);
  server.use(fake('readWebsites', refusal(400, 'This is not a public address.')));
  const { unmount } = open();
  await start();
  await waitFor(() => {
    expect(screen.getByRole('alert')).toHaveTextContent('This is not a public address. Nothing was charged.');
  });
  unmount();
  const calls = vi.fn();
  server.use(
    fake('readWebsites', () => {
      calls();
      return lost();
    }),
  );
  open();
  await start();
  await waitFor(
    () => {
      expect(screen.getByRole('alert')).toHaveTextContent(/^Network connection lost/);
    },
    { timeout: 5_000 },
  );
  expect(calls).toHaveBeenCalledTimes(2);
  expect(screen.getByRole('alert')).not.toHaveTextContent('Nothing was charged.');
});

test('of a reading without a page that cost something it does not say that nothing was charged', async () => {
  const error = 'It did not answer.';
  serve({ credits_charged: 1 }, [{ url: 'https://shop.example/', links: [], paid: true, error }]);
  open(`/scrape?job=${ID}`);
  await waitFor(() => {
    expect(screen.getByRole('alert')).toHaveTextContent(/^It did not answer\.$/);
  });
});

test('a Stop that fails is said beside the progress, which can be stopped again', async () => {
  serve({ status: 'processing', message: 'Reading' }, []);
  const calls = vi.fn();
  server.use(
    fake('cancelJob', () => {
      calls();
      return refusal(503, 'Too busy.');
    }),
  );
  open(`/scrape?job=${ID}`);
  const stop = await screen.findByRole('button', { name: 'Stop reading' });
  await userEvent.click(stop);
  const panel = within(screen.getByRole('region', { name: 'shop.example' }));
  expect(await panel.findByRole('alert')).toHaveTextContent('Too busy.');
  expect(screen.queryByText(/Nothing was charged/)).not.toBeInTheDocument();
  await userEvent.click(stop);
  await waitFor(() => {
    expect(calls).toHaveBeenCalledTimes(2);
  });
});

test('pages that could not be loaded are loaded on Try Again', async () => {
  serve({ credits_charged: 1 }, [{ url: 'https://shop.example/', links: [], paid: true, text: 'Bread.' }]);
  server.use(fake('getWebsitePages', refusal(503, 'Too busy.'), { once: true }));
  open(`/scrape?job=${ID}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('Bread.')).toBeInTheDocument();
});

test('a start that is answered after the page was left leaves the address alone', async () => {
  const sent = serve({}, []);
  let answer: () => void = () => undefined;
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const answered = vi.fn();
  server.use(
    fake('readWebsites', async ({ request }) => {
      sent.push(await request.json());
      await waits;
      answered();
      return { job_id: ID, status: 'queued', websites: 1, credits_at_most: 1 };
    }),
  );
  const { router } = renderScreen(<StartScrapingPage />, {
    at: '/scrape',
    config: { reads_websites: true },
    routes: [{ path: '/logs', element: 'History' }],
  });
  const navigate = vi.spyOn(router, 'navigate');
  await start();
  await waitFor(() => {
    expect(sent).toHaveLength(1);
  });
  await act(() => router.navigate('/logs'));
  await screen.findByText('History');
  answer();
  await waitFor(() => {
    expect(answered).toHaveBeenCalled();
  });
  await act(() => new Promise((resolve) => setTimeout(resolve, 100)));
  expect(navigate).toHaveBeenCalledTimes(1);
  expect(router.state.location).toMatchObject({ pathname: '/logs', search: '' });
});

test('without credits, and where reading is off, nothing is asked for', async () => {
  const sent = serve({}, [], 0);
  const { unmount } = open();
  await screen.findByRole('link', { name: 'Redeem a code' });
  await userEvent.type(screen.getByLabelText('Website URL'), 'shop.example{Enter}');
  unmount();
  open('/scrape', false);
  await screen.findByText('Reading is off: the operator has set no contact.');
  await userEvent.type(screen.getByLabelText('Website URL'), 'shop.example{Enter}');
  expect(sent).toEqual([]);
});
