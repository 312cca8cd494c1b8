import type { Tokens } from '@earworm/contracts';
import { decodeJwt } from 'jose';
import type { Device, IdentityProvider, SignUp } from '../providers/identity-provider.js';
import type { GuestMoves } from './guest-moves.js';
import type { Mover } from './mover.js';

export interface GuestSignIns {
  signIn(typed: { email: string; password: string; device: Device; guest: string | null }): Promise<Tokens>;
  signUp(typed: SignUp): Promise<Tokens>;
  /** Signed in at the provider's own pages. */
  move(guest: string, userId: string): Promise<void>;
}

/** Signing in and up of people who may be guests: what they have goes along. `guest` is verified by the gateway. */
export const signInGuests = (
  provider: Pick<IdentityProvider, 'signIn' | 'signUp'>,
  moves: Pick<GuestMoves, 'begin' | 'expectUpgrade' | 'upgraded' | 'notUpgraded'>,
  mover: Pick<Mover, 'wake'>,
): GuestSignIns => ({
  async signIn({ email, password, device, guest }) {
    const tokens = await provider.signIn(email, password, device);
    if (guest === null) return tokens;
    // The provider's own token: nobody else has had it in hand.
    const { sub = '' } = decodeJwt(tokens.access_token);
    await moves.begin(guest, sub);
    mover.wake();
    return tokens;
  },

  async move(guest, userId) {
    await moves.begin(guest, userId);
    mover.wake();
  },

  async signUp(typed) {
    const { guest } = typed;
    if (guest === null) return provider.signUp(typed);
    await moves.expectUpgrade(guest);
    try {
      const tokens = await provider.signUp(typed);
      await moves.upgraded(guest);
      mover.wake();
      return tokens;
    } catch (error) {
      // Left where that fails too: whoever looks at it later finds a guest.
      await moves.notUpgraded(guest).catch(() => undefined);
      throw error;
    }
  },
});
