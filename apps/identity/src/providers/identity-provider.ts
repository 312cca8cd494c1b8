import type { RevocationCursor, RevocationPage, SignInEndpoints, Tokens } from '@earworm/contracts';
import type { Device, SignUp } from '../accounts/accounts.js';
import type { PublicKey } from '../tokens/secrets.js';

/** Refuses only with codes of the call it serves; any other error means that the provider is unavailable. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  /** Not part of the product: users can sign in on its own pages. */
  readonly external: boolean;
  readonly endpoints: SignInEndpoints | null;

  /** Creates a user. Refuses `guest-wait` with `n` seconds while it is overloaded or down. */
  signInGuest(): Promise<Tokens>;
  signIn(email: string, password: string, device: Device): Promise<Tokens>;
  /** A guest keeps its `sub`, and its tokens end as by `endGuest`. Idempotent for a retry after a lost answer. */
  signUp(request: SignUp): Promise<Tokens>;
  /** Exists, and has not become an account. */
  isGuest(userId: string): Promise<boolean>;
  /** Ends the guest's refresh tokens at once and its access tokens after some seconds. */
  endGuest(userId: string): Promise<void>;
  /** Refuses `token-expired` only when the session is over. */
  refresh(refreshToken: string, device: Device): Promise<Tokens>;
  /** Ignores invalid tokens. */
  signOut(refreshToken: string): Promise<void>;
  /** Takes as long without such an account. Refuses `reset-failed` for every address while no mail can be sent. */
  requestReset(email: string, baseUrl: string, device: Device): Promise<void>;
  /** Ends all sessions of the account and all tokens made before it resolves. */
  confirmReset(token: string, password: string, device: Device): Promise<void>;
  revocations(after?: RevocationCursor): Promise<RevocationPage>;
  signingKeys(): Promise<PublicKey[]>;
}
