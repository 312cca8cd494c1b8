import { createHttp } from '@earworm/client';
import { RefusedError, type RouteInput, type SignInEndpoints, type Tokens } from '@earworm/contracts';
import { create } from 'zustand';
import { callAs } from '../http/http.js';
import { forgetPreferredName, forgetSeats, moveModeratorMarks } from '../storage/game-marks.js';
import {
  guestToBring,
  hasSignedOut,
  keepGuestToBring,
  keepMovingTo,
  keepSignedOut,
  movingTo,
} from '../storage/session-marks.js';
import * as tokens from './access-tokens.js';
import { claimsOf, fromReply, type StoredTokens, looksLikeAdmin, TOKENS_KEY, type User, userOf } from './tokens.js';

const ADMIN_RETRIES = 3;
const ADMIN_RETRY_MS = 1_000;

export interface Session {
  readonly user: User | null;
  /** True until it is known whether the kept tokens are still valid. */
  readonly loading: boolean;
  /** Signed out on purpose: not asked to sign in. */
  readonly signedOut: boolean;
  /**
   * Valid for `atLeastMs` more (default 30 s), renewed if necessary. Throws `unauthenticated` without a user, `retry`
   * when the server cannot be reached.
   */
  getToken(atLeastMs?: number): Promise<string>;
  /** The server refused the token: asks once whether the session still exists, and ends it if not. */
  doubted(): Promise<void>;
  signInAsGuest(): Promise<void>;
  /**
   * For a guest that is about to be made: call this first, and the returned function with the guest's tokens. It keeps
   * them unless a user has signed in or out meanwhile.
   */
  expectGuest(): (tokens: Tokens) => void;
  signIn(email: string, password: string): Promise<void>;
  signUp(displayName: string, email: string, password: string): Promise<void>;
  /** Leaves this site for the provider's sign-in page, to come back to `path`. Needs a secure context. */
  signInByRedirect(path: string): Promise<void>;
  finishRedirect(): Promise<void>;
  signOut(): Promise<void>;
  /** False: the server has no mail server, and its administrator must hand over the link. */
  requestReset(email: string): Promise<boolean>;
  confirmReset(token: string, password: string): Promise<void>;
  followMoves(): void;
  moveGuestData(): void;
}

/** A chunk that fails to load means that the server cannot be reached. */
const loadKeycloak = () =>
  import('./keycloak.js').catch(() => {
    throw new RefusedError('unavailable');
  });

const { call } = createHttp({ baseUrl: '' });
const { call: callAsGuest } = createHttp({ baseUrl: '', token: guestToken });

function guestToken(): Promise<string | null> {
  const { user, getToken } = useSession.getState();
  if (user?.isGuest !== true) return Promise.resolve(null);
  return getToken().catch((error: unknown) => {
    if (isOver(error)) return null;
    throw error;
  });
}

/** The user's session has ended. */
export const isOver = (error: unknown) =>
  error instanceof RefusedError && (error.code === 'token-expired' || error.code === 'unauthenticated');

async function signInEndpoints(): Promise<SignInEndpoints> {
  const { signInEndpoints: endpoints } = await call('about');
  if (endpoints === undefined) throw new RefusedError('unavailable');
  return endpoints;
}

tokens.listenToTokens({
  changed: (user) => useSession.setState({ user, loading: false, signedOut: false }),
  unreachable: () => useSession.setState({ loading: false }),
});

/** A role that was granted a moment ago may be missing in the first token. */
async function retryForAdminRole(): Promise<void> {
  const userId = tokens.tokenUser()?.id;
  for (let retry = 0; retry < ADMIN_RETRIES; retry++) {
    await new Promise((passed) => setTimeout(passed, ADMIN_RETRY_MS));
    const user = tokens.tokenUser();
    if (!user || user.id !== userId || user.isAdmin) return;
    await tokens.renewNow().catch(() => undefined);
  }
}

function signedIn(next: StoredTokens): void {
  tokens.adoptTokens(next);
  if (looksLikeAdmin(claimsOf(next.access)?.email ?? '')) void retryForAdminRole();
}

function expectGuest(): (guest: Tokens) => void {
  const before = tokens.refreshToken();
  return (guest) => {
    if (tokens.refreshToken() === before) signedIn(fromReply(guest));
  };
}

