import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { crmBody, fake, pending } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { details, open, section, serve, serveCrm } from './AccountPage.testing';

const LATER = '2026-11-22T13:00:00Z';

/** Another tab of the browser says that something was saved. */
function tellFromAnotherTab() {
  const tab = new BroadcastChannel('demandatlas');
  tab.postMessage({ type: 'companies' });
  tab.close();
}

describe('a record that two write at once', () => {
  it('ACC-10: both texts are shown, and neither is lost', async () => {
    serve({});
    const { sent, by } = serveCrm();
    open();
    const form = await details();
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'Ada');
    by(crmBody({ mainPOC: 'Grace' }, LATER));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^Changed elsewhere at /)).toBeVisible();
    expect(form.getByText('There: Grace')).toBeVisible();
    expect(form.getByText('Here: Ada')).toBeVisible();
    expect(form.getByLabelText('Main Point of Contact')).toHaveValue('Ada');
    await userEvent.click(form.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => {
      expect(sent).toMatchObject([{ crmData: { mainPOC: 'Ada' }, lastSaved: LATER }]);
    });
    await waitFor(() => {
      expect(form.queryByText(/^Changed elsewhere/)).toBeNull();
    });
    expect(form.getByRole('button', { name: 'Save' }), 'what was pressed is gone').toHaveFocus();
  });

  it('ACC-10: what somebody else has written in another field stays, and is not sent', async () => {
    serve({});
    const { sent, by, stored } = serveCrm();
    open();
    const form = await details();
    const notes = within(await section('Notes'));
    // Typed, and taken back: that is no change.
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'A{Backspace}');
    await userEvent.type(notes.getByLabelText('Notes'), 'Wants a demo');
    by(crmBody({ status: 'Contacted', mainPOC: 'Grace' }, LATER));
    await userEvent.click(notes.getByRole('button', { name: 'Save' }));
    expect(await notes.findByText('Here: Wants a demo'), 'beside the button that was pressed').toBeVisible();
    await userEvent.click(notes.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => {
      expect(sent).toMatchObject([{ lastSaved: LATER }]);
    });
    expect(sent[0]?.crmData).toEqual({ notes: 'Wants a demo' });
    expect(stored().crmData).toMatchObject({ status: 'Contacted', mainPOC: 'Grace', notes: 'Wants a demo' });
    expect(form.getByLabelText('Status')).toHaveValue('Contacted');
  });

  it('ACC-10: “Save mine” pressed twice saves once', async () => {
    serve({});
    const { by } = serveCrm();
    open();
    const form = await details();
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'Ada');
    by(crmBody({ mainPOC: 'Grace' }, LATER));
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    const mine = await form.findByRole('button', { name: 'Save mine' });
    let calls = 0;
    server.use(
      fake('saveCrmData', () => {
        calls += 1;
        return pending();
      }),
    );
    await userEvent.click(mine);
    await userEvent.click(mine);
    await waitFor(() => {
      expect(calls).toBe(1);
    });
    expect(mine).toHaveAttribute('aria-disabled', 'true');
  });

  it('ACC-10: what changes under a text that is being typed is in question before it is saved', async () => {
    serve({});
    const { sent, by } = serveCrm(crmBody({ notes: 'old' }));
    open();
    const notes = within(await section('Notes'));
    await userEvent.type(await notes.findByLabelText('Notes'), ' and mine');
    by(crmBody({ notes: 'theirs', mainPOC: 'Grace' }, LATER));
    act(tellFromAnotherTab);
    expect(await notes.findByText('There: theirs')).toBeVisible();
    expect(notes.getByText('Here: old and mine')).toBeVisible();
    const save = notes.getByRole('button', { name: 'Save' });
    expect(save).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(save);
    await userEvent.click(notes.getByRole('button', { name: 'Take theirs' }));
    expect(notes.getByLabelText('Notes')).toHaveValue('theirs');
    expect(notes.queryByText(/^Changed elsewhere/)).toBeNull();
    expect(save).toHaveFocus();
    expect(sent, 'nothing was sent').toEqual([]);
  });

  it('ACC-10: what changes beside a text that is being typed is no question', async () => {
    serve({});
    const { sent, by } = serveCrm(crmBody({ notes: 'old' }));
    open();
    const form = await details();
    const notes = within(await section('Notes'));
    await userEvent.type(await notes.findByLabelText('Notes'), ' and mine');
    by(crmBody({ notes: 'old', mainPOC: 'Grace' }, LATER));
    act(tellFromAnotherTab);
    await waitFor(() => {
      expect(form.getByLabelText('Main Point of Contact')).toHaveValue('Grace');
    });
    await userEvent.click(notes.getByRole('button', { name: 'Save' }));
    expect(await notes.findByText(/^Saved/)).toBeVisible();
    expect(sent).toMatchObject([{ crmData: { notes: 'old and mine' }, lastSaved: LATER }]);
    expect(screen.queryByText(/^Changed elsewhere/)).toBeNull();
  });
});

describe('leaving', () => {
  const stays = async (router: ReturnType<typeof open>['router']) => {
    void router.navigate('/');
    await userEvent.click(await screen.findByRole('button', { name: 'Stay here' }));
    expect(router.state.location.pathname).toContain('/account/');
  };

  it.each([
    ['what is not saved', 'Main Point of Contact', 'Ada'],
    ['what cannot be saved as it is', 'Email', 'ada at example'],
  ])('ACC-10: asks after %s', async (_, label, text) => {
    serve({});
    serveCrm();
    const { router } = open();
    const form = await details();
    await userEvent.type(await form.findByLabelText(label), text);
    await stays(router);
    expect(form.getByLabelText(label)).toHaveValue(text);
  });

  it('ACC-10: asks while a save is under way', async () => {
    serve({});
    serveCrm();
    server.use(fake('saveCrmData', pending()));
    const { router } = open();
    const form = await details();
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'Ada');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Saving...')).toBeVisible();
    await stays(router);
  });

  it('ACC-12: asks after a next step that is not kept', async () => {
    serve({});
    serveCrm();
    const { router } = open();
    const steps = within(await section('Next Steps'));
    await userEvent.type(steps.getByLabelText('Next step'), 'Call on Monday');
    await stays(router);
    await userEvent.click(steps.getByRole('button', { name: 'Save' }));
    await act(() => router.navigate('/'));
    expect(router.state.location.pathname).toBe('/');
  });

  it('ACC-10: asks nothing where what was typed was taken back', async () => {
    serve({});
    serveCrm();
    const { router } = open();
    const form = await details();
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'A{Backspace}');
    await act(() => router.navigate('/'));
    expect(router.state.location.pathname).toBe('/');
  });
});
