import { describe, expect, it } from '@jest/globals';
import type { RouteReply } from '@earworm/contracts';
import { screen } from '@testing-library/react';
import { gateway } from '../../testing/fake-gateway.js';
import { draw, pass, press } from '../../testing/user-actions.js';
import { tokenOf } from '../../testing/render.js';
import { Visitor } from './visitor.js';

const TOKENS: RouteReply<'guest'> = {
  ...{ access_token: tokenOf({ id: 'g', name: 'Guest', roles: ['guest'] }), refresh_token: 'r' },
  ...{ token_type: 'Bearer', expires_in: 300, refresh_expires_in: 3_600 },
};
const open = () => draw(<Visitor>The stage</Visitor>, { at: '/stage/g1#key=a-key' });

describe('a computer with the link to a stage', () => {
  it('sees why the guest sign-in failed, and gets in when it tries again', async () => {
    gateway.refuse('guest', 'limit-sign-in', { n: 12 });
    await open();
    expect(screen.getByRole('alert').textContent).toBe(
      'Too many attempts. Please wait 12 seconds before trying again.',
    );
    gateway.refuse('guest', 'guest-failed');
    await press('Try again');
    expect(screen.getByRole('alert').textContent).toBe('Failed to sign in as guest');
    gateway.answer('guest', TOKENS);
    await press('Try again');
    screen.getByText('The stage');
  });

  it('waits while there is no room for guests, and gets in by itself', async () => {
    gateway.refuse('guest', 'guest-wait', { n: 5 });
    await open();
    expect(screen.getByRole('status').textContent).toBe(
      'Many people are joining right now. You will be signed in as soon as there is room.',
    );
    expect(screen.queryByRole('alert')).toBeNull();
    gateway.answer('guest', TOKENS);
    await pass(8_000);
    screen.getByText('The stage');
    expect(gateway.inputsOf('guest')).toHaveLength(2);
  });
});
