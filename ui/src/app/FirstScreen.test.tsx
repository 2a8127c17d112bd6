import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { removeCookie, writeCookie } from '@/shared/lib/cookies';
import { paths } from '@/shared/paths';
import { renderScreen } from '@/shared/testing/render';
import { FirstScreen } from './FirstScreen';

const COOKIES = ['oidc_signed_in', 'auth0.demandatlas.is.authenticated'];

describe('what stands there before it is known who is there', () => {
  afterEach(() => {
    COOKIES.forEach(removeCookie);
    window.history.replaceState(null, '', '/');
  });

  it('AUTH-01, AUTH-08: for a visitor the login page, with a spinner where its buttons will be', () => {
    renderScreen(<FirstScreen />);
    expect(screen.getByRole('heading', { level: 1, name: 'Web Scraper Dashboard' })).toBeVisible();
    expect(screen.getByRole('region', { name: 'Welcome to DemandAtlas' })).toContainElement(
      screen.getByRole('status'),
    );
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it.each(COOKIES)('AUTH-08: for somebody who has been signed in (%s) the spinner alone', (cookie) => {
    writeCookie(cookie, 'true', 1);
    renderScreen(<FirstScreen />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('AUTH-07: for somebody who comes from signing in the spinner alone', () => {
    window.history.replaceState(null, '', `${paths.callback()}?code=1&state=2`);
    renderScreen(<FirstScreen />);
    expect(screen.queryByRole('heading')).toBeNull();
  });

  it('for a visitor with a link of an e-mail the spinner alone', () => {
    window.history.replaceState(null, '', `${paths.mailStop()}?token=1`);
    renderScreen(<FirstScreen />);
    expect(screen.getByRole('status')).toHaveTextContent('Loading...');
    expect(screen.queryByRole('heading')).toBeNull();
  });
});
