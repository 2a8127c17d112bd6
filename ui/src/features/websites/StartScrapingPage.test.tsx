import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { JobBody, WebsitePages } from '@/shared/api/generated';
import { creditStatus, fake, jobBody, refusal } from '@/shared/testing/fakes';
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
