import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FILTERS_PREFIX, NEXT_STEPS_PREFIX } from '@/shared/lib/browser-storage';
import { fake, lost, refusal } from '@/shared/testing/fakes';
import { renderScreen, testAuth } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { OwnDataItems } from './OwnDataItems';

const USER = { sub: 'dev|ada', name: 'Ada' };

function render() {
  const onLeave = vi.fn();
  renderScreen(
    <ul>
      <OwnDataItems className="" onLeave={onLeave} />
    </ul>,
    { auth: testAuth({ user: USER }) },
  );
  return onLeave;
}

describe("one's own data", () => {
  beforeEach(() => {
    localStorage.clear();
  });

  it('is downloaded as the server names it; a failure is said', async () => {
    const created = vi.fn(() => 'blob:data');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: created, revokeObjectURL: vi.fn() }));
    server.use(
      fake(
        'exportOwnData',
        { user_id: USER.sub, exported_at: '', searches: [], companies: [] },
        { once: true },
      ),
    );
    render();
    await userEvent.click(screen.getByRole('button', { name: 'Download my data' }));
    await waitFor(() => {
      expect(created).toHaveBeenCalledOnce();
    });
    server.use(fake('exportOwnData', lost()));
    await userEvent.click(screen.getByRole('button', { name: 'Download my data' }));
    expect(await screen.findByRole('alert')).toBeVisible();
  });

  it('is erased once the word is typed, in this browser too', async () => {
    const bodies: unknown[] = [];
    server.use(
      fake('eraseOwnData', async ({ request }) => {
        bodies.push(await request.json());
        return { success: true, erased: true, complete: true };
      }),
    );
    const hers = [`${NEXT_STEPS_PREFIX}${USER.sub}_session_0`, `${FILTERS_PREFIX}${USER.sub}_companies`];
    // 'dev|ada' begins 'dev|adam' too.
    const others = ['dev|eve', 'dev|adam'].map((id) => `${NEXT_STEPS_PREFIX}${id}_session_0`);
    for (const key of [...hers, ...others]) localStorage.setItem(key, '[]');
    const otherTab = new BroadcastChannel('demandatlas');
    const heard = vi.fn();
    otherTab.addEventListener('message', ({ data }) => {
      heard(data);
    });
    const onLeave = render();
    await userEvent.click(screen.getByRole('button', { name: 'Erase my data...' }));
    expect(onLeave).toHaveBeenCalledOnce();
    const erase = await screen.findByRole('button', { name: 'Erase for ever' });
    expect(erase).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Type ERASE to go on'), 'ERASE');
    await userEvent.click(erase);
    expect(await screen.findByText('Your data is erased')).toBeVisible();
    expect(bodies).toEqual([{ confirmation: 'ERASE' }]);
    await waitFor(() => {
      expect(heard).toHaveBeenCalledWith({ type: 'companies' });
    });
    otherTab.close();
    expect(Object.keys(localStorage).sort()).toEqual(others.sort());
  });

  it('stays where the server cannot erase it, and says so', async () => {
    server.use(fake('eraseOwnData', refusal(503)));
    render();
    await userEvent.click(screen.getByRole('button', { name: 'Erase my data...' }));
    await userEvent.type(await screen.findByLabelText('Type ERASE to go on'), 'ERASE');
    await userEvent.click(screen.getByRole('button', { name: 'Erase for ever' }));
    expect(await screen.findByRole('alert')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Keep it' })).toBeVisible();
  });
});
