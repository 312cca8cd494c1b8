import type { RevocationCursor, RevocationPage, SignInEndpoints, Tokens } from '@earworm/contracts';
import type { Device, SignUp } from '../accounts/sign-up.js';
import type { PublicKey } from '../tokens/secrets.js';

/**
 * The server that keeps the users. Every refusal is a RefusedError with a code of the call it serves; anything else thrown means
 * that the provider could not be asked.
 */
export interface IdentityProvider {
  readonly issuer: string;
  readonly audience: string;

  /** It is not part of the product: people can sign in on its own pages. */
  readonly external: boolean;
  /** Where browsers sign in by redirect; null while that is not known. */
  readonly endpoints: SignInEndpoints | null;

  /**
   * A new person with a `sub` of their own. Refuses `guest-wait` with `n`, the seconds after which to ask again, while
   * there is no room or the provider is slow or down.
   */
  signInGuest(): Promise<Tokens>;
  /** Refuses an unknown e-mail and a wrong password alike. */
  signIn(email: string, password: string, device: Device): Promise<Tokens>;
  /**
   * Makes an account. A guest becomes it: same `sub`, and no refresh token of the guest counts any more; their access tokens
   * count for some seconds, in which their sockets bring the new one. Sent again because its answer was lost, it is
   * answered again.
   */
  signUp(typed: SignUp): Promise<Tokens>;
  /** Whether this user still is a guest: not gone, and no account. */
  isGuest(userId: string): Promise<boolean>;
  /** The guest has signed in to an account: no refresh token of theirs counts any more, and in some seconds no access token. */
  endGuest(userId: string): Promise<void>;
  /** Refuses `token-expired` only when the session is truly over. */
  refresh(refreshToken: string, device: Device): Promise<Tokens>;
  /** Never refuses: a token that says nothing ends nothing. */
  signOut(refreshToken: string): Promise<void>;
  /**
   * Returns before anything is sent, and takes as long without such an account; refuses `reset-failed` for every address
   * alike while no mail can be sent. `baseUrl`: the origin of the web client.
   */
  requestReset(email: string, baseUrl: string, device: Device): Promise<void>;
  /** Ends every session of the account, and every token that was made before it resolves. */
  confirmReset(token: string, password: string, device: Device): Promise<void>;
  /** Whose tokens no longer count although they have not run out. */
  revocations(after?: RevocationCursor): Promise<RevocationPage>;
  /** The public keys of access tokens as JWKs. */
  signingKeys(): Promise<PublicKey[]>;
}