/** A guest whose token is refused first checks whether it can be renewed. */
async function enter<N extends 'signIn' | 'signUp'>(name: N, input: RouteInput<N>): Promise<void> {
  const guest = tokens.tokenUser();
  const send = async () => {
    signedIn(fromReply(await callAsGuest(name, input)));
    const user = tokens.tokenUser();
    if (name === 'signIn' && guest?.isGuest && user && user.id !== guest.id) {
      moveModeratorMarks(guest.id, user.id);
      keepMovingTo(user.id);
    }
    followMoves();
  };
  try {
    await tokens.exchangeTokens(send);
  } catch (error) {
    if (!tokens.tokenUser() || !isOver(error)) throw error;
    await tokens.verifyTokens();
    await send();
  }
}

let redirecting: Promise<void> | null = null;

async function completeRedirect(): Promise<void> {
  const [{ tokensFromAddress }, endpoints, guest] = await Promise.all([
    loadKeycloak(),
    signInEndpoints(),
    guestToken().catch(() => null),
  ]);
  const fresh = await tokensFromAddress(endpoints);
  keepSignedOut(false);
  signedIn(fresh);
  const [from, to] = [guest && userOf(guest), userOf(fresh.access)];
  if (guest && from && to && from.id !== to.id) {
    moveModeratorMarks(from.id, to.id);
    keepGuestToBring({ guestToken: guest, userId: to.id });
  }
  moveGuestData();
}

async function signOut(): Promise<void> {
  const refreshToken = tokens.refreshToken();
  keepSignedOut(true);
  forgetSeats();
  forgetPreferredName();
  keepGuestToBring(null);
  tokens.adoptTokens(null);
  useSession.setState({ signedOut: true });
  if (refreshToken) await call('signOut', { body: { refreshToken } }).catch(() => undefined);
}

const userIdNow = () => useSession.getState().user?.id;

function followMoves(): void {
  const userId = tokens.tokenUser()?.id;
  if (!userId || movingTo() !== userId) return;
  void import('./guest/follow-moves.js')
    .then((moves) => moves.followMoves(() => userIdNow() === userId))
    .catch(() => undefined);
}

function moveGuestData(): void {
  if (guestToBring() === null) return;
  void import('./guest/move-guest-data.js')
    .then((guests) => guests.moveGuestData({ userId: userIdNow, followMoves }))
    .catch(() => undefined);
}

export const useSession = create<Session>(() => ({
  user: tokens.tokenUser(),
  loading: tokens.haveTokensExpired(),
  signedOut: false,
  getToken: (atLeastMs) => tokens.validToken(atLeastMs),
  doubted: () => tokens.verifyTokens(),
  async signInAsGuest() {
    const keep = expectGuest();
    keep(await call('guest'));
  },
  expectGuest,
  signIn: (email, password) => enter('signIn', { body: { email, password } }),
  signUp: (displayName, email, password) => enter('signUp', { body: { displayName, email, password } }),
  async signInByRedirect(path) {
    const [{ leaveToSignIn }, endpoints] = await Promise.all([loadKeycloak(), signInEndpoints()]);
    await leaveToSignIn(endpoints, path, hasSignedOut());
  },
  finishRedirect: () => (redirecting ??= completeRedirect()),
  signOut,
  requestReset: async (email) => (await call('reset', { body: { email } })).sendsMail ?? true,
  async confirmReset(token, password) {
    await call('resetConfirm', { body: { token, password } });
  },
  followMoves,
  moveGuestData,
}));

export const getToken = (atLeastMs?: number) => useSession.getState().getToken(atLeastMs);

callAs({
  token: (atLeastMs) => (useSession.getState().user ? getToken(atLeastMs) : Promise.resolve(null)),
  doubted: () => void useSession.getState().doubted(),
});

export function watchSession(): void {
  if (useSession.getState().loading) void getToken().catch(() => undefined);
  followMoves();
  moveGuestData();
  addEventListener('storage', (change) => {
    if (change.key !== TOKENS_KEY) return;
    tokens.reloadTokens();
    useSession.setState({ user: tokens.tokenUser(), loading: false });
  });
}
