import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { creditStatus, crmBody, fake, lost, pending, refusal } from '@/shared/testing/fakes';
import { USER_ID } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { open, section, serve, SESSION } from './AccountPage.testing';

/** Remembers what was sent, and stores it as the server does. */
function serveCrm(stored = crmBody()) {
  const sent: Record<string, unknown>[] = [];
  const synced: unknown[] = [];
  let saved = stored;
  server.use(
    fake('syncCompanyCrm', async ({ request }) => {
      synced.push(await request.clone().json());
      return { success: true, message: '', available_companies: [] };
    }),
    fake('getCrmData', () => saved),
    fake('saveCrmData', async ({ request }) => {
      const body = (await request.clone().json()) as { crmData: Partial<typeof saved.crmData> };
      sent.push(body);
      saved = crmBody({ ...saved.crmData, ...body.crmData }, '2026-11-22T14:05:00Z');
      return saved;
    }),
  );
  return { sent, synced, by: (other: ReturnType<typeof crmBody>) => (saved = other) };
}

const details = async () => within(await section('Account Details'));

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
    expect(save).toBeDisabled();
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
    expect(save).toBeDisabled();
  });

  it('ACC-11: a save is told to My Companies; where that fails it is logged, and the record stays saved', async () => {
    serve({ name: 'Alder Brewing' });
    const { synced } = serveCrm();
    open();
    const form = await details();
    await userEvent.selectOptions(await form.findByLabelText('Status'), 'Contacted');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(synced).toEqual([
        {
          user_id: USER_ID,
          session_id: SESSION,
          row_idx: 0,
          crm_data: { status: 'Contacted', business_name: 'Alder Brewing' },
        },
      ]);
    });
    const logged = vi.spyOn(console, 'warn').mockReturnValue();
    server.use(fake('syncCompanyCrm', refusal(503)));
    await userEvent.selectOptions(form.getByLabelText('Status'), 'Customer');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(logged).toHaveBeenCalledWith(expect.stringContaining('My Companies'), expect.anything());
    });
    expect(form.getByText(/^Saved/)).toBeVisible();
  });

  it('ACC-10: a status that was set in My Companies stays to choose, until another is', async () => {
    serve({});
    serveCrm(crmBody({ status: 'Follow Up' }));
    open();
    const status = await (await details()).findByLabelText('Status');
    expect(status).toHaveValue('Follow Up');
    expect(within(status).getAllByRole('option')).toHaveLength(7);
    await userEvent.selectOptions(status, 'Customer');
    expect(within(status).getAllByRole('option')).toHaveLength(6);
  });

  it('ACC-10: an e-mail address that is none cannot be saved, and says so', async () => {
    serve({});
    serveCrm();
    open();
    const form = await details();
    await userEvent.type(await form.findByLabelText('Email'), 'ada at example');
    expect(form.getByText(/^Please enter a valid e-mail address/)).toBeVisible();
    expect(form.getByRole('button', { name: 'Save' })).toBeDisabled();
    await userEvent.clear(form.getByLabelText('Email'));
    await userEvent.type(form.getByLabelText('Email'), 'ada@example.com');
    expect(form.getByRole('button', { name: 'Save' })).toBeEnabled();
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
    await userEvent.click(notes.getByRole('button', { name: 'Save' }));
    expect(await notes.findByText(/^Saved/)).toBeVisible();
    expect(sent).toMatchObject([{ crmData: { notes: 'Wants a demo' } }]);
  });

  it('ACC-10: somebody else saved meanwhile: both texts are shown, and neither is lost', async () => {
    serve({});
    const { sent, by } = serveCrm();
    open();
    const form = await details();
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'Ada');
    by(crmBody({ mainPOC: 'Grace' }, '2026-11-22T13:00:00Z'));
    server.use(fake('saveCrmData', refusal(409, 'Somebody has saved since.'), { once: true }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^Changed elsewhere at /)).toBeVisible();
    expect(form.getByText('There: Grace')).toBeVisible();
    expect(form.getByText('Here: Ada')).toBeVisible();
    expect(form.getByLabelText('Main Point of Contact')).toHaveValue('Ada');
    await userEvent.click(form.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => {
      expect(sent).toMatchObject([{ crmData: { mainPOC: 'Ada' }, lastSaved: '2026-11-22T13:00:00Z' }]);
    });
    expect(form.queryByText(/^Changed elsewhere/)).toBeNull();
  });

  it('ACC-10: leaving asks while something is not saved', async () => {
    serve({});
    serveCrm();
    const { router } = open();
    await userEvent.type(await (await details()).findByLabelText('Main Point of Contact'), 'Ada');
    void router.navigate('/elsewhere');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect((await details()).getByLabelText('Main Point of Contact')).toHaveValue('Ada');
    expect(router.state.location.pathname).toContain('/account/');
  });

  it('ACC-10: the timeline says who changed what, from and to', async () => {
    serve({});
    serveCrm();
    const change = {
      at: '2026-11-22T14:05:00Z',
      by: 'you',
      field: 'status',
      from: 'Account Untouched',
      to: 'Contacted',
    };
    server.use(fake('getTimeline', { success: true, timeline: [change] }));
    open();
    const timeline = within(await (await details()).findByRole('list', { name: 'Timeline' }));
    expect(timeline.getByText(/^Status: Account Untouched → Contacted$/)).toBeVisible();
    expect(timeline.getByText(/· You$/)).toBeVisible();
  });
});

describe('saving a business', () => {
  const button = (name: string) => screen.findByRole('button', { name });

  it.each([
    [false, 'Company saved to My Companies!'],
    [true, 'Company already saved!'],
  ])('ACC-13: already there: %s', async (exists, text) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    serve({});
    const bodies: unknown[] = [];
    server.use(
      fake('saveCompany', async ({ request }) => {
        bodies.push(await request.clone().json());
        return { success: true, already_exists: exists, message: '' };
      }),
    );
    open();
    await section('Company');
    await user.click(await button('Save to My Companies'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(bodies).toMatchObject([{ session_id: SESSION, business_data: { row_idx: 0 } }]);
    expect(await button('Saved')).toBeDisabled();
    await vi.advanceTimersByTimeAsync(3_000);
    await waitFor(() => {
      expect(screen.queryByText(text)).toBeNull();
    });
    vi.useRealTimers();
  });

  it.each([
    [lost(), 'Network error saving company'],
    [
      refusal(409, 'Your plan keeps 10 companies.'),
      'Failed to save company (409): Your plan keeps 10 companies.',
    ],
  ])('ACC-13: what failed is said, and can be tried again', async (answer, text) => {
    serve({});
    server.use(fake('saveCompany', answer));
    open();
    await userEvent.click(await button('Save to My Companies'));
    expect(await screen.findByText(text)).toBeVisible();
    expect(await button('Try again')).toBeEnabled();
  });

  it('ACC-13: before the plan is known nothing is sent', async () => {
    serve({});
    server.use(fake('creditStatus', pending()));
    open();
    await userEvent.click(await button('Save to My Companies'));
    expect(screen.getByText('Loading user profile... Please try again in a moment.')).toBeVisible();
  });

  it('ACC-13: a plan without saving leads to the plans', async () => {
    serve({});
    server.use(fake('creditStatus', creditStatus({ can_save_companies: false })));
    open();
    expect(await screen.findByRole('link', { name: 'Upgrade to Save Companies' })).toHaveAttribute(
      'href',
      '/plans',
    );
  });
});
