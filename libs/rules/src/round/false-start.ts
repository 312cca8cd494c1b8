import { z } from 'zod';
import { isSoundReported, songHeardMs } from '../clock.js';
import { FALSE_START_FORGIVEN_MS, UNTIL_QUESTION_IS_OVER } from '../constants.js';
import { event, type EventOf, type ViewEvolution } from '../definition.js';
import { QuestionId, TeamNumber, UserId } from '../ids.js';
import { isEarlySince, lockedOut, seatInRound } from '../lock-outs.js';
import type { CurrentQuestion, Game, Player } from '../state.js';
import { concernsSeat } from '../teams.js';
import { currentOf } from '../views/view-of.js';

/** A player buzzed before the song was heard. `until`: server time in ms until which the player, or the team, is locked. */
export const falseStarted = event('falseStarted', {
  fields: () => ({ questionId: QuestionId, playerId: UserId, team: TeamNumber.optional(), until: z.number() }),
  evolve: (game, { questionId, playerId, team, until, at }) => {
    const current = currentOf(game);
    if (game.status !== 'playing' || current?.questionId !== questionId) return game;
    const locked = (round: CurrentQuestion) => lockedOut(round, { playerId, team }, until, at);
    const { lastVerdict: last } = game;
    return { ...game, current: locked(current), lastVerdict: last && { ...last, round: locked(last.round) } };
  },
});

export const falseStartedView: ViewEvolution<typeof falseStarted> = {
  evolveView: (view) => view,
  evolveSeat: (seat, { playerId, team, until: lockedUntil, at: earlyAt }, userId) =>
    concernsSeat(seat, { playerId, team }, userId)
      ? { ...seatInRound(seat, { place: seat.place, out: seat.out, lockedUntil, falseStart: true, earlyAt }) }
      : seat,
};

/** Whether a buzz comes before anything of the song: it is known where a desk reports the sound. */
export const isFalseStart = (game: Game, round: CurrentQuestion, at: number): boolean =>
  game.settings.falseStart != null &&
  isSoundReported(game) &&
  !game.deskDisconnected &&
  round.sounding === false &&
  round.timerByHand !== true &&
  songHeardMs(round, at) === 0;

/** From when on buzzes before the song are forgiven, now that it is heard; null where there is none. */
export function forgivenFrom({ lockOuts = [] }: CurrentQuestion, at: number): number | null {
  const from = at - FALSE_START_FORGIVEN_MS;
  return lockOuts.some((lock) => isEarlySince(lock, from)) ? from : null;
}

export function tooEarly(
  { settings }: Game,
  { questionId }: CurrentQuestion,
  { id: playerId, team }: Player,
  at: number,
): EventOf<typeof falseStarted>[] {
  const { falseStart } = settings;
  const until = typeof falseStart === 'number' ? at + falseStart * 1_000 : UNTIL_QUESTION_IS_OVER;
  return [{ type: 'falseStarted', at, questionId, playerId, ...(team !== undefined && { team }), until }];
}
