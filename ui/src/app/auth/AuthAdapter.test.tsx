import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderScreen } from '@/shared/testing/render';
import { AuthAdapter } from './AuthAdapter';

describe('the adapter of the identity provider', () => {
  it('AUTH-02: says that signing in needs a secure address, where the browser withholds Web Crypto', () => {
    vi.stubGlobal('crypto', {});
    renderScreen(
      <AuthAdapter>
        <p>the app</p>
      </AuthAdapter>,
    );
    expect(screen.getByRole('heading', { name: 'This address cannot be used to sign in' })).toBeVisible();
    expect(screen.queryByText('the app')).toBeNull();
  });
});
