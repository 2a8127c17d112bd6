import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { useSetCompanyStatusesMutation } from '@/shared/companies/companies-api';
import { changed } from '@/shared/testing/fake-companies';
import { crmBody, crmFieldsBody } from '@/shared/testing/fake-crm';
import { fake, pending, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { details, open, section, serve, serveCrm, SESSION } from './AccountPage.testing';

/** The undo of a change on the board, while the account is open. */
function ChangeInMyCompanies() {
  const [send] = useSetCompanyStatusesMutation();
  return <button onClick={() => void send({ statusChanges: { changes: [] } })}>Change it</button>;
}

describe('the record of a business', () => {
  it('ACC-10: six statuses, four types; what was changed is sent, and nothing else', async () => {
    serve({ name: 'Alder Brewing' });
    const { sent } = serveCrm(crmBody({ mainPOC: 'Ada' }));
    open();
    const form = await details();
    const status = await form.findByLabelText('Status');
    expect(
      within(status)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Account Untouched', 'Contacted', 'Qualified', 'Proposal Sent', 'Customer', 'Not Interested']);
    expect(within(form.getByLabelText('Account Type')).getAllByRole('option')).toHaveLength(4);
    const save = form.getByRole('button', { name: 'Save' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    await userEvent.selectOptions(status, 'Contacted');
    await userEvent.type(form.getByLabelText('Last Contact Date'), '2026-11-20');
    await userEvent.click(save);
    expect(await form.findByText(/^Saved \d+:\d\d [AP]M$/)).toBeVisible();
    expect(sent).toEqual([
      {
        sessionKey: SESSION,
        rowIdx: 0,
        businessName: 'Alder Brewing',
        crmData: { status: 'Contacted', lastContactDate: '2026-11-20' },
        lastSaved: null,
      },
    ]);
    expect(form.getByLabelText('Main Point of Contact')).toHaveValue('Ada');
    expect(save).toHaveAttribute('aria-disabled', 'true');
    await userEvent.selectOptions(status, 'Customer');
    expect(form.queryByText(/^Saved/), 'changed again').toBeNull();
  });

  it('ACC-11: one call saves, of which My Companies knows', async () => {
    serve({ name: 'Alder Brewing' });
    const { sent } = serveCrm();
    const posted: string[] = [];
    server.events.on('request:start', ({ request }) => {
      if (request.method === 'POST') posted.push(new URL(request.url).pathname);
    });
    open();
    const form = await details();
    await userEvent.selectOptions(await form.findByLabelText('Status'), 'Contacted');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^Saved/)).toBeVisible();
    expect(sent).toHaveLength(1);
    expect(posted).toEqual(['/api/crm-data']);
    server.events.removeAllListeners();
  });

  it('ACC-10: a field that the server describes is shown, saved and in the timeline', async () => {
    serve({ name: 'Alder Brewing' });
    const { sent } = serveCrm();
    const budget = { key: 'budget', label: 'Budget', kind: 'line', longest: 5 } as const;
    const change = { at: '2026-11-22T14:00:00Z', by: 'you', field: 'budget', from: null, to: '9k' };
    server.use(
      fake('listCrmFields', crmFieldsBody([budget])),
      fake('getTimeline', { success: true, timeline: [change] }),
    );
    open();
    const form = await details();
    const field = await form.findByLabelText('Budget');
    expect(await form.findByText('Budget: empty → 9k')).toBeVisible();
    await userEvent.type(field, '12 thousand');
    expect(field, 'no more than the server takes').toHaveValue('12 th');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^Saved/)).toBeVisible();
    expect(sent).toMatchObject([{ crmData: { budget: '12 th' } }]);
    expect(field).toHaveValue('12 th');
  });

  it('ACC-10: the summary has the stored status, and leads to where it is changed', async () => {
    serve({ name: 'Alder Brewing' });
    serveCrm(crmBody({ status: 'Proposal Sent' }));
    open();
    const status = await screen.findByRole('button', { name: /^Status: ?Proposal Sent ?, change it$/ });
    expect(status).toHaveTextContent('QProposal Sent');
    const form = await details();
    await userEvent.selectOptions(await form.findByLabelText('Status'), 'Customer');
    expect(status, 'not saved yet').toHaveTextContent('QProposal Sent');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(status).toHaveTextContent('✓Customer');
    });
    await userEvent.click(status);
    expect(screen.getByRole('heading', { name: 'Account Details' })).toHaveFocus();
  });

  it('ACC-10: a status that was set in My Companies stays to choose, until another is saved', async () => {
    serve({});
    serveCrm(crmBody({ status: 'Follow Up' }));
    open();
    const status = await (await details()).findByLabelText('Status');
    expect(status).toHaveValue('Follow Up');
    expect(within(status).getAllByRole('option')).toHaveLength(7);
    await userEvent.selectOptions(status, 'Customer');
    await userEvent.selectOptions(status, 'Follow Up');
    expect(status, 'after a slip too').toHaveValue('Follow Up');
    await userEvent.selectOptions(status, 'Customer');
    await userEvent.click((await details()).getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(within(status).getAllByRole('option')).toHaveLength(6);
    });
  });

  it('ACC-10: spaces alone are no change, and what the server finds to be none was not saved at a time', async () => {
    serve({});
    serveCrm();
    open();
    const form = await details();
    const save = await form.findByRole('button', { name: 'Save' });
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), ' ');
    expect(save).toHaveAttribute('aria-disabled', 'true');
    server.use(fake('saveCrmData', crmBody()));
    await userEvent.type(form.getByLabelText('Main Point of Contact'), 'Ada');
    await userEvent.click(save);
    await waitFor(() => {
      expect(form.getByLabelText('Main Point of Contact')).toHaveValue('');
      expect(form.queryByText('Saving...')).toBeNull();
    });
    expect(form.queryByText(/^Saved/)).toBeNull();
  });

  it('ACC-10: an e-mail address that is none cannot be saved, and says so', async () => {
    serve({});
    serveCrm();
    open();
    const form = await details();
    await userEvent.type(await form.findByLabelText('Email'), 'ada at example');
    expect(form.getByText(/^Please enter a valid e-mail address/)).toBeVisible();
    expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
    await userEvent.clear(form.getByLabelText('Email'));
    await userEvent.type(form.getByLabelText('Email'), 'ada@example.com');
    expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('ACC-10: what could not be saved stays typed; notes are of the same record', async () => {
    serve({});
    const { sent } = serveCrm();
    server.use(fake('saveCrmData', refusal(503, 'The disk is full.'), { once: true }));
    open();
    const notes = within(await section('Notes'));
    await userEvent.type(await notes.findByLabelText('Notes'), 'Wants a demo');
    await userEvent.click(notes.getByRole('button', { name: 'Save' }));
    expect(await notes.findByText('Not saved. Your text is kept.')).toBeVisible();
    expect(notes.getByText('Server error (503): The disk is full.')).toBeVisible();
    expect(notes.getByLabelText('Notes')).toHaveValue('Wants a demo');
    await userEvent.clear(notes.getByLabelText('Notes'));
    expect(notes.queryByText(/^Not saved/), 'there is nothing to save').toBeNull();
    await userEvent.type(notes.getByLabelText('Notes'), 'Wants a demo');
    await userEvent.click(notes.getByRole('button', { name: 'Save' }));
    expect(await notes.findByText(/^Saved/)).toBeVisible();
    expect(sent).toMatchObject([{ crmData: { notes: 'Wants a demo' } }]);
  });

  it('ACC-10: what My Companies changed meanwhile stands in the form', async () => {
    serve({}, [{}]);
    const { by } = serveCrm(crmBody({ status: 'Contacted' }));
    server.use(fake('setCompanyStatuses', changed(['company-1'])));
    const { router } = open(0, <ChangeInMyCompanies />);
    const status = async () => await (await details()).findByLabelText('Status');
    expect(await status()).toHaveValue('Contacted');
    await act(() => router.navigate(router.state.location.pathname.replace(/0$/, '1')));
    await status();
    by(crmBody({ status: 'Qualified' }, '2026-11-22T13:00:00Z'));
    await act(() => router.navigate(-1));
    await waitFor(async () => {
      expect(await status()).toHaveValue('Qualified');
    });

    // After a save too, which the form knows from its answer.
    await userEvent.selectOptions(await status(), 'Customer');
    await userEvent.click((await details()).getByRole('button', { name: 'Save' }));
    expect(await (await details()).findByText(/^Saved \d/)).toBeVisible();
    expect((await details()).getByRole('button', { name: 'Save' }), 'it is where it was').toHaveFocus();
    by(crmBody({ status: 'Follow Up' }, '2026-11-22T15:00:00Z'));
    await userEvent.click(screen.getByRole('button', { name: 'Change it' }));
    await waitFor(async () => {
      expect(await status()).toHaveValue('Follow Up');
    });
  });

  it('ACC-10: what could not be loaded says so until it is here, and keeps the focus while it is asked again', async () => {
    serve({});
    server.use(fake('getCrmData', refusal(503)));
    open();
    const form = await details();
    const again = await form.findByRole('button', { name: 'Try Again' });
    server.use(fake('getCrmData', pending()));
    await userEvent.click(again);
    await waitFor(() => {
      expect(again).toHaveAttribute('aria-busy', 'true');
    });
    expect(again).toHaveFocus();
    expect(form.getByText('The account details could not be loaded')).toBeVisible();
  });
});
