import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { gateway } from '../testing/fake-gateway.js';
import { NOW, draw, pass } from '../testing/user-actions.js';
import { SignInReturn } from './sign-in-return.js';
import { useSession } from '../platform/session/session.js';
// Imported so that the page does not wait for its own chunk.
import '../platform/session/keycloak.js';

const open = (fragment: string) => draw(<SignInReturn />, { at: `/game-history#${fragment}` });

/** What the page that left for the sign-in page has kept of it. */
const keepState = (state: string) =>
  localStorage.setItem(
    `kc-callback-${state}`,
    JSON.stringify({ state, nonce: 'n', redirectUri: `${location.origin}/game-history`, expires: NOW + 60_000 }),
  );

const ENDPOINTS = { authorization: 'https://id.example/auth', token: 'https://id.example/token' };

describe('coming back from the provider’s sign-in page without a sign-in', () => {
  it('shows the message of the provider', async () => {
    gateway.answer('about', { publicUrl: null, lanUrl: null, signInEndpoints: ENDPOINTS });
    keepState('s1');
    await open('state=s1&error=access_denied&error_description=Your+account+awaits+approval.');
    await pass();
    await screen.findByText('Your account awaits approval.');
    expect(useSession.getState().user).toBeNull();
  });
});
