import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { CrmBody, FollowUpChanges } from '@/shared/api/generated';
import { INVALIDATED } from '@/shared/companies/companies-in-tabs';
import { today } from '@/shared/lib/day';
import { changed } from '@/shared/testing/fake-companies';
import { crmBody } from '@/shared/testing/fake-crm';
import { fake, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { api } from '@/shared/api/api';
import { useAppDispatch } from '@/shared/api/store';
import { details, open, serve, tellFromAnotherTab } from './AccountPage.testing';
import { dueText } from './follow-up';

/** A record of a saved company that stores the date like the server. */
function serveSaved(record: Partial<CrmBody> = {}) {
  const sent: unknown[] = [];
  let body: CrmBody = { ...crmBody(), companyId: 'company-9', ...record };
  server.use(
    fake('getCrmData', () => body),
    fake('setFollowUps', async ({ request }) => {
      const { changes } = (await request.clone().json()) as FollowUpChanges;
      sent.push(...changes);
      body = { ...body, followUpDate: changes[0]?.date ?? null };
      return changed(['company-9']);
    }),
  );
  return { sent, becomes: (next: Partial<CrmBody>) => (body = { ...body, ...next }) };
}

const pick = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

/** What erasing everything does, wherever it was requested. */
function Erase() {
  const dispatch = useAppDispatch();
  return <button onClick={() => dispatch(api.util.invalidateTags(INVALIDATED))}>Erase it</button>;
}

describe('the follow-up date', () => {
  it('ACC-10: of a saved company is set with Save, beside the form, and cleared again', async () => {
    serve({});
    const { sent } = serveSaved();
    open();
    const form = await details();
    const field = await form.findByLabelText('Follow-up date');
    expect(field).toBeEnabled();
    const save = form.getByRole('button', { name: 'Save' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    pick(field, '2099-03-04');
    await userEvent.click(save);
    expect(await form.findByText(/^Saved \d+:\d\d [AP]M$/)).toBeVisible();
    expect(sent).toEqual([{ company_id: 'company-9', date: '2099-03-04' }]);
    expect(field).toHaveValue('2099-03-04');
    expect(save).toHaveAttribute('aria-disabled', 'true');
    pick(field, '');
    await userEvent.click(save);
    await waitFor(() => {
      expect(sent.slice(1)).toEqual([{ company_id: 'company-9', date: null }]);
    });
  });

  it('ACC-10: shows the day that My Companies has', async () => {
    serve({});
    serveSaved({ followUpDate: '2020-03-04' });
    open();
    const field = await (await details()).findByLabelText('Follow-up date');
    expect(field).toHaveValue('2020-03-04');
    expect(field).toBeEnabled();
    expect(screen.getByText('Due since Mar 4, 2020.')).toBeVisible();
  });

  it('ACC-10: what is not saved has none to set, the field says why, and is there once it is saved', async () => {
    serve({});
    const { becomes } = serveSaved({ companyId: null });
    server.use(
      fake('saveCompany', () => {
        becomes({ companyId: 'company-9' });
        return { success: true, already_exists: false, message: '' };
      }),
    );
    open();
    const form = await details();
    expect(await form.findByText('Save to My Companies to set a date.')).toBeVisible();
    expect(form.getByLabelText('Follow-up date')).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Save to My Companies' }));
    await waitFor(() => {
      expect(form.getByLabelText('Follow-up date')).toBeEnabled();
    });
  });

  it('ACC-10: a day that was erased does not come back', async () => {
    serve({});
    const { sent, becomes } = serveSaved();
    open(0, <Erase />);
    const form = await details();
    const field = await form.findByLabelText('Follow-up date');
    pick(field, '2099-03-04');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => {
      expect(sent).toHaveLength(1);
    });
    expect(await form.findByText(/^Saved/)).toBeVisible();
    becomes({ companyId: null, followUpDate: null });
    await userEvent.click(screen.getByRole('button', { name: 'Erase it' }));
    await waitFor(() => {
      expect(field).toBeDisabled();
    });
    expect(field).toHaveValue('');
  });

  it('ACC-10: a day that is as it was before is no change, also where it becomes another elsewhere', async () => {
    serve({});
    const { becomes } = serveSaved({ followUpDate: '2099-03-04' });
    open(0, <Erase />);
    const form = await details();
    const field = await form.findByLabelText('Follow-up date');
    pick(field, '2099-03-05');
    pick(field, '2099-03-04');
    becomes({ followUpDate: '2099-06-01' });
    await userEvent.click(screen.getByRole('button', { name: 'Erase it' }));
    await waitFor(() => {
      expect(field).toHaveValue('2099-06-01');
    });
    expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true');
  });

  /** Ada has typed a date when Bob sets another. */
  async function bothSet() {
    serve({});
    const { sent, becomes } = serveSaved({ followUpDate: '2099-03-01' });
    open(0, <Erase />);
    const form = await details();
    const field = await form.findByLabelText('Follow-up date');
    pick(field, '2099-05-04');
    becomes({ followUpDate: '2099-05-20' });
    const save = form.getByRole('button', { name: 'Save' });
    return { sent, form, field, save };
  }

  it('ACC-10: a day that somebody else sets under a typed one is in question before it is saved', async () => {
    const { sent, form, field, save } = await bothSet();
    act(tellFromAnotherTab);
    expect(await form.findByText('There: May 20, 2099')).toBeVisible();
    expect(form.getByText('Here: May 4, 2099')).toBeVisible();
    expect(save).toHaveAttribute('aria-disabled', 'true');
    // Undone, it is still a question.
    pick(field, '2099-03-01');
    expect(form.getByText('Here: Mar 1, 2099')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Take theirs' }));
    expect(field).toHaveValue('2099-05-20');
    expect(form.queryByText(/^Changed elsewhere/)).toBeNull();
    expect(sent, 'nothing was sent').toEqual([]);
  });

  it('ACC-10: a day that somebody else has set is not overwritten by a page that has not heard of it', async () => {
    const { sent, form, field, save } = await bothSet();
    await userEvent.click(save);
    expect(await form.findByText('There: May 20, 2099')).toBeVisible();
    expect(form.getByText('Not saved. Your text is kept.')).toBeVisible();
    expect(field).toHaveValue('2099-05-04');
    expect(sent, 'it is asked first').toEqual([]);
    await userEvent.click(form.getByRole('button', { name: 'Save mine' }));
    expect(await form.findByText(/^Saved/)).toBeVisible();
    expect(sent).toEqual([{ company_id: 'company-9', date: '2099-05-04' }]);
    expect(form.queryByText(/^Changed elsewhere/)).toBeNull();
  });

  it('ACC-10: a typed day is not lost without a word where the company is removed meanwhile', async () => {
    serve({});
    const { sent, becomes } = serveSaved();
    const { router } = open(0, <Erase />);
    const form = await details();
    const field = await form.findByLabelText('Follow-up date');
    pick(field, '2099-05-04');
    becomes({ companyId: null });
    await userEvent.click(screen.getByRole('button', { name: 'Erase it' }));
    expect(await form.findByText('Save to My Companies to set a date.')).toBeVisible();
    expect(field).toHaveValue('2099-05-04');
    void router.navigate('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(
      await form.findByText('The follow-up date is not saved: save the company to My Companies first.'),
    ).toBeVisible();
    expect(sent).toEqual([]);
    expect(field, 'it can be taken back').toBeEnabled();
    act(() => {
      field.focus();
    });
    pick(field, '');
    expect(field, 'whoever is in it goes on').toBeEnabled();
    expect(field).toHaveFocus();
    act(() => {
      field.blur();
    });
    expect(field).toBeDisabled();
    await act(() => router.navigate('/'));
    expect(router.state.location.pathname).toBe('/');
  });

  it('ACC-10: a day that could not be saved stays, and says so', async () => {
    serve({});
    serveSaved();
    server.use(fake('setFollowUps', refusal(503)));
    open();
    const form = await details();
    const field = await form.findByLabelText('Follow-up date');
    pick(field, '2099-03-04');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('The follow-up date could not be saved. Try again.')).toBeVisible();
    expect(form.getByText('Not saved. Your text is kept.')).toBeVisible();
    expect(field).toHaveValue('2099-03-04');
    expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('ACC-10: a day to come says nothing, the present one and those before are due', () => {
    expect(dueText('', '2026-03-04')).toBeNull();
    expect(dueText('2026-03-05', '2026-03-04')).toBeNull();
    expect(dueText('2026-03-04', '2026-03-04')).toBe('Due today.');
    expect(dueText('2026-03-03', '2026-03-04')).toBe('Due since Mar 3, 2026.');
    expect(dueText(today())).toBe('Due today.');
  });
});
