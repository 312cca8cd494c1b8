import type { PendingDelay } from '@earworm/client';
import type { ErrorCode, Refusal } from '@earworm/contracts';
import { specificCode } from '../../platform/notifications/notify.js';
import type { TakenSeat } from '../../platform/storage/game-marks.js';
import type { LiveGame } from '../../shared/live/use-game.js';

export type Seat =
  | { readonly kind: 'connecting' | 'seated' | 'leaving' | 'left' }
  /** `delay`: the place in line while many join from this address. */
  | { readonly kind: 'joining'; readonly delay: PendingDelay | null }
  | { readonly kind: 'ended' }
  /** `waits`: for the moderator's answer. `lost`: the moderator gave the seat to another device. */
  | { readonly kind: 'waits' | 'lost'; readonly name: string }
  /** `seatedAs`: the player's current seat, when the server refused another name. */
  | {
      readonly kind: 'asks';
      readonly name: string;
      readonly refusal: Refusal | null;
      readonly seatedAs: string | null;
    };

/** A requested seat, and the game version in which that was known. */
interface SeatRequest {
  readonly name: string;
  readonly since: number;
}

export interface SeatState {
  readonly busy: boolean;
  readonly left: 'leaving' | 'left' | null;
  readonly refusal: Refusal | null;
  readonly typed: string | null;
  readonly lost: string | null;
  readonly seatRequest: SeatRequest | null;
}

export const NO_SEAT: SeatState = {
  busy: false,
  left: null,
  refusal: null,
  typed: null,
  lost: null,
  seatRequest: null,
};

export type SeatEvent =
  /** `joinGame` or `requestSeat` was sent. */
  | { readonly type: 'taking'; readonly name: string }
  | { readonly type: 'accepted'; readonly seatRequest: SeatRequest | null }
  | { readonly type: 'refused'; readonly refusal: Refusal }
  /** The name is held by another device, which was given this one's seat. */
  | { readonly type: 'refusedAsLost'; readonly name: string }
  | { readonly type: 'seatLost'; readonly name: string }
  | { readonly type: 'requestEnded'; readonly name: string | undefined; readonly code: ErrorCode }
  | { readonly type: 'requestFulfilled' | 'requestWithdrawn' }
  | { readonly type: 'newNameWanted' | 'nameKept' }
  | { readonly type: 'leaving' | 'leftGame' | 'leaveFailed' };

export function evolveSeat(state: SeatState, event: SeatEvent): SeatState {
  switch (event.type) {
    case 'taking':
      return { ...NO_SEAT, seatRequest: state.seatRequest, busy: true, typed: event.name };
    case 'accepted':
      return { ...state, busy: false, seatRequest: event.seatRequest };
    case 'refused':
      return { ...state, busy: false, seatRequest: null, refusal: event.refusal };
    case 'refusedAsLost':
      return { ...state, busy: false, seatRequest: null, lost: event.name };
    case 'seatLost':
      return { ...state, lost: event.name };
    case 'requestEnded':
      return { ...state, seatRequest: null, typed: event.name ?? state.typed, refusal: { code: event.code } };
    case 'requestFulfilled':
    case 'requestWithdrawn':
      return { ...state, seatRequest: null };
    case 'newNameWanted':
      return { ...state, lost: null, typed: '' };
    case 'nameKept':
      return { ...state, typed: null, refusal: null };
    case 'leaving':
      return { ...state, left: 'leaving' };
    case 'leftGame':
      return { ...state, left: 'left' };
    case 'leaveFailed':
      return { ...state, left: null };
  }
}

const HELD: ReadonlySet<ErrorCode> = new Set(['name-taken', 'name-reserved']);

/** What the answer to `joinGame` or `requestSeat` means. `version`: of the game with that answer. */
export function outcomeOf({ type, name, refusal, held }: TakenSeat, userId: string, version: number): SeatEvent {
  if (refusal === null) {
    return { type: 'accepted', seatRequest: type === 'requestSeat' ? { name, since: version } : null };
  }
  const { code, params } = refusal;
  // This device had that seat, which was given to another one meanwhile.
  if (type === 'joinGame' && held?.playerId === userId && held.name === name && HELD.has(code))
    return { type: 'refusedAsLost', name };
  return { type: 'refused', refusal: { code: specificCode(code, 'join-failed'), params } };
}

/** Where the page begins after the home page has taken the seat; the first snapshot has the answer's version or a later one. */
export function seatAfter(taken: TakenSeat | null, userId: string): SeatState {
  if (taken === null) return NO_SEAT;
  return evolveSeat(evolveSeat(NO_SEAT, { type: 'taking', name: taken.name }), outcomeOf(taken, userId, 0));
}

interface SeatGame extends Pick<LiveGame['state'], 'view' | 'seat'> {
  readonly delay: PendingDelay | null;
  /** The name of the seat that the moderator is asked for. */
  readonly waitsFor: string | undefined;
  readonly rememberedName: string;
}

/** What the page shows. */
export function shownSeat(state: SeatState, { view, seat, delay, waitsFor, rememberedName }: SeatGame): Seat {
  const { busy, left, refusal, typed, lost } = state;
  if (!view) return { kind: 'connecting' };
  if (left !== null) return { kind: left };
  const isOver = view.status === 'completed';
  if (isOver) return { kind: seat ? 'seated' : 'ended' };
  if (waitsFor !== undefined) return { kind: 'waits', name: waitsFor };
  const seatedAs = seat?.isActive === true ? seat.name : null;
  // A player whose new name is refused or pending must not play under the old one without noticing.
  if (seatedAs !== null && refusal === null && (!busy || seatedAs === typed)) return { kind: 'seated' };
  if (busy) return { kind: 'joining', delay };
  if (lost !== null) return { kind: 'lost', name: lost };
  // Joining was opened since.
  const isPast = refusal?.code === 'joining-locked' && !view.joiningLocked;
  return { kind: 'asks', name: typed ?? rememberedName, refusal: isPast ? null : refusal, seatedAs };
}
