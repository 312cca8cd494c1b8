/**
 * What this browser remembers of games: the moderator marker and name, the player's id, name and seat secret, the
 * preferred name. Storage may be switched off or full (private windows): then nothing is remembered and nothing fails.
 */
const PREFIX = 'earworm.';
/** Games remembered per kind; the oldest is forgotten first. */
const GAMES_KEPT = 50;

export interface ModeratorMark {
  readonly moderatorName: string;
  /** Absent in marks of earlier releases. */
  readonly gameCode?: string;
  /** The moderator: the way back is shown to no other user of this browser. */
  readonly userId?: string;
}

export interface PlayerMark {
  readonly name: string;
  /** A browser that shows this again owns the seat, also under another user id. */
  readonly seatSecret: string;
  /** Null until the server has given the seat. */
  readonly playerId: string | null;
  /** Absent in marks of earlier releases. */
  readonly gameCode?: string;
}

/** When it was kept first, and last: ms since the epoch by the browser's clock. */
type Kept<T> = T & { readonly since?: number; readonly keptAt: number };

/** 32 characters from the browser's own randomness; works without a secure context. */
export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(PREFIX + key, value);
  } catch {
    // Full or switched off: the game goes on, only unremembered.
  }
}

function remove(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept.
  }
}

function readMark<T>(key: string): Kept<T> | null {
  const text = read(key);
  if (!text) return null;
  try {
    return JSON.parse(text) as Kept<T>;
  } catch {
    remove(key);
    return null;
  }
}

function keysWith(fits: (key: string) => boolean): string[] {
  try {
    return Object.keys(localStorage).filter(fits);
  } catch {
    return [];
  }
}

/** Those of a kind, last kept first. */
function marksOf<T>(kind: string): (Kept<T> & { readonly gameId: string })[] {
  const prefix = `${PREFIX}${kind}.`;
  return keysWith((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length))
    .flatMap((gameId) => {
      const mark = readMark<T>(`${kind}.${gameId}`);
      return mark ? { ...mark, gameId } : [];
    })
    .sort((a, b) => b.keptAt - a.keptAt);
}

function forgetOldest(kind: string): void {
  for (const { gameId } of marksOf(kind).slice(GAMES_KEPT)) remove(`${kind}.${gameId}`);
}

function keepMark(kind: string, gameId: string, mark: object): void {
  const now = Date.now();
  const since = readMark<object>(`${kind}.${gameId}`)?.since ?? now;
  write(`${kind}.${gameId}`, JSON.stringify({ ...mark, since, keptAt: now }));
  forgetOldest(kind);
}

export const moderatorMark = (gameId: string) => readMark<ModeratorMark>(`moderator.${gameId}`);
export const keepModeratorMark = (gameId: string, mark: ModeratorMark) =>
  keepMark('moderator', gameId, { ...moderatorMark(gameId), ...mark });
export const forgetModeratorMark = (gameId: string) => remove(`moderator.${gameId}`);

export const playerMark = (gameId: string) => readMark<PlayerMark>(`player.${gameId}`);
/** Every seat's secret: the next user of this browser must not get somebody else's seat. */
export function forgetSeats(): void {
  for (const key of keysWith((each) => each.startsWith(`${PREFIX}player.`))) remove(key.slice(PREFIX.length));
}
const forgetPlayerMark = (gameId: string) => remove(`player.${gameId}`);
/** No way back is offered. The secret stays: a ban of the seat holds by it. */
export function markBanned(gameId: string): void {
  const mark = playerMark(gameId);
  if (mark) keepMark('player', gameId, { ...mark, playerId: null });
}

/** A guest has signed in to an account, which moderates their games from now on. */
export function moveModeratorMarks(from: string, to: string): void {
  for (const { gameId, userId, ...mark } of marksOf<ModeratorMark>('moderator'))
    if (userId === from) keepModeratorMark(gameId, { ...mark, userId: to });
}

/** A game that this browser has a place in. */
export interface KeptGame {
  readonly gameId: string;
  readonly gameCode: string;
  readonly as: 'moderator' | 'player';
  readonly name: string;
  readonly since: number;
}

/** Games that somebody on this browser can go back to: moderated by this user, or with a seat. Last kept first. */
export function keptGames(userId: string | null): KeptGame[] {
  const desks = marksOf<ModeratorMark>('moderator').filter((mark) => userId !== null && mark.userId === userId);
  const moderated = new Set(desks.map(({ gameId }) => gameId));
  const seats = marksOf<PlayerMark>('player').filter(
    ({ gameId, playerId }) => playerId !== null && !moderated.has(gameId),
  );
  return [
    ...desks.map((mark) => ({ ...mark, as: 'moderator' as const, name: mark.moderatorName })),
    ...seats.map((mark) => ({ ...mark, as: 'player' as const })),
  ]
    .sort((a, b) => b.keptAt - a.keptAt)
    .flatMap(({ gameId, gameCode, as, name, since, keptAt }) =>
      gameCode === undefined ? [] : { gameId, gameCode, as, name, since: since ?? keptAt },
    );
}

