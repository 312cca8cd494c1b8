import { z } from 'zod';
import { NAME_MAX_UNITS, PLAYERS_MAX, STARTING_SCORE, TEAM_KEY_MAX_LENGTH, TEAMS_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { GameId, UserId } from '../ids.js';
import { cleanName, cutName } from '../names.js';
import { changedPlayer, playerOf, withPlayer } from '../players.js';
import type { RejectionCode } from '../rejections.js';
import { toReview, withNameToReview, withUnreviewed } from '../reviewed.js';
import { hasDesk } from '../rights.js';
import type { Game, Player } from '../state.js';
import type { teamJoined } from '../teams/places.js';
import { createdTeam, freeNumber, type teamCreated, teamName } from '../teams/setup.js';
import { teamsOf, teamWithName, withMembersMore, teamKeyId } from '../teams.js';
import { leaderWithId, rankedWith } from '../views/leaders.js';
import { nameOf, seatIn } from '../views/view-of.js';
import { isBlockedName } from './blocked-names.js';
import { isReviewFull } from './join.js';
import { freeNameLike, nameHeld } from './names-held.js';
import type { playerRemoved } from './removal.js';
import { requestsEnded, type seatRequestEnded } from './requests-ended.js';

/**
 * An operator of the event has chosen a player of another game of it, `before`, for this one. The seat holds the name, and is
 * inactive until its player comes. `again`: the seat was released before.
 */
export const seatReserved = event('seatReserved', {
  fields: () => ({
    playerId: UserId,
    name: z.string(),
    before: GameId,
    again: z.literal(true).optional(),
  }),
  evolve: (game, { playerId, name, before, at }) => {
    const reserved = { before };
    const known = playerOf(game, playerId);
    if (known !== null && known.removed === null) return game;
    const next =
      known === null
        ? withPlayer(game, { ...newPlayer(game, playerId, name, at), reserved })
        : changedPlayer(game, playerId, (player) => ({ ...player, name, removed: null, reserved }));
    return withUnreviewed(next, playerId);
  },
  /** `own`: what the player's own seat is; `leader`: how it is ranked; `team`: the one that it was in when it was released. */
  view: (v, { type, at, playerId }, after) => {
    const team = playerOf(after, playerId)?.team;
    return {
      ...{ v, type, at, playerId, name: nameOf(after, playerId) },
      ...(team !== undefined && { team }),
      ...{ leader: leaderWithId(after, playerId), own: seatIn(after, playerId) },
      ...toReview(after, playerId),
    };
  },
});

const newPlayer = ({ players }: Game, id: UserId, name: string, joinedAt: number): Player => ({
  ...{ id, seat: players.length + 1, name, score: STARTING_SCORE, isActive: false, isAdmin: false },
  ...{ joinedAt, rejoinedAt: null, leftAt: null, seatHash: null, deviceHash: null, nameSet: false, removed: null },
});

export const seatReservedView: ViewEvolution<typeof seatReserved> = {
  by: 'server',
  evolveView: (view, { playerId: id, name, team, leader, unreviewed }) => ({
    ...withNameToReview(withMembersMore(view, team, 1), unreviewed && { id, seat: unreviewed.seat, name }),
    leaders: leader === null ? view.leaders : rankedWith(view.leaders, leader),
    playerCount: view.playerCount + 1,
  }),
  evolveSeat: (seat, { playerId, own }, userId) => (playerId === userId ? own : seat),
  takeSeat: ({ playerId, own }, userId) => (playerId === userId ? own : null),
};

/**
 * `before`: the game that the player comes from. With the name of a team, they are in the team with its key, or else in the one that is
 * called so, which is created unless there is one. Whose name another player has gets a number. Repeated, it changes nothing.
 */
export const reserveSeat = command('reserveSeat', {
  issuer: 'staff',
  fields: () => ({
    playerId: UserId,
    name: z.string().max(NAME_MAX_UNITS),
    before: GameId,
    teamName: z.string().max(NAME_MAX_UNITS).optional(),
    teamKey: z.string().max(TEAM_KEY_MAX_LENGTH).optional(),
  }),
  decide: (
    { game, at },
    { playerId, name: typed, before, teamName: wanted, teamKey },
  ): Emits<typeof teamCreated | typeof seatReserved | typeof teamJoined> => {
    if (before === game.gameId || hasDesk(game, playerId)) return rejected('not-allowed');
    if (game.bans.users.includes(playerId)) return rejected('banned');
    const seat = playerOf(game, playerId);
    if (seat !== null && seat.removed === null) return [];
    if (seat === null && game.players.length >= PLAYERS_MAX) return rejected('game-full');
    const cleaned = cleanName(typed);
    if ('refused' in cleaned) return rejected(cleaned.refused);
    const isHeld = nameHeld(game, cleaned.name, playerId) !== null;
    const name = isHeld ? freeNameLike(game, cleaned.name) : cleaned.name;
    if (name === null) return rejected('name-taken');
    if (isBlockedName(name, game.settings.blockedNames)) return rejected('name-blocked');
    if (isReviewFull(game, seat)) return rejected('names-in-review');
    const team = wanted === undefined ? null : teamFor(game, wanted, teamKey, at);
    if (team !== null && 'refused' in team) return rejected(team.refused);
    return [
      ...(team?.created ?? []),
      {
        ...{ type: 'seatReserved', at, playerId, name, before },
        ...(seat !== null && { again: true }),
      },
      ...(team === null || seat?.team === team.number
        ? []
        : [{ type: 'teamJoined' as const, at, playerId, team: team.number }]),
    ];
  },
});

type TeamFor = { readonly number: number; readonly created: EventOf<typeof teamCreated>[] };

/** Null in a game that is played without teams by now. A team with a key is one with no team that has another key, or none. */
function teamFor(
  game: Game,
  wanted: string,
  key: string | undefined,
  at: number,
): TeamFor | { readonly refused: RejectionCode } | null {
  const teams = teamsOf(game);
  const id = key === undefined ? null : teamKeyId(key);
  const known =
    id === null
      ? teamWithName(game, wanted)
      : (teams.find((team) => team.key !== undefined && teamKeyId(team.key) === id) ?? null);
  if (known !== null) return { number: known.number, created: [] };
  if (teams.length === 0 && game.status !== 'setup') return null;
  if (teams.length >= TEAMS_MAX) return { refused: 'teams-full' };
  const named = teamName(game, key === undefined ? wanted : freeTeamName(game, wanted));
  if ('refused' in named) return named;
  const number = freeNumber(teams);
  return { number, created: [createdTeam({ number, name: named.name, key }, at)] };
}

/** The name, or `Foxes 2` where another team has it. */
function freeTeamName(game: Game, wanted: string): string {
  let free = wanted;
  for (let n = 2; teamWithName(game, free) !== null; n++) free = cutName(wanted, ` ${n}`).trimEnd() + ` ${n}`;
  return free;
}

/** The player has not come, and others may have the name. Who has come stays. */
export const releaseSeat = command('releaseSeat', {
  issuer: 'staff',
  fields: () => ({ playerId: UserId }),
  decide: ({ game, at }, { playerId }): Emits<typeof seatRequestEnded | typeof playerRemoved> => {
    const player = playerOf(game, playerId);
    if (player === null) return rejected('player-not-found');
    if (player.removed !== null) return [];
    if (player.reserved === undefined) return rejected('seat-arrived');
    const ended = requestsEnded(game, at, true, ({ seat }) => seat === player.seat);
    return [...ended, { type: 'playerRemoved', at, playerId }];
  },
});
