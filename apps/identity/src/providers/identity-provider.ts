import type { RevocationCursor, RevocationPage, SignInEndpoints, Tokens } from '@earworm/contracts';
import type { Device, SignUp } from '../accounts/accounts.js';
import type { PublicKey } from '../tokens/secrets.js';

/** Refuses only with codes of the call it serves; any other error means that the provider is unavailable. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;
  /** Not part of the product: users can sign in on its own pages. */
  readonly external: boolean;
  /** For sign-in by redirect; null while unknown. */
  readonly endpoints: SignInEndpoints | null;

  /** Creates a user. Refuses `guest-wait` with `n` seconds while it is overloaded or down. */
  signInGuest(): Promise<Tokens>;
  /** Refuses an unknown e-mail and a wrong password alike. */
  signIn(email: string, password: string, device: Device): Promise<Tokens>;
  /**
   * Creates an account. A guest keeps its `sub`; its refresh tokens end at once and its access tokens after some seconds, so
   * that sockets can switch. Idempotent for a retry after a lost answer.
   */
  signUp(request: SignUp): Promise<Tokens>;
  /** Exists, and has not become an account. */
  isGuest(userId: string): Promise<boolean>;
  /** Ends the guest's refresh tokens at once and its access tokens after some seconds. */
  endGuest(userId: string): Promise<void>;
  /** Refuses `token-expired` only when the session is over. */
  refresh(refreshToken: string, device: Device): Promise<Tokens>;
  /** Ignores invalid tokens. */
  signOut(refreshToken: string): Promise<void>;
  /**
   * Returns before anything is sent, and takes as long without such an account; refuses `reset-failed` for every address while
   * no mail can be sent. `baseUrl`: the origin of the web client.
   */
  requestReset(email: string, baseUrl: string, device: Device): Promise<void>;
  /** Ends all sessions of the account and all tokens made before it resolves. */
  confirmReset(token: string, password: string, device: Device): Promise<void>;
  /** Tokens ended before their expiry. */
  revocations(after?: RevocationCursor): Promise<RevocationPage>;
  /** Public keys of access tokens. */
  signingKeys(): Promise<PublicKey[]>;
}