export function forgetGame(gameId: string): void {
  forgetModeratorMark(gameId);
  forgetPlayerMark(gameId);
}

/** Keeps what is said and leaves the rest as it was; a seat secret is made once per game. */
export function keepPlayerMark(
  gameId: string,
  mark: { name: string; playerId?: string; gameCode?: string },
): PlayerMark {
  const known = playerMark(gameId);
  const kept: PlayerMark = {
    name: mark.name,
    seatSecret: known?.seatSecret ?? randomId(),
    playerId: mark.playerId ?? known?.playerId ?? null,
    gameCode: mark.gameCode ?? known?.gameCode,
  };
  keepMark('player', gameId, kept);
  return kept;
}

export const preferredName = () => read('preferred-name') ?? '';
export const keepPreferredName = (name: string) => write('preferred-name', name);
export const forgetPreferredName = () => remove('preferred-name');

/** Somebody signed out here: the next single sign-on must not let the next person in without a word. */
export const hasSignedOut = () => read('signed-out') !== null;
export const keepSignedOut = (signedOut: boolean) => (signedOut ? write('signed-out', 'yes') : remove('signed-out'));

/** The account that a guest of this browser has signed in to: what they have is on its way there. */
export const movingTo = () => read('moving-to');
export const keepMovingTo = (userId: string | null) =>
  userId === null ? remove('moving-to') : write('moving-to', userId);

/** A guest on the way to an account: their own token, until the server has taken it. */
export interface GuestMark {
  readonly guestToken: string;
  readonly userId: string;
}
const GUEST_TO_BRING = `${PREFIX}guest-to-bring`;
/** Where this tab keeps nothing, as long as the page lives. */
let guestInMemory: GuestMark | null = null;

/** Of this tab alone: no other one is to send it as well. */
export function guestToBring(): GuestMark | null {
  try {
    const text = sessionStorage.getItem(GUEST_TO_BRING);
    return text ? (JSON.parse(text) as GuestMark) : guestInMemory;
  } catch {
    return guestInMemory;
  }
}

export function keepGuestToBring(mark: GuestMark | null): void {
  guestInMemory = mark;
  try {
    if (mark) sessionStorage.setItem(GUEST_TO_BRING, JSON.stringify(mark));
    else sessionStorage.removeItem(GUEST_TO_BRING);
  } catch {
    // Kept in memory only.
  }
}

/** The session that the pages of this browser share. Times are ms since the epoch by the browser's clock. */
export interface VisitMark {
  readonly sessionId: string;
  readonly userId: string;
  readonly aliveAt: number;
}
export const visitMark = () => readMark<VisitMark>('visit');
export const keepVisitMark = (mark: VisitMark | null) =>
  mark === null ? remove('visit') : write('visit', JSON.stringify(mark));

/** Pages of this browser that are in sight, each with when it last was: a key for each, so that no two write the same. */
const SHOWN = 'shown-page.';
export const keepShownPage = (pageId: string, at: number) => write(SHOWN + pageId, String(at));
export const forgetShownPage = (pageId: string) => remove(SHOWN + pageId);
/** Another page of this browser was left: what a change of the storage says of it. */
export const isLeftPage = ({ key, newValue }: Pick<StorageEvent, 'key' | 'newValue'>) =>
  newValue === null && (key?.startsWith(PREFIX + SHOWN) ?? false);
export const shownPages = (): readonly (readonly [pageId: string, at: number])[] =>
  keysWith((key) => key.startsWith(PREFIX + SHOWN)).map((key) => {
    const pageId = key.slice((PREFIX + SHOWN).length);
    return [pageId, Number(read(SHOWN + pageId)) || 0];
  });

/** How often YouTube's player was asked for a video on this browser; admins read it. */
export const videoCalls = () => Number(read('video-calls') ?? 0) || 0;
export const countVideoCall = () => write('video-calls', String(videoCalls() + 1));
export const resetVideoCalls = () => remove('video-calls');

/** Onboarding tips: off until somebody asks for them, each shown once. */
export const tipsWanted = () => read('tips') !== null;
export const tipSeen = (id: string) => read(`tip-seen.${id}`) !== null;
export const keepTipSeen = (id: string) => write(`tip-seen.${id}`, 'yes');

/** Asking for tips anew shows all of them again. */
export function wantTips(wanted: boolean): void {
  for (const key of keysWith((each) => each.startsWith(`${PREFIX}tip-seen.`))) remove(key.slice(PREFIX.length));
  if (wanted) write('tips', 'on');
  else remove('tips');
}

/** Removes every key that contains `_completed`, from what this browser keeps and from what this tab keeps. */
export function clearCompleted(): void {
  // Storage that is switched off throws as soon as it is named.
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      const kept = storage();
      for (const key of Object.keys(kept)) if (key.includes('_completed')) kept.removeItem(key);
    } catch {
      // Nothing was kept.
    }
  }
}
