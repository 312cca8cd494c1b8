import type { Tokens } from '@earworm/contracts';
import { decodeJwt } from 'jose';
import type { Device, SignUp } from '../accounts/sign-up.js';
import type { IdentityProvider } from '../providers/identity-provider.js';
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
  moves: Pick<GuestMoves, 'begin'>,
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
    const tokens = await provider.signUp(typed);
    if (typed.guest !== null) mover.wake();
    return tokens;
  },
});
