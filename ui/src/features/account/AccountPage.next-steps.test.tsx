import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { writeStored } from '@/shared/lib/browser-storage';
import { removeNotes, readNotes } from '@/shared/lib/local-notes';
import { crmBody } from '@/shared/testing/fake-crm';
import { USER_ID } from '@/shared/testing/render';
import { open, section, serve, serveCrm, SESSION } from './AccountPage.testing';
import { isNextStep, nextStepsKey, type NextStep } from './next-steps';

const ROW = { userId: USER_ID, sessionKey: SESSION, rowIdx: 0 };
const KEY = nextStepsKey({ ...ROW, businessId: null });

describe('next steps', () => {
  it('ACC-12: Next Steps: Save is disabled when blank; entries have a date, and stay in this browser', async () => {
    serve({ name: 'Alder Brewing' });
    open();
    const steps = within(await section('Next Steps'));
    const save = steps.getByRole('button', { name: 'Save' });
    expect(save).toBeDisabled();
    await userEvent.type(steps.getByLabelText('Next step'), '   ');
    expect(save).toBeDisabled();
    await userEvent.type(steps.getByLabelText('Next step'), 'Call on Monday');
    await userEvent.click(save);
    expect(steps.getByText('Call on Monday')).toBeVisible();
    expect(steps.getByText(/^\w{3} \d+, \d{4}, \d\d:\d\d [AP]M$/)).toBeVisible();
    expect(steps.getByLabelText('Next step')).toHaveValue('');
    expect(steps.getByText('Kept in this browser only.')).toBeVisible();
    const key = Object.keys(localStorage).find((name) => name.startsWith('demandatlas_next_steps_'));
    expect(localStorage.getItem(key ?? '')).toContain('Call on Monday');
    await userEvent.click(steps.getByRole('button', { name: /^Remove the step of/ }));
    expect(steps.queryByText('Call on Monday')).toBeNull();
  });

  it('ACC-12: they follow the business, and what was kept with its row goes along', async () => {
    serve({ name: 'Alder Brewing' });
    const ofBusiness = nextStepsKey({ ...ROW, businessId: 'business-9' });
    writeStored(ofBusiness, [{ text: 'Of an earlier search', at: 1 }]);
    writeStored(KEY, [{ text: 'Of this row', at: 2 }]);
    serveCrm({ ...crmBody(), businessId: 'business-9' });
    open();
    const steps = within(await section('Next Steps'));
    expect(await steps.findByText('Of an earlier search')).toBeVisible();
    expect(steps.getByText('Of this row')).toBeVisible();
    await userEvent.type(steps.getByLabelText('Next step'), 'Call on Monday');
    await userEvent.click(steps.getByRole('button', { name: 'Save' }));
    expect(readNotes(ofBusiness, isNextStep).map(({ text }) => text)).toEqual([
      'Call on Monday',
      'Of this row',
      'Of an earlier search',
    ]);
    expect(readNotes(KEY, isNextStep)).toEqual([]);
  });

  it('ACC-12: what another tab keeps stays; what is erased does not come back', async () => {
    serve({ name: 'Alder Brewing' });
    open();
    const steps = within(await section('Next Steps'));
    const keep = async (text: string) => {
      await userEvent.type(steps.getByLabelText('Next step'), text);
      await userEvent.click(steps.getByRole('button', { name: 'Save' }));
    };
    await keep('Call on Monday');
    expect(steps.getByLabelText('Next step'), 'Save is disabled, and keeps no focus').toHaveFocus();
    const stored = () => readNotes(KEY, isNextStep);
    const texts = () => stored().map(({ text }) => text);
    const others: NextStep = { text: 'Of another tab', at: 1 };
    writeStored(KEY, [...stored(), others]);
    await keep('Send an offer');
    expect(texts()).toEqual(['Send an offer', 'Call on Monday', 'Of another tab']);
    expect(steps.getByText('Of another tab')).toBeVisible();
    writeStored(KEY, [others]);
    act(() => {
      window.dispatchEvent(new StorageEvent('storage'));
    });
    expect(steps.queryByText('Call on Monday'), 'it is seen here too').toBeNull();
    act(() => {
      removeNotes(USER_ID);
    });
    expect(steps.queryAllByRole('listitem')).toEqual([]);
    await keep('Begin anew');
    expect(texts()).toEqual(['Begin anew']);
  });

  it('ACC-12: what was removed comes back where it was, also where the page was left', async () => {
    serve({ name: 'Alder Brewing' });
    writeStored(KEY, [
      { text: 'Third', at: 3 },
      { text: 'Second', at: 2 },
      { text: 'First', at: 1 },
    ]);
    const { router } = open();
    const button = async (index: number) => {
      const item = (await list()).at(index) ?? document.body;
      return within(item).getByRole('button');
    };
    const list = async () => within(await section('Next Steps')).getAllByRole('listitem');
    const texts = async () => (await list()).map((item) => within(item).getByRole('paragraph').textContent);
    const remove = async (index: number) => {
      await userEvent.click(await button(index));
    };
    await remove(1);
    expect(await texts()).toEqual(['Third', 'First']);
    expect(await button(1), 'of the next one').toHaveFocus();
    expect(screen.getByText('Removed 1 next step.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await texts()).toEqual(['Third', 'Second', 'First']);

    await remove(2);
    const here = router.state.location.pathname;
    await act(() => router.navigate('/'));
    await act(() => router.navigate(here));
    expect(await texts()).toEqual(['Third', 'Second']);
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await texts()).toEqual(['Third', 'Second', 'First']);
    await remove(0);
    await remove(0);
    await remove(0);
    expect(screen.getByRole('heading', { name: 'Next Steps' }), 'no step is left').toHaveFocus();
  });
});
