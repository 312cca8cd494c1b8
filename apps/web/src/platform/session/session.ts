import { createHttp } from '@earworm/client';
import { RefusedError, type RouteInput, type SignInEndpoints } from '@earworm/contracts';
import { create } from 'zustand';
import { looksLikeAdmin } from './admin-looking.js';
import {
  forgetPreferredName,
  forgetSeats,
  guestToBring,
  hasSignedOut,
  keepGuestToBring,
  keepMovingTo,
  keepSignedOut,
  moveModeratorMarks,
  movingTo,
} from '../storage/browser-marks.js';
import { callAs } from '../http/http.js';
import type { TokenHolder } from './keycloak.js';
import {
  claimsOf,
  fromReply,
  keepTokens,
  type KeptTokens,
  readTokens,
  TOKENS_KEY,
  type User,
  userOf,
} from './tokens.js';

/** A token that ends sooner than this is renewed before it is used. */
const RENEW_BEFORE_MS = 30_000;
const ADMIN_RETRIES = 3;
const ADMIN_RETRY_MS = 1_000;

export interface Session {
  readonly user: User | null;
  /** True until it is known whether the kept tokens still count. */
  readonly loading: boolean;
  /** Nobody is signed in because somebody chose so: no reason to ask them to sign in. */
  readonly signedOut: boolean;
  /** A token that is good now. Throws `unauthenticated` when nobody is signed in, `retry` when the server is away. */
  /** Good for `atLeastMs` more (30 s unless told), renewed if it must be. */
  getToken(atLeastMs?: number): Promise<string>;
  /** The server refused who we say we are: asks once whether the session still counts, and ends it if not. */
  doubted(): Promise<void>;
  signInAsGuest(): Promise<void>;
  signIn(email: string, password: string): Promise<void>;
  signUp(displayName: string, email: string, password: string): Promise<void>;
  /** Leaves this site for the provider's sign-in page, to come back to `path`. Needs a secure context. */
  signInByRedirect(path: string): Promise<void>;
  /** Ends what `signInByRedirect` began, once per page. */
  finishRedirect(): Promise<void>;
  signOut(): Promise<void>;
  /** False: the server has no mail server, and its administrator has to hand the link over. */
  requestReset(email: string): Promise<boolean>;
  confirmReset(token: string, password: string): Promise<void>;
  /** Says how far what a guest had has come on its way to this account, if it is on its way. */
  followMoves(): void;
  /** Sends what a guest has to the account that they have signed in to by redirect, if the server has not taken it yet. */
  bringAlong(): void;
}

/** A piece of script that does not arrive is no error of signing in: the server cannot be reached. */
const loadKeycloak = () =>
  import('./keycloak.js').catch(() => {
    throw new RefusedError('unavailable');
  });

/** Signing in needs no token. */
const { call } = createHttp({ baseUrl: '' });
/** A guest shows theirs: what they have belongs to the account then. */
const { call: callAsGuest } = createHttp({ baseUrl: '', token: guestToken });

/** Null when no guest is signed in, or their session is over. */
function guestToken(): Promise<string | null> {
  const { user, getToken } = useSession.getState();
  if (user?.isGuest !== true) return Promise.resolve(null);
  return getToken().catch((error: unknown) => {
    if (isOver(error)) return null;
    throw error;
  });
}

const isOver = (error: unknown) =>
  error instanceof RefusedError && (error.code === 'token-expired' || error.code === 'unauthenticated');

async function signInEndpoints(): Promise<SignInEndpoints> {
  const { signInEndpoints: endpoints } = await call('about');
  if (endpoints === undefined) throw new RefusedError('unavailable');
  return endpoints;
}

let tokens: KeptTokens | null = readTokens();
let holder: TokenHolder | null = null;
let renewing: Promise<string> | null = null;
let finishing: Promise<void> | null = null;
/** A guest's sign-up that is on its way: the guest's own tokens end with it, whichever answer comes first. */
let entering: Promise<unknown> | null = null;

