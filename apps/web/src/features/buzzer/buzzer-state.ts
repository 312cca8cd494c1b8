import type { ClientState } from '@earworm/client';
import type { CurrentView, Settings } from '@earworm/rules';
import { bothAnswer, drewLots } from '../../shared/live/certainty.js';
import { isPlaying, isTurnOf, nextPicker, roundOf } from '../../shared/live/round.js';

export interface Verdict {
  readonly correct: boolean;
  readonly gain: number;
}

/** `version`: the game version that contains the buzz; null until the server has answered. */
export interface SentBuzz {
  readonly questionId: string;
  readonly version: number | null;
}

/** `canBuzz`: a buzz now would count or be kept. */
export type BuzzerState = { readonly canBuzz: boolean } & (
  | { readonly kind: 'connecting' | 'lobby' | 'sent' | 'first' | 'out' | 'early' | 'away' | 'gamePaused' | 'over' }
  | { readonly kind: 'wait'; readonly picker: string | null; readonly youPick: boolean; readonly allPlayed: boolean }
  /** `place`: of a buzz now; `answering`: the player in first place. */
  | { readonly kind: 'armed' | 'paused'; readonly place: number; readonly answering: string | null }
  /**
   * `behindMs`: how much later than the first this buzz was, where that was measured; null: the two drew lots. `answers`: it
   * is level with the first, and all who are level answer.
   */
  | {
      readonly kind: 'inLine';
      readonly place: number;
      readonly answering: string | null;
      readonly behindMs?: number | null;
      readonly answers?: true;
    }
  /** The buzz of another member of the own team waits. */
  | { readonly kind: 'team'; readonly place: number; readonly by: string }
  | { readonly kind: 'right' | 'wrong'; readonly gain: number }
  /** A wrong answer, or a buzz before the song (`early`), locks this player out for so long. */
  | { readonly kind: 'locked'; readonly seconds: number; readonly early?: true }
  /** `held`: a buzz waits on this phone for the connection. */
  | { readonly kind: 'reconnecting'; readonly held: boolean }
);
export type BuzzerKind = BuzzerState['kind'];

/** @param lockedForMs how long this player is still locked out */
export function buzzerStateOf(
  state: ClientState,
  sent: SentBuzz | null,
  verdict: Verdict | null,
  lockedForMs = 0,
): BuzzerState {
  const { view, seat } = state;
  if (!view || !seat) return { kind: 'connecting', canBuzz: false };
  if (view.status === 'completed') return { kind: 'over', canBuzz: false };

  const { current } = view;
  const answering = current?.queue[0]?.name ?? null;
  const isFree = seat.place === null && !seat.out && lockedForMs === 0;
  const mayBuzz = current !== null && isFree && view.paused === undefined;
  const given = current !== null && isGiven(state, sent, current.questionId);

  if (state.connection !== 'online') {
    return { kind: 'reconnecting', held: given && mayBuzz, canBuzz: mayBuzz && !given };
  }
  if (verdict) {
    return { kind: verdict.correct ? 'right' : 'wrong', gain: verdict.gain, canBuzz: mayBuzz && !given };
  }
  if (view.status === 'setup') return { kind: 'lobby', canBuzz: false };
  if (view.paused !== undefined && seat.place === null) return { kind: 'gamePaused', canBuzz: false };
  if (!current) {
    if (view.moderatorLeft || view.deskDisconnected) return { kind: 'away', canBuzz: false };
    const { played, total } = roundOf(view);
    const allPlayed = total > 0 && played === total;
    const youPick = !allPlayed && isTurnOf(view, seat);
    return { kind: 'wait', picker: nextPicker(view), youPick, allPlayed, canBuzz: false };
  }
  const ownAt = current.queue.findIndex(({ playerId }) => playerId === seat.id);
  // Also one for a team that the player was moved out of.
  if (ownAt >= 0)
    return ownAt === 0
      ? { kind: 'first', canBuzz: false }
      : { kind: 'inLine', place: ownAt + 1, answering, canBuzz: false, ...behind(view.settings, current, ownAt) };
  const waiting = seat.place === null ? undefined : current.queue[seat.place - 1];
  if (seat.place !== null && waiting !== undefined)
    return { kind: 'team', place: seat.place, by: waiting.name, canBuzz: false };
  if (seat.place === 1) return { kind: 'first', canBuzz: false };
  if (seat.place !== null) return { kind: 'inLine', place: seat.place, answering, canBuzz: false };
  if (seat.out) return { kind: 'out', canBuzz: false };
  if (lockedForMs > 0) {
    const { lockOutSeconds, falseStart } = view.settings;
    if (seat.falseStart && falseStart === 'out') return { kind: 'early', canBuzz: false };
    const most = seat.falseStart ? Number(falseStart) : (lockOutSeconds ?? 0);
    const seconds = Math.min(Math.ceil(lockedForMs / 1_000), most);
    return { kind: 'locked', seconds, canBuzz: false, ...(seat.falseStart && { early: true }) };
  }
  if (given) return { kind: 'sent', canBuzz: false };
  const place = current.queueLength + 1;
  // While the first buzzes are held, the music stands for a moment.
  const isPaused = !isPlaying(view, current) && current.queueLength === 0 && current.hold === undefined;
  const kind = isPaused ? 'paused' : 'armed';
  return { kind, place, answering, canBuzz: true };
}

/** How far the own buzz is behind the first of the queue now; it is left out of buzzes that came by arrival. */
function behind(
  settings: Settings,
  { queue }: CurrentView,
  at: number,
): { readonly behindMs?: number | null; readonly answers?: true } {
  const [first, own] = [queue[0], queue[at]];
  if (first === undefined || own?.evidence === undefined) return {};
  if (bothAnswer(first, own, settings)) return { behindMs: null, answers: true };
  if (drewLots(first, own)) return { behindMs: null };
  return own.at > first.at ? { behindMs: own.at - first.at } : {};
}

/** Also between the server's answer and its event, and while the buzz is held. */
function isGiven(state: ClientState, sent: SentBuzz | null, questionId: string): boolean {
  const waiting = state.pending.some(({ command }) => command.type === 'buzz' && command.questionId === questionId);
  if (waiting) return true;
  if (sent?.questionId !== questionId) return false;
  const hold = state.view?.current?.hold;
  return sent.version === null || sent.version > state.version || (hold !== undefined && sent.version >= hold.version);
}
