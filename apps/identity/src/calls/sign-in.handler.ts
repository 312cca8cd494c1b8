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
import { decodeJwt } from 'jose';
import { GuestMoves } from '../moves/guest-moves.js';
import { GuestMoveWorker } from '../moves/guest-move-worker.js';
import { type IdentityProvider, OPENED_PROVIDER, type OpenedProvider } from '../providers/identity-provider.js';

/** Issues, renews and revokes tokens. `guest` is verified by the gateway. */
@Injectable()
export class SignInHandler {
  readonly #provider: IdentityProvider;

  constructor(
    @Inject(OPENED_PROVIDER) { provider }: OpenedProvider,
    private readonly moves: GuestMoves,
    private readonly moveWorker: GuestMoveWorker,
  ) {
    this.#provider = provider;
  }

  @Handles(signInAsGuest)
  signInAsGuest() {
    return this.#provider.signInGuest();
  }

  @Handles(signIn)
  async signIn({ email, password, device, guest }: RequestOf<typeof signIn>) {
    const tokens = await this.#provider.signIn(email, password, device);
    // Straight from the provider: needs no verification.
    if (guest !== null) await this.moveGuest({ guest, userId: decodeJwt(tokens.access_token).sub ?? '' });
    return tokens;
  }

  @Handles(signUp)
  async signUp(request: RequestOf<typeof signUp>) {
    const tokens = await this.#provider.signUp(request);
    if (request.guest !== null) this.moveWorker.wake();
    return tokens;
  }

  @Handles(moveGuest)
  async moveGuest({ guest, userId }: { readonly guest: string; readonly userId: string }) {
    await this.moves.begin(guest, userId);
    this.moveWorker.wake();
    return {};
  }

  @Handles(guestMoves)
  async guestMoves({ userId }: RequestOf<typeof guestMoves>) {
    return { moves: await this.moves.recentOf(userId) };
  }

  @Handles(refreshTokens)
  refresh({ refreshToken, device }: RequestOf<typeof refreshTokens>) {
    return this.#provider.refresh(refreshToken, device);
  }

  @Handles(signOut)
  async signOut({ refreshToken }: RequestOf<typeof signOut>) {
    await this.#provider.signOut(refreshToken);
    return {};
  }
}