const stillGood = (kept: KeptTokens | null, forMs: number) => kept !== null && kept.expiresAt - Date.now() > forMs;

export const useSession = create<Session>((set) => {
  function take(next: KeptTokens | null, keep = true): void {
    tokens = next;
    if (keep) keepTokens(next);
    set({ user: next && userOf(next.access), loading: false, signedOut: false });
  }

  /** Another tab may have renewed meanwhile; with the old refresh token we would be taken for a thief. */
  function takeOver(used: KeptTokens): boolean {
    const kept = readTokens();
    if (!kept || kept.refresh === used.refresh) return false;
    holder = null;
    take(kept, false);
    return stillGood(kept, 0);
  }

  /**
   * A 400 from the token endpoint may also come from a proxy or an origin rule: only the identity service's own refusal
   * ends a session.
   */
  async function lastWord(used: KeptTokens): Promise<string> {
    try {
      const next = fromReply(await call('refresh', { body: { refreshToken: used.refresh } }));
      take(next);
      return next.access;
    } catch (error) {
      const gone = error instanceof RefusedError && error.code === 'token-expired';
      if (gone) await entering?.catch(() => undefined);
      if (gone && takeOver(used)) return tokens!.access;
      if (gone) take(null);
      else set({ loading: false });
      throw gone ? error : new RefusedError('retry');
    }
  }

  async function renew(): Promise<string> {
    const used = tokens;
    if (!used) throw new RefusedError('unauthenticated');
    if (takeOver(used) && stillGood(tokens, RENEW_BEFORE_MS)) return tokens!.access;
    const keycloak = holder ? null : await import('./keycloak.js').catch(() => null);
    if (keycloak) holder ??= keycloak.holdTokens(tokens ?? used);
    // Browsers do not ask again for a file that could not be fetched; the server renews tokens also without it.
    if (!holder) return lastWord(used);
    try {
      const next = await holder.refresh();
      if (next) {
        take(next);
        return next.access;
      }
    } catch {
      set({ loading: false });
      if (stillGood(used, 0)) return used.access;
      throw new RefusedError('retry');
    }
    holder = null;
    if (takeOver(used)) return tokens!.access;
    return lastWord(used);
  }

  /** A role given a moment ago may not have been in the first token. */
  async function askAgainForAdmin(): Promise<void> {
    const userId = tokens && userOf(tokens.access)?.id;
    for (let retry = 0; retry < ADMIN_RETRIES; retry++) {
      await new Promise((passed) => setTimeout(passed, ADMIN_RETRY_MS));
      const user = tokens && userOf(tokens.access);
      if (!user || user.id !== userId || user.isAdmin) return;
      renewing ??= renew().finally(() => (renewing = null));
      await renewing.catch(() => undefined);
    }
  }

  function signedIn(next: KeptTokens): void {
    holder = null;
    take(next);
    if (looksLikeAdmin(claimsOf(next.access)?.email ?? '')) void askAgainForAdmin();
  }

  /** A guest has signed in to this account, perhaps before the page was loaded anew: says how far what they had has come. */
  function followMoves(): void {
    const userId = tokens && userOf(tokens.access)?.id;
    if (!userId || movingTo() !== userId) return;
    void import('./guest/follow-moves.js')
      .then((moves) => moves.followMoves(() => userIdNow() === userId))
      .catch(() => undefined);
  }

  /** What a guest has goes along to the account that they have signed in to elsewhere, perhaps before the page was loaded anew. */
  function bringAlong(): void {
    if (guestToBring() === null) return;
    void import('./guest/bring-along.js')
      .then((guests) => guests.bringAlong({ userId: userIdNow, followMoves }))
      .catch(() => undefined);
  }

  /** Signs in or up with what was typed. A guest whose token is refused finds out first whether it can be renewed. */
  async function enter<N extends 'signIn' | 'signUp'>(name: N, input: RouteInput<N>): Promise<void> {
    const guest = tokens && userOf(tokens.access);
    const send = async () => {
      signedIn(fromReply(await callAsGuest(name, input)));
      const user = tokens && userOf(tokens.access);
      if (name === 'signIn' && guest?.isGuest && user && user.id !== guest.id) {
        moveModeratorMarks(guest.id, user.id);
        keepMovingTo(user.id);
      }
      followMoves();
    };
    try {
      await (entering = send()).finally(() => (entering = null));
    } catch (error) {
      if (!tokens || !isOver(error)) throw error;
      await useSession.getState().doubted();
      await send();
    }
  }

  return {
    user: tokens && userOf(tokens.access),
    loading: tokens !== null && !stillGood(tokens, 0),
    signedOut: false,
    async getToken(atLeastMs = RENEW_BEFORE_MS) {
      if (!tokens) throw new RefusedError('unauthenticated');
      if (stillGood(tokens, atLeastMs)) return tokens.access;
      renewing ??= renew().finally(() => (renewing = null));
      return renewing;
    },
    async doubted() {
      if (tokens) await lastWord(tokens).catch(() => undefined);
    },
    async signInAsGuest() {
      const before = tokens;
      const guest = fromReply(await call('guest'));
      // Somebody who signed in while this took its time stays signed in.
      if (tokens === before) signedIn(guest);
    },
    signIn: (email, password) => enter('signIn', { body: { email, password } }),
    signUp: (displayName, email, password) => enter('signUp', { body: { displayName, email, password } }),
    async signInByRedirect(path) {
      const [{ leaveToSignIn }, endpoints] = await Promise.all([loadKeycloak(), signInEndpoints()]);
      await leaveToSignIn(endpoints, path, hasSignedOut());
    },
    finishRedirect() {
      finishing ??= Promise.all([loadKeycloak(), signInEndpoints(), guestToken().catch(() => null)]).then(
        async ([{ tokensFromAddress }, endpoints, guest]) => {
          const fresh = await tokensFromAddress(endpoints);
          keepSignedOut(false);
          signedIn(fresh);
          const [from, to] = [guest && userOf(guest), userOf(fresh.access)];
          if (guest && from && to && from.id !== to.id) {
            moveModeratorMarks(from.id, to.id);
            keepGuestToBring({ guestToken: guest, userId: to.id });
          }
          bringAlong();
        },
      );
      return finishing;
    },
    async signOut() {
      const left = tokens;
      keepSignedOut(true);
      forgetSeats();
      forgetPreferredName();
      keepGuestToBring(null);
      holder = null;
      take(null);
      set({ signedOut: true });
      // Out is out on this device, also when the server cannot be told.
      if (left) await call('signOut', { body: { refreshToken: left.refresh } }).catch(() => undefined);
    },
    async requestReset(email) {
      return (await call('reset', { body: { email } })).sendsMail ?? true;
    },
    async confirmReset(token, password) {
      await call('resetConfirm', { body: { token, password } });
    },
    followMoves,
    bringAlong,
  };
});

export const getToken = (atLeastMs?: number) => useSession.getState().getToken(atLeastMs);
const userIdNow = () => useSession.getState().user?.id;

callAs({
  token: (atLeastMs) => (useSession.getState().user ? getToken(atLeastMs) : Promise.resolve(null)),
  doubted: () => void useSession.getState().doubted(),
});

/** Starts what a session needs while a page lives: finds out whether kept tokens still count, follows other tabs. */
export function watchSession(): void {
  if (useSession.getState().loading) void getToken().catch(() => undefined);
  useSession.getState().followMoves();
  useSession.getState().bringAlong();
  addEventListener('storage', (change) => {
    if (change.key !== TOKENS_KEY) return;
    holder = null;
    tokens = readTokens();
    useSession.setState({ user: tokens && userOf(tokens.access), loading: false });
  });
}
