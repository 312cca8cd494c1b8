import { describe, expect, it } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import { gateway } from '../../../testing/fake-gateway.js';
import { draw, NOW, pass } from '../../../testing/user-actions.js';
import { signInAs, tokenOf } from '../../../testing/render.js';
import { guestToBring, keepGuestToBring } from '../../storage/session-marks.js';
import { SignInReturn } from '../../../app/sign-in-return.js';
import { useSession } from '../session.js';
// Imported so that nothing waits for its own chunk.
import '../keycloak.js';
import './move-guest-data.js';
import './follow-moves.js';

const GUEST = { id: 'gus', name: 'Guest', roles: ['guest'] } as const;
const EVE = { id: 'eve', name: 'Eve' };
const ENDPOINTS = { authorization: 'https://id.example/auth', token: 'https://id.example/token' };
const noMoves = () => gateway.answer('guestMoves', { moves: [] });

/** A provider's token says when it ends. */
const dayOf = ({ id, name }: typeof EVE) =>
  `header.${btoa(JSON.stringify({ sub: id, name, iat: NOW / 1_000, exp: NOW / 1_000 + 86_400 }))}.signature`;

/** As after a reload in the middle. */
async function openPage(as = EVE) {
  await draw(<p>A page</p>);
  keepGuestToBring({ guestToken: tokenOf(GUEST), userId: EVE.id });
  signInAs(as);
  useSession.getState().moveGuestData();
  await pass();
}

describe('moving a guest’s data after a sign-in by redirect', () => {
  it('retries until the server accepts it, and the user remains signed in meanwhile', async () => {
    signInAs(GUEST);
    gateway.answer('about', { publicUrl: null, lanUrl: null, signInEndpoints: ENDPOINTS });
    const state = { state: 's1', nonce: 'n', redirectUri: `${location.origin}/`, expires: NOW + 60_000 };
    localStorage.setItem('kc-callback-s1', JSON.stringify(state));
    gateway.elsewhere(() => Response.json({ access_token: dayOf(EVE), refresh_token: dayOf(EVE) }));
    gateway.disconnect('moveGuest');
    await draw(<SignInReturn />, { at: '/game-history#state=s1&code=c1' });
    await pass();
    expect(useSession.getState().user).toMatchObject(EVE);
    expect(gateway.inputsOf('moveGuest')).toHaveLength(1);

    gateway.refuse('moveGuest', 'busy');
    await pass(1_000);
    gateway.answer('moveGuest', () => {
      throw new RefusedError('limit-sign-in', { n: 30 });
    });
    await pass(2_000);
    expect(gateway.inputsOf('moveGuest')).toHaveLength(3);
    gateway.answer('moveGuest', {});
    noMoves();
    await pass(29_000);
    expect(gateway.inputsOf('moveGuest')).toHaveLength(3);
    await pass(1_000);
    expect(gateway.inputsOf('moveGuest')).toEqual(Array(4).fill({ body: { guestToken: tokenOf(GUEST) } }));
    expect(guestToBring()).toBeNull();
  });

  it('repeats the request when the page was reloaded before the server had accepted it', async () => {
    gateway.answer('moveGuest', {});
    noMoves();
    await openPage();
    expect(gateway.inputsOf('moveGuest')).toEqual([{ body: { guestToken: tokenOf(GUEST) } }]);
    expect(gateway.tokensOf('moveGuest')).toEqual([tokenOf(EVE)]);
    expect(guestToBring()).toBeNull();
  });

  it('gives up when the server refuses it', async () => {
    gateway.refuse('moveGuest', 'forbidden');
    await openPage();
    await pass(120_000);
    expect(gateway.inputsOf('moveGuest')).toHaveLength(1);
    expect(guestToBring()).toBeNull();
  });

  it('requests nothing for another account', async () => {
    await openPage({ id: 'pat', name: 'Pat' });
    expect(gateway.inputsOf('moveGuest')).toEqual([]);
    expect(guestToBring()).toBeNull();
  });
});
