import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { KnownBusinessesBody, UploadedBody } from '@/shared/api/generated';
import { provideAccessToken } from '@/shared/auth/access-token';
import { fakeKnown, NO_LIST } from '@/shared/testing/fake-known';
import { fake, lost, refusal, text } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { held } from '@/shared/testing/session';
import { KnownList } from './KnownList';

const LIST: KnownBusinessesBody = { businesses: 1_204, found: 873, uploaded_at: '2026-03-04T15:06:00Z' };
/** The server looks the businesses up later. */
const UPLOADED: UploadedBody = { ...LIST, found: null, refused: [], refused_count: 0 };
const INVITATION = 'Upload your customers as CSV: never delivered, never charged.';
const SUM = '1,204 businesses, 873 found in our listings';
const LOOKING = '1,204 businesses, looking them up in our listings...';

const csv = (name = 'customers.csv', content = 'name,city\nCascade,Bend\n') =>
  new File([content], name, { type: 'text/csv' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const choose = (file: File) =>
  userEvent.upload(screen.getByLabelText('CSV file'), file, { applyAccept: false });

async function open(known: KnownBusinessesBody) {
  server.use(fakeKnown(known));
  renderScreen(<KnownList />);
  await screen.findByRole('button', { name: known.businesses === null ? 'Upload' : 'Replace' });
}

describe('the known list', () => {
  it('is uploaded as it is, with the token, and then counted', async () => {
    provideAccessToken(() => Promise.resolve('token-1'));
    await open(NO_LIST);
    expect(screen.getByText(INVITATION)).toBeVisible();
    const sent: (string | null)[] = [];
    const answer = held();
    server.use(
      fake('saveKnownBusinesses', async ({ request }) => {
        const { headers } = request;
        sent.push(headers.get('content-type'), headers.get('authorization'), await request.text());
        await answer.wait;
        return UPLOADED;
      }),
    );
    await choose(csv());
    expect(await screen.findByRole('progressbar', { name: 'Upload progress' })).toBeVisible();
    expect(screen.getByText(/customers\.csv\.\.\.$/)).toBeVisible();
    const button = screen.getByRole('button', { name: 'Upload' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    answer.letGo();
    expect(await screen.findByText(LOOKING)).toBeVisible();
    expect(screen.getByText('Every line was taken.')).toBeVisible();
    expect(sent).toEqual(['text/csv', 'Bearer token-1', 'name,city\nCascade,Bend\n']);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(screen.getByRole('button', { name: 'Replace' }), 'the same button, for the focus').toBe(button);
  });

  it('is asked for again until its businesses are looked up, then no more', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await open(NO_LIST);
    let [asked, found]: [number, number | null] = [0, null];
    server.use(
      fake('saveKnownBusinesses', UPLOADED),
      fake('getKnownBusinesses', () => {
        asked += 1;
        return { ...LIST, found };
      }),
    );
    await choose(csv());
    expect(await screen.findByText(LOOKING)).toBeVisible();
    await vi.advanceTimersByTimeAsync(2_100);
    await waitFor(() => {
      expect(asked).toBe(1);
    });
    expect(screen.getByText(LOOKING)).toBeVisible();
    found = 873;
    await vi.advanceTimersByTimeAsync(2_100);
    expect(await screen.findByText(SUM)).toBeVisible();
    const before = asked;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toBe(before);
  });

  it('names the lines that could not be used, and how many more', async () => {
    await open(LIST);
    const refused = [
      { line: 3, reason: 'It has no name.' },
      { line: 1_012, reason: 'It has neither a city nor a phone.' },
    ];
    server.use(fake('saveKnownBusinesses', { ...UPLOADED, refused, refused_count: 36 }));
    await choose(csv());
    const lines = within(await screen.findByRole('list', { name: 'Lines that could not be used' }));
    const sum = screen.getByText('36 lines could not be used:');
    expect(sum, 'not each line').toHaveAttribute('role', 'status');
    screen.getByRole('button', { name: 'Remove' }).focus();
    await userEvent.tab();
    expect(screen.getByRole('list', { name: 'Lines that could not be used' })).toHaveFocus();
    expect(lines.getAllByRole('listitem').map((line) => line.textContent)).toEqual([
      'Line 3 It has no name.',
      'Line 1,012 It has neither a city nor a phone.',
      'and 34 more',
    ]);
  });

  it.each([
    ['clients.xlsx', 'x', 'clients.xlsx is not a CSV file. In your spreadsheet, save it as CSV.'],
    ['empty.csv', '', 'empty.csv is empty.'],
    [
      'large.csv',
      'x'.repeat(5.5 * 1024 * 1024),
      'large.csv has 5.5 MB, 5 MB is the most. Keep its columns of name, address, city, state, ZIP and phone.',
    ],
  ])('%s is not sent, and why is said', async (name, content, words) => {
    await open(NO_LIST);
    let isSent = false;
    server.use(
      fake('saveKnownBusinesses', () => {
        isSent = true;
        return UPLOADED;
      }),
    );
    await choose(csv(name, content));
    expect(screen.getByRole('alert')).toHaveTextContent(words);
    expect(isSent).toBe(false);
  });

  it('a file that is gone is said to be', async () => {
    await open(NO_LIST);
    const file = csv();
    file.arrayBuffer = () => Promise.reject(new Error('NotFoundError'));
    await choose(file);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'customers.csv could not be read. Choose it again.',
    );
  });

  it.each([
    ['refuses it', () => refusal(400, 'No column holds names. Call one of them "name".'), /^No column holds/],
    ['finds it too large', () => text('<html>', 413), /^Server error \(413\)/],
    ['is not reached', lost, /^Network connection lost during uploading your list/],
  ])(
    'the list stays as it was where the server %s, and another file may follow',
    async (_, failed, words) => {
      await open(LIST);
      server.use(fake('saveKnownBusinesses', failed()));
      await choose(csv());
      expect(await screen.findByRole('alert')).toHaveTextContent(words);
      expect(screen.getByText(SUM)).toBeVisible();
      server.use(fake('saveKnownBusinesses', { ...UPLOADED, businesses: 2, found: 1 }));
      await choose(csv());
      expect(await screen.findByText('2 businesses, 1 found in our listings')).toBeVisible();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('is removed as a whole, once that is confirmed', async () => {
    await open(LIST);
    let removals = 0;
    server.use(
      fake('removeKnownBusinesses', () => {
        removals += 1;
        return NO_LIST;
      }),
    );
    await press('Remove');
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove your list?' }));
    expect(dialog.getByText('Searches deliver and charge its 1,204 businesses again.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Keep it' }));
    expect(removals).toBe(0);
    await press('Remove');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the list' }));
    expect(await screen.findByText(INVITATION)).toBeVisible();
    expect(removals).toBe(1);
    await waitFor(() => {
      expect(screen.getByRole('button', { name: 'Upload' }), 'what was pressed is gone').toHaveFocus();
    });
  });

  it('stays where its removal fails, and what cannot be loaded is tried again', async () => {
    await open(LIST);
    server.use(fake('removeKnownBusinesses', refusal(503, 'Try later')));
    await press('Remove');
    await userEvent.click(await screen.findByRole('button', { name: 'Remove the list' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Try later');
    expect(screen.getByText(SUM)).toBeVisible();
  });

  it('that cannot be loaded is asked for again', async () => {
    server.use(fake('getKnownBusinesses', refusal(503)));
    renderScreen(<KnownList />);
    expect(await screen.findByText('Your list could not be loaded.')).toBeVisible();
    server.use(fakeKnown(LIST));
    await press('Try Again');
    expect(await screen.findByText(SUM)).toBeVisible();
  });
});
