import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { renderScreen, SIGNED_OUT, testAuth } from '@/shared/testing/render';
import { LoginPage } from './LoginPage';

describe('the login page', () => {
  it('AUTH-01: shows title, subtitle, welcome card, the five features and the footer', () => {
    renderScreen(<LoginPage returnTo="/" />, { auth: testAuth(SIGNED_OUT) });
    expect(screen.getByRole('heading', { level: 1, name: 'Web Scraper Dashboard' })).toBeVisible();
    expect(screen.getByText(/secure business-intelligence and data-enrichment platform/)).toBeVisible();
    expect(screen.getByRole('region', { name: 'Welcome to DemandAtlas' })).toContainElement(
      screen.getByRole('button', { name: 'Sign In / Sign Up' }),
    );
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Google Maps Business Scraping',
      '70+ Data Enrichment Sources',
      'Business Intelligence Dashboard',
      'Market Analysis & Insights',
      'Secure Data Management',
    ]);
    expect(screen.getByText(/Secure authentication by the identity provider/)).toBeVisible();
  });

  it('AUTH-03: signs in with a popup, and says when it was given up', async () => {
    const auth = testAuth({ ...SIGNED_OUT, notice: 'Sign-in was cancelled' });
    renderScreen(<LoginPage returnTo="/" />, { auth });
    expect(screen.getByRole('alert')).toHaveTextContent('Sign-in was cancelled');
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with a pop-up window' }));
    expect(auth.signInWithPopup).toHaveBeenCalledOnce();
  });

  it('AUTH-02: says why the provider could not be reached', async () => {
    const auth = testAuth({ ...SIGNED_OUT, signIn: () => Promise.reject(new Error('Login failed')) });
    renderScreen(<LoginPage returnTo="/" />, { auth });
    await userEvent.click(screen.getByRole('button', { name: 'Sign In / Sign Up' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed');
  });

  it('AUTH-02: Back from the provider leads to a page that can sign in again', async () => {
    const auth = testAuth({ ...SIGNED_OUT, signIn: () => Promise.resolve() });
    renderScreen(<LoginPage returnTo="/" />, { auth });
    const button = screen.getByRole('button', { name: 'Sign In / Sign Up' });
    await userEvent.click(button);
    expect(button, 'the browser leaves for the provider').toBeDisabled();
    // As restored from the browser's cache.
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    expect(button).toBeEnabled();
    expect(screen.getByRole('button', { name: 'Sign in with a pop-up window' })).toBeEnabled();
  });

  it('says when the identity provider is the development one', () => {
    renderScreen(<LoginPage returnTo="/" />, { auth: testAuth(SIGNED_OUT), config: { dev_sign_in: true } });
    expect(screen.getByText('Development sign-in')).toBeVisible();
  });
});
