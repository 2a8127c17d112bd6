import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { NewsMailBody } from '@/shared/api/generated';
import { mailBody } from '@/shared/testing/fake-notices';
import { fake, refusal } from '@/shared/testing/fakes';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { MailFoot } from './MailFoot';

const ADDRESS = 'ada@example.com';
const LABEL = 'Once a day at most, to';
const SENT = 'A link was sent. Nothing comes before it is opened.';
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

/** Answers with the settings as they stand; changes are recorded. */
function serve(changes: Partial<NewsMailBody>) {
  let mail = mailBody(changes);
  const sent: unknown[] = [];
  server.use(
    fake('getNewsMail', () => mail),
    fake('saveNewsMail', async ({ request }) => {
      const body = (await request.json()) as { address: string };
      sent.push(body);
      mail = { ...mail, address: body.address, status: 'waiting' };
      return mail;
    }),
    fake('removeNewsMail', () => {
      sent.push('removed');
      mail = { ...mail, address: null, status: 'none' };
      return mail;
    }),
  );
  renderScreen(<MailFoot />);
  return sent;
}

describe('e-mails about notices', () => {
  it('are offered where the server sends them only', async () => {
    let asked = false;
    server.use(
      fake('getNewsMail', () => {
        asked = true;
        return mailBody({ can_mail: false });
      }),
    );
    renderScreen(<MailFoot />);
    await waitFor(() => {
      expect(asked).toBe(true);
    });
    expect(screen.queryByRole('region', { name: 'E-mail' })).toBeNull();
  });

  it('wait for a link that is sent to the address', async () => {
    const sent = serve({});
    await userEvent.type(await screen.findByLabelText(LABEL), ` ${ADDRESS}{Enter}`);
    expect(await screen.findByText(SENT)).toBeVisible();
    expect(screen.getByLabelText(LABEL)).toHaveValue(ADDRESS);
    expect(sent).toEqual([{ address: ADDRESS }]);
    await press('Confirm');
    expect(screen.getByRole('button', { name: 'Confirm' })).toHaveFocus();
    await waitFor(() => {
      expect(sent, 'it may have been lost').toHaveLength(2);
    });
    await press('Remove');
    await waitFor(() => {
      expect(screen.getByLabelText(LABEL)).toHaveValue('');
    });
    expect(screen.queryByText(SENT)).toBeNull();
    expect(screen.getByLabelText(LABEL), 'what was pressed is gone').toHaveFocus();
    expect(sent.at(-1)).toBe('removed');
  });

  it('an address that is none is not sent; what the server refuses is said in its words', async () => {
    const sent = serve({});
    await userEvent.type(await screen.findByLabelText(LABEL), 'ada');
    await press('Confirm');
    expect(screen.getByRole('alert')).toHaveTextContent('Enter an e-mail address, such as you@example.com.');
    expect(screen.getByLabelText(LABEL)).toBeInvalid();
    expect(sent).toEqual([]);
    server.use(fake('saveNewsMail', refusal(429, 'Five links a day. Try again tomorrow.')));
    await userEvent.type(screen.getByLabelText(LABEL), '@example.com{Enter}');
    await waitFor(() => {
      expect(screen.getByRole('alert')).toHaveTextContent('Five links a day. Try again tomorrow.');
    });
    expect(screen.getByLabelText(LABEL)).toHaveValue(ADDRESS);
    expect(screen.getByLabelText(LABEL)).toBeInvalid();
  });

  it('say that their settings could not be loaded, and load them on Try Again', async () => {
    server.use(fake('getNewsMail', refusal(503)));
    renderScreen(<MailFoot />);
    expect(await screen.findByText('The settings of e-mails could not be loaded.')).toBeVisible();
    server.use(fake('getNewsMail', mailBody()));
    await press('Try Again');
    expect(await screen.findByLabelText(LABEL)).toBeVisible();
  });

  it('come to a confirmed address, and are turned off', async () => {
    const sent = serve({ status: 'on', address: ADDRESS });
    expect(await screen.findByText(LABEL)).toHaveTextContent(`${LABEL} ${ADDRESS}`);
    await press('Turn off');
    const field = await screen.findByLabelText(LABEL);
    expect(field).toHaveValue('');
    expect(field, 'what was pressed is gone').toHaveFocus();
    expect(await screen.findByText('E-mails are off. Notices stay in the app.')).toHaveRole('status');
    expect(sent).toEqual(['removed']);
  });

  it('that were ended by their link may begin again', async () => {
    const sent = serve({ status: 'off', address: ADDRESS });
    expect(await screen.findByText('E-mails are off. Notices stay in the app.')).toBeVisible();
    await press('Confirm');
    expect(await screen.findByText(SENT)).toBeVisible();
    expect(sent).toEqual([{ address: ADDRESS }]);
  });
});
