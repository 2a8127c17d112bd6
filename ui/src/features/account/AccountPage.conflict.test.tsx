import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { crmBody } from '@/shared/testing/fake-crm';
import { fake, pending, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { details, open, section, serve, serveCrm, tellFromAnotherTab } from './AccountPage.testing';

const LATER = '2026-11-22T13:00:00Z';

/** Ada types and saves after Grace has saved: both have written the main point of contact. */
async function bothWrite({
  theirs = {},
  notes = '',
}: { theirs?: Parameters<typeof crmBody>[0]; notes?: string } = {}) {
  serve({});
  const crm = serveCrm();
  open();
  const form = await details();
  await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'Ada');
  if (notes !== '') await userEvent.type(screen.getByRole('textbox', { name: 'Notes' }), notes);
  crm.by(crmBody({ mainPOC: 'Grace', ...theirs }, LATER));
  await userEvent.click(form.getByRole('button', { name: 'Save' }));
  const question = await form.findByText(/^Changed elsewhere at /);
  return { ...crm, form, question };
}

describe('a record that two write at once', () => {
  it('ACC-10: both texts are shown, and neither is lost', async () => {
    const { form, question, sent } = await bothWrite();
    expect(question).toBeVisible();
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

  it('ACC-10: what somebody else has written in another field stays, and asks nothing', async () => {
    serve({});
    const { sent, by, stored } = serveCrm();
    open();
    const form = await details();
    const notes = within(await section('Notes'));
    // Typed and undone: that is no change.
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'A{Backspace}');
    await userEvent.type(notes.getByLabelText('Notes'), 'Wants a demo');
    by(crmBody({ status: 'Contacted', mainPOC: 'Grace' }, LATER));
    await userEvent.click(notes.getByRole('button', { name: 'Save' }));
    expect(await notes.findByText(/^Saved/)).toBeVisible();
    expect(screen.queryByText(/^Changed elsewhere/)).toBeNull();
    expect(sent).toMatchObject([{ lastSaved: LATER }]);
    expect(sent[0]?.crmData).toEqual({ notes: 'Wants a demo' });
    expect(stored().crmData).toMatchObject({ status: 'Contacted', mainPOC: 'Grace', notes: 'Wants a demo' });
    expect(form.getByLabelText('Status')).toHaveValue('Contacted');
  });

  it('ACC-10: a save that finds others’ saves each time ends, and keeps the text', async () => {
    serve({});
    const { by } = serveCrm();
    let calls = 0;
    server.use(
      fake('saveCrmData', () => {
        calls += 1;
        by(crmBody({ mainPOC: `Grace ${calls}` }, `2026-11-22T13:0${calls}:00Z`));
        return refusal(409, 'Somebody has saved since.');
      }),
    );
    open();
    const notes = within(await section('Notes'));
    await userEvent.type(await notes.findByLabelText('Notes'), 'Wants a demo');
    await userEvent.click(notes.getByRole('button', { name: 'Save' }));
    expect(await notes.findByText('Server error (409): Somebody has saved since.')).toBeVisible();
    expect(calls).toBe(3);
    expect(notes.getByLabelText('Notes')).toHaveValue('Wants a demo');
    expect(notes.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('ACC-10: what was decided is not asked again where another field changes meanwhile', async () => {
    const { form, sent, by } = await bothWrite();
    const mine = form.getByRole('button', { name: 'Save mine' });
    const last = '2026-11-22T13:30:00Z';
    by(crmBody({ mainPOC: 'Grace', status: 'Contacted' }, last));
    await userEvent.click(mine);
    expect(await form.findByText(/^Saved/)).toBeVisible();
    expect(sent).toMatchObject([{ crmData: { mainPOC: 'Ada' }, lastSaved: last }]);
    expect(screen.queryByText(/^Changed elsewhere/)).toBeNull();
  });

  it('ACC-10: “Take theirs” takes what is in question, and leaves all else that was typed', async () => {
    const {
      form,
      question: title,
      sent,
    } = await bothWrite({ theirs: { status: 'Contacted' }, notes: 'Wants a demo' });
    const notes = within(await section('Notes'));
    const question = within(title.closest<HTMLElement>('[role=note]') ?? document.body);
    expect(question.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Main Point of Contact',
    ]);
    expect(
      form.getByLabelText('Email').compareDocumentPosition(question.getByText('There: Grace')),
      'beside Save, where it is seen',
    ).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    expect(screen.getAllByRole('button', { name: 'Take theirs' }), 'it is asked once').toHaveLength(1);
    expect(notes.getByText(/^Changed elsewhere: Main Point of Contact\./)).toBeVisible();
    await userEvent.click(notes.getByRole('button', { name: 'Decide in Account Details' }));
    expect(screen.getByRole('heading', { name: 'Account Details' })).toHaveFocus();
    await userEvent.click(question.getByRole('button', { name: 'Take theirs' }));
    expect(form.getByLabelText('Main Point of Contact')).toHaveValue('Grace');
    expect(notes.getByLabelText('Notes')).toHaveValue('Wants a demo');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/^Saved/)).toBeVisible();
    expect(sent).toMatchObject([{ lastSaved: LATER }]);
    expect(sent[0]?.crmData).toEqual({ notes: 'Wants a demo' });
  });

  it('ACC-10: what is typed while a save is under way stays typed, and what is taken back stays so', async () => {
    serve({});
    const { by } = serveCrm();
    let answer = () => undefined as unknown;
    const slow = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
      };
    });
    server.use(
      fake('saveCrmData', async () => {
        await slow;
        return by(crmBody({ mainPOC: 'Ada', notes: 'Wants a demo' }, LATER));
      }),
    );
    open();
    const form = await details();
    const notes = within(await section('Notes'));
    await userEvent.type(await form.findByLabelText('Main Point of Contact'), 'Ada');
    await userEvent.type(notes.getByLabelText('Notes'), 'Wants a demo');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    await userEvent.clear(form.getByLabelText('Main Point of Contact'));
    await userEvent.type(notes.getByLabelText('Notes'), ' on Monday');
    await userEvent.type(form.getByLabelText('Email'), 'ada@example.com');
    answer();
    await waitFor(() => {
      expect(form.queryByText('Saving...')).toBeNull();
    });
    expect(form.queryByText(/^Saved/), 'not all of it is').toBeNull();
    expect(form.getByLabelText('Main Point of Contact')).toHaveValue('');
    expect(notes.getByLabelText('Notes')).toHaveValue('Wants a demo on Monday');
    expect(form.getByLabelText('Email')).toHaveValue('ada@example.com');
    expect(form.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'false');
  });

  it('ACC-10: “Save mine” pressed twice saves once', async () => {
    const { form } = await bothWrite();
    const mine = form.getByRole('button', { name: 'Save mine' });
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
    const theirs = form.getByRole('button', { name: 'Take theirs' });
    expect(theirs).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(theirs);
    expect(form.getByLabelText('Main Point of Contact'), 'it is on its way').toHaveValue('Ada');
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

  it('ACC-10: a field that is emptied while it is in question stays empty until somebody decides', async () => {
    const { form, sent } = await bothWrite();
    const field = form.getByLabelText('Main Point of Contact');
    await userEvent.type(field, '{Backspace}{Backspace}{Backspace}');
    expect(field, 'not what somebody else wrote').toHaveValue('');
    expect(form.getByText('There: Grace')).toBeVisible();
    expect(form.getByText('Here: empty')).toBeVisible();
    await userEvent.click(form.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => {
      expect(sent).toMatchObject([{ crmData: { mainPOC: '' }, lastSaved: LATER }]);
    });
    expect(field).toHaveValue('');
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
