import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen, SIGNED_OUT, testAuth } from '@/shared/testing/render';
import { Guard } from './Guard';

describe('the guard before every page', () => {
  it("AUTH-08: shows a spinner with 'Loading...' while sign-in is being looked up", () => {
    renderScreen(<Guard />, { auth: testAuth({ status: 'loading', user: null }) });
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  });

  it('AUTH-08: shows visitors the login page, and asks to come back to the page they wanted', async () => {
    const { auth } = renderScreen(<Guard />, { auth: testAuth(SIGNED_OUT), at: '/logs?days=90' });
    await userEvent.click(screen.getByRole('button', { name: 'Sign In / Sign Up' }));
    expect(auth.signIn).toHaveBeenCalledWith('/logs?days=90');
  });

  it("AUTH-09: 'User ID not available' where the provider names nobody, and a way out of that session", async () => {
    const { auth } = renderScreen(<Guard />, { auth: testAuth({ user: null }) });
    expect(screen.getByText('User ID not available')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(auth.signOut).toHaveBeenCalledOnce();
  });

  it("AUTH-09: shows 'Authentication Error' with the provider's message", () => {
    const auth = testAuth({ ...SIGNED_OUT, error: 'Unknown organization' });
    renderScreen(<Guard />, { auth, at: '/logs?days=90' });
    expect(screen.getByRole('heading', { name: 'Authentication Error' })).toBeVisible();
    expect(screen.getByText('Unknown organization')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/logs?days=90');
  });
});
