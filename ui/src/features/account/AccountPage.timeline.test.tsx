import { waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { fake, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { details, open, serve, serveCrm } from './AccountPage.testing';

/** The user's own change of an empty field. */
function changed(field: string, to: string) {
  return { at: '2026-11-22T14:05:00Z', by: 'you', field, from: null, to };
}

describe('the timeline of a business', () => {
  it('ACC-10: the timeline says who changed what, from and to', async () => {
    serve({});
    serveCrm();
    const change = { ...changed('status', 'Contacted'), from: 'Account Untouched' };
    server.use(fake('getTimeline', { success: true, timeline: [change] }));
    open();
    const timeline = within(await (await details()).findByRole('list', { name: 'Timeline' }));
    expect(timeline.getByText(/^Status: Account Untouched → Contacted$/)).toBeVisible();
    expect(timeline.getByText(/· You$/)).toBeVisible();
  });

  it('ACC-10: what was never set reads as the form showed it', async () => {
    serve({});
    serveCrm();
    const timeline = [changed('accountType', 'Lead'), changed('status', 'Contacted')];
    server.use(fake('getTimeline', { success: true, timeline }));
    open();
    const list = within(await (await details()).findByRole('list', { name: 'Timeline' }));
    expect(list.getByText('Account Type: Prospect → Lead')).toBeVisible();
    expect(list.getByText('Status: Account Untouched → Contacted')).toBeVisible();
  });

  it('what a schedule found changed of its listing stands among the user’s own changes', async () => {
    serve({});
    serveCrm();
    const ofListing = (field: string, from: string | null, to: string | null) => ({
      ...changed(field, ''),
      ...{ by: 'system', what: 'listing', from, to },
    });
    const timeline = [
      ofListing('phone', '555-0101', '555-0199'),
      ofListing('hours', null, 'Mo-Fr 9-17'),
      changed('notes', 'Called'),
    ];
    server.use(fake('getTimeline', { success: true, timeline }));
    open();
    const list = within(await (await details()).findByRole('list', { name: 'Timeline' }));
    const [phone, hours, notes] = list.getAllByRole('listitem');
    expect(phone).toHaveTextContent(/· DemandAtlasPhone: 555-0101 → 555-0199$/);
    expect(hours).toHaveTextContent('Opening hours: empty → Mo-Fr 9-17');
    expect(notes).toHaveTextContent(/· YouNotes: empty → Called$/);
  });

  it('ACC-10: older changes are there on demand, and asked for again where that failed', async () => {
    serve({});
    serveCrm();
    let failing = true;
    let hold: Promise<void> | null = null;
    let release = () => undefined as unknown;
    server.use(
      fake('getTimeline', async ({ request }) => {
        if (new URL(request.url).searchParams.get('before') !== '7')
          return { success: true, timeline: [changed('notes', 'new')], next_before: 7 };
        await hold;
        if (failing) return refusal(503, 'Try again');
        return { success: true, timeline: [changed('notes', 'old')], next_before: null };
      }),
    );
    open();
    const timeline = within(await (await details()).findByRole('list', { name: 'Timeline' }));
    await userEvent.click(timeline.getByRole('button', { name: 'Show earlier changes' }));
    const again = await timeline.findByRole('button', { name: /could not be loaded/ });
    expect(timeline.queryByText('Notes: empty → old')).toBeNull();
    failing = false;
    hold = new Promise((resolve) => {
      release = () => {
        resolve();
      };
    });
    await userEvent.click(again);
    await waitFor(() => {
      expect(again).toHaveAttribute('aria-busy', 'true');
    });
    expect(again).toHaveTextContent('Earlier changes could not be loaded. Try Again');
    release();
    expect(await timeline.findByText('Notes: empty → old')).toBeVisible();
    expect(timeline.getByText('Notes: empty → new')).toBeVisible();
    expect(timeline.queryByRole('button')).toBeNull();
  });

  it('ACC-10: days are said as days, and a text that looks like one as it is', async () => {
    serve({});
    serveCrm();
    const timeline = [
      changed('followUpDate', '2026-05-04'),
      changed('lastContactDate', '2026-03-01'),
      changed('notes', '2026-03-01'),
    ];
    server.use(fake('getTimeline', { success: true, timeline }));
    open();
    const list = within(await (await details()).findByRole('list', { name: 'Timeline' }));
    expect(list.getByText('Follow-up date: empty → May 4, 2026')).toBeVisible();
    expect(list.getByText('Last Contact Date: empty → Mar 1, 2026')).toBeVisible();
    expect(list.getByText('Notes: empty → 2026-03-01')).toBeVisible();
  });

  it('ACC-10: where it cannot be loaded that is said, and it can be tried again', async () => {
    serve({});
    serveCrm();
    server.use(fake('getTimeline', refusal(503)));
    open();
    const form = await details();
    expect(await form.findByText('The timeline could not be loaded.')).toBeVisible();
    let answer = () => undefined as unknown;
    const slow = new Promise<void>((resolve) => {
      answer = () => {
        resolve();
      };
    });
    server.use(
      fake('getTimeline', async () => {
        await slow;
        return { success: true, timeline: [changed('notes', 'new')] };
      }),
    );
    const again = form.getByRole('button', { name: 'Try Again' });
    await userEvent.click(again);
    await waitFor(() => {
      expect(again).toHaveAttribute('aria-busy', 'true');
    });
    expect(again, 'it is asked again').toHaveFocus();
    expect(form.getByText('The timeline could not be loaded.')).toBeVisible();
    answer();
    const change = await form.findByText('Notes: empty → new');
    expect(change.closest('li'), 'what was pressed is gone').toHaveFocus();
  });

  it('ACC-10: what was unfolded stays so after a save, which moves where older pages begin', async () => {
    serve({});
    serveCrm();
    let saves = ['3', '2', '1'];
    let hold: Promise<void> | null = null;
    server.use(
      fake('getTimeline', async ({ request }) => {
        const before = Number(new URL(request.url).searchParams.get('before') ?? Infinity);
        if (before !== Infinity) await hold;
        const page = saves.filter((save) => Number(save) < before).slice(0, 1);
        const last = Number(page.at(-1));
        const next = saves.some((save) => Number(save) < last) ? last : null;
        return { success: true, timeline: page.map((to) => changed('notes', to)), next_before: next };
      }),
    );
    open();
    const form = await details();
    const timeline = within(await form.findByRole('list', { name: 'Timeline' }));
    await userEvent.click(timeline.getByRole('button', { name: 'Show earlier changes' }));
    const older = (await timeline.findByText('Notes: empty → 2')).closest('li');
    expect(older, 'what was pressed is gone').toHaveFocus();
    let release = () => undefined as unknown;
    hold = new Promise((resolve) => {
      release = () => {
        resolve();
      };
    });
    saves = ['4', ...saves];
    await userEvent.selectOptions(form.getByLabelText('Status'), 'Contacted');
    await userEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await timeline.findByText('Notes: empty → 4')).toBeVisible();
    expect(timeline.getByText('Notes: empty → 2'), 'until the page before is here anew').toBeVisible();
    release();
    expect(await timeline.findByText('Notes: empty → 3')).toBeVisible();
  });
});
