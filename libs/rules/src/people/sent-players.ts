import { z } from 'zod';
import { PLAYERS_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type Outcome, type ViewEvolution } from '../definition.js';
import { GameId, UserId } from '../ids.js';
import { mappedPlayers, playerOf, visiblePlayer } from '../players.js';
import type { Game, Player, SentTo } from '../state.js';
import type { playerLeft } from './leave.js';
import { requestsEnded, type seatRequestEnded } from './requests-ended.js';

export const sentToField = () => z.strictObject({ gameId: GameId, code: z.string() });

/** The same seat, of a player or as a view has it, that leads to this game; null: to none. */
function withSentTo<S extends { readonly sentTo?: SentTo }>(seat: S, next: SentTo | null): S {
  const { sentTo: _sentTo, ...rest } = seat;
  return (next === null ? rest : { ...rest, sentTo: next }) as S;
}

/**
 * An operator of the event has these players go on in another game of it, in which seats are reserved for them. They keep their
 * seats here until they have those. Null: they stay here after all.
 */
export const playersSent = event('playersSent', {
  fields: () => ({ playerIds: z.array(UserId).max(PLAYERS_MAX), next: sentToField().nullable() }),
  evolve: (game, { playerIds, next }): Game => {
    const ids = new Set(playerIds);
    const players = mappedPlayers(game.players, (player) => (ids.has(player.id) ? withSentTo(player, next) : player));
    const { sentOn: _sentOn, ...rest } = game;
    const isAny = players.some(({ sentTo }) => sentTo !== undefined);
    return { ...rest, players, ...(isAny && { sentOn: true }) } as Game;
  },
  /** `sentOn`: whether any players go on elsewhere. Who goes where concerns their own seats alone: no crew and no stage gets it. */
  view: (v, { type, at, playerIds, next }, after, _before, kind) => ({
    ...{ v, type, at, sentOn: after.sentOn === true },
    ...(kind === 'player' && { seats: playerIds.flatMap((id) => playerOf(after, id)?.seat ?? []), next }),
  }),
  isPerKind: true,
});
export const playersSentView: ViewEvolution<typeof playersSent> = {
  by: 'server',
  evolveView: ({ sentOn: _sentOn, ...view }, { sentOn }) => ({ ...view, ...(sentOn && { sentOn }) }),
  evolveSeat: (seat, { seats, next = null }) => (seats?.includes(seat.seat) === true ? withSentTo(seat, next) : seat),
};

interface Sending {
  readonly playerIds: readonly UserId[];
  readonly next: SentTo | null;
  readonly calledBackFrom?: GameId | undefined;
}

/** All or none. Seats that players have left are not sent, but who was sent and has left may come back here. */
function sending(
  game: Game,
  at: number,
  { playerIds, next, calledBackFrom }: Sending,
): Emits<typeof seatRequestEnded | typeof playersSent> {
  if (next?.gameId === game.gameId || (next === null) !== (calledBackFrom !== undefined))
    return rejected('not-allowed');
  const found = [...new Set(playerIds)].map((id) => visiblePlayer(game, id)).filter((player) => player !== null);
  const isGoing = ({ sentTo }: Player) =>
    next === null ? sentTo?.gameId === calledBackFrom : sentTo?.gameId !== next.gameId;
  const going = found.filter(isGoing);
  if (found.length < new Set(playerIds).size || (next !== null && going.some(({ isActive }) => !isActive)))
    return rejected('player-not-found');
  if (going.length === 0) return [];
  const seats = new Set(going.map(({ seat }) => seat));
  const ended = requestsEnded(game, at, true, ({ seat }) => seats.has(seat));
  return [...ended, { type: 'playersSent', at, playerIds: going.map(({ id }) => id), next: next && { ...next } }];
}

/**
 * Also once the game is over. `next` null calls those back who were sent to `calledBackFrom`: who has been sent elsewhere since goes
 * there. Repeated, it changes nothing.
 */
export const sendPlayers = command('sendPlayers', {
  issuer: 'staff',
  fields: () => ({
    playerIds: z.array(UserId).min(1).max(PLAYERS_MAX),
    next: sentToField().nullable(),
    calledBackFrom: GameId.optional(),
  }),
  decide: ({ game, at }, command) => sending(game, at, command),
  decideEnded: (game, at, _ctx, command): Outcome<EventOf<typeof seatRequestEnded | typeof playersSent>> =>
    sending(game, at, command),
});

const arriving = (game: Game, at: number, ids: readonly UserId[]): EventOf<typeof playerLeft>[] =>
  [...new Set(ids)].flatMap((id) => {
    const player = visiblePlayer(game, id);
    return player?.isActive === true && player.sentTo !== undefined ? [{ type: 'playerLeft', at, playerId: id }] : [];
  });

/** These players have their seats in the game that they were sent to, so they leave the ones here. */
export const noteArrival = command('noteArrival', {
  issuer: 'staff',
  fields: () => ({ playerIds: z.array(UserId).min(1).max(PLAYERS_MAX) }),
  decide: ({ game, at }, { playerIds }): Emits<typeof playerLeft> => arriving(game, at, playerIds),
  decideEnded: (game, at, _ctx, { playerIds }): Emits<typeof playerLeft> => arriving(game, at, playerIds),
});
