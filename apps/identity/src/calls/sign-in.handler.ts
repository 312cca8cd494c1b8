import {
  guestMoves,
  moveGuest,
  refreshTokens,
  signIn,
  signInAsGuest,
  signOut,
  signUp,
  type RequestOf,
} from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Inject, Injectable } from '@nestjs/common';
import { GuestMoves } from '../moves/guest-moves.js';
import { Mover } from '../moves/mover.js';
import { type GuestSignIns, signInGuests } from '../moves/sign-in-guests.js';
import type { IdentityProvider } from '../providers/identity-provider.js';
import { OPENED_PROVIDER, type OpenedProvider } from '../providers/opened-provider.js';

/** How people get their tokens, keep them and give them back. */
@Injectable()
export class SignInHandler {
  private readonly provider: IdentityProvider;
  private readonly guests: GuestSignIns;

  constructor(
    @Inject(OPENED_PROVIDER) { provider }: OpenedProvider,
    private readonly moves: GuestMoves,
    mover: Mover,
  ) {
    this.provider = provider;
    this.guests = signInGuests(provider, moves, mover);
  }

  @Handles(signInAsGuest)
  signInAsGuest() {
    return this.provider.signInGuest();
  }

  @Handles(signIn)
  signIn(typed: RequestOf<typeof signIn>) {
    return this.guests.signIn(typed);
  }

  @Handles(signUp)
  signUp(typed: RequestOf<typeof signUp>) {
    return this.guests.signUp(typed);
  }

  @Handles(moveGuest)
  async moveGuest({ guest, userId }: RequestOf<typeof moveGuest>) {
    await this.guests.move(guest, userId);
    return {};
  }

  @Handles(guestMoves)
  async guestMoves({ userId }: RequestOf<typeof guestMoves>) {
    return { moves: await this.moves.shownTo(userId) };
  }

  @Handles(refreshTokens)
  refresh({ refreshToken, device }: RequestOf<typeof refreshTokens>) {
    return this.provider.refresh(refreshToken, device);
  }

  @Handles(signOut)
  async signOut({ refreshToken }: RequestOf<typeof signOut>) {
    await this.provider.signOut(refreshToken);
    return {};
  }
}
