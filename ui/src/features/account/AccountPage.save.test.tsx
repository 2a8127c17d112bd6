import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { useRemoveSavedCompaniesMutation } from '@/shared/companies/companies-api';
import { changed } from '@/shared/testing/fake-companies';
import { crmBody } from '@/shared/testing/fake-crm';
import { creditStatus, fake, lost, pending, refusal } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { open, section, serve, serveCrm, SESSION } from './AccountPage.testing';

/** A change in the list while the account is open. */
function RemoveFromMyCompanies() {
  const [send] = useRemoveSavedCompaniesMutation();
  return <button onClick={() => void send({ companyIds: { company_ids: ['company-9'] } })}>Remove it</button>;
}

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
    const save = await button('Save to My Companies');
    await user.click(save);
    expect(await screen.findByText(text)).toBeVisible();
    expect(bodies).toMatchObject([{ session_id: SESSION, business_data: { row_idx: 0 } }]);
    expect(await button('Saved')).toHaveAttribute('aria-disabled', 'true');
    expect(save, 'it is where it was').toHaveFocus();
    await user.click(save);
    expect(bodies).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(3_000);
    await waitFor(() => {
      expect(screen.queryByText(text)).toBeNull();
    });
    vi.useRealTimers();
  });

  it('ACC-13: what is saved is so after a reload, until it is removed', async () => {
    serve({});
    const { by } = serveCrm({ ...crmBody(), companyId: 'company-9' });
    const removed = fake('removeSavedCompanies', () => {
      by(crmBody());
      return changed(['company-9']);
    });
    server.use(removed);
    open(0, <RemoveFromMyCompanies />);
    expect(await button('Saved')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(await button('Remove it'));
    expect(await button('Save to My Companies')).toHaveAttribute('aria-disabled', 'false');
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
    const again = await button('Try again');
    expect(again).toHaveAttribute('aria-disabled', 'false');
    server.use(fake('saveCompany', pending()));
    await userEvent.click(again);
    expect(screen.queryByText(text), 'it is tried again').toBeNull();
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
