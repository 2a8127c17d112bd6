import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FILTERS_PREFIX, NEXT_STEPS_PREFIX } from '@/shared/lib/browser-storage';
import { noteKey } from '@/shared/lib/local-notes';
import { accepted, fake, lost, refusal } from '@/shared/testing/fakes';
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

const steps = (id: string) => noteKey(NEXT_STEPS_PREFIX, id, 'session_0');

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
        {
          user_id: USER.sub,
          exported_at: '',
          searches: [],
          companies: [],
          known_businesses: [],
          monitors: [],
          watched: [],
          told: [],
          mail: null,
          proxy: null,
          websites: [],
        },
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
    const hers = [steps(USER.sub), noteKey(FILTERS_PREFIX, USER.sub, 'companies')];
    // They start like 'dev|ada', whatever separator follows.
    const others = ['dev|eve', 'dev|adam', 'dev|ada_lee', 'dev|ada/lee', 'dev|ada%2Flee'].map(steps);
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

  it('is gone from this browser too where the server still erases traces in files, and that is said', async () => {
    const message =
      'Your data is erased from the records. What is left in files goes by itself in some minutes.';
    const answer = { success: true, erased: true, complete: false, message };
    server.use(fake('eraseOwnData', accepted(answer)));
    localStorage.setItem(steps(USER.sub), '[]');
    render();
    await userEvent.click(screen.getByRole('button', { name: 'Erase my data...' }));
    await userEvent.type(await screen.findByLabelText('Type ERASE to go on'), 'ERASE');
    await userEvent.click(screen.getByRole('button', { name: 'Erase for ever' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByText('Your data is erased')).toBeVisible();
    expect(localStorage.getItem(steps(USER.sub))).toBeNull();
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
