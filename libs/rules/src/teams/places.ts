import { z } from 'zod';
import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { TeamNumber, UserId } from '../ids.js';
import { notUndoable } from '../playback.js';
import { lockIn, type SeatInRound, seatInRound } from '../lock-outs.js';
import { playerOf, visiblePlayer } from '../players.js';
import type { Game, Player } from '../state.js';
import type { GameView, OwnSeat, TeamView } from '../views.js';
import { seatOf } from '../views/view-of.js';
import { dealt, lettersOf, teamInLetters } from './deal.js';
import {
  inheritedTeamOf,
  membersOfTeam,
  smallestTeam,
  teamNumbered,
  teamSizes,
  teamsOf,
  withFormerCaptain,
  withInherited,
  withMembersMore,
  withMembership,
} from '../teams.js';

/** What a player's own seat shows of the queue, which is that of the team. */
type InQueue = SeatInRound & Pick<OwnSeat, 'beforeVerdict'>;

function inQueueOf(game: Game, playerId: UserId): InQueue | null {
  const seat = seatOf(game, playerId);
  if (seat === null) return null;
  const { place, out, beforeVerdict } = seat;
  return { place, out, ...lockIn(seat), beforeVerdict };
}

const seatInTeam = (seat: OwnSeat, number: number | null, inQueue: InQueue | null): OwnSeat => {
  const { team: _team, ...rest } = seat;
  const moved = { ...rest, ...(number !== null && { team: number }) };
  return inQueue === null ? moved : { ...seatInRound(moved, inQueue), beforeVerdict: inQueue.beforeVerdict };
};

/** A player chose a team before the start, or came later and got one. */
export const teamJoined = event('teamJoined', {
  fields: () => ({ playerId: UserId, team: TeamNumber }),
  evolve: (game, { playerId, team }) =>
    teamNumbered(game, team) === null ? game : withFormerCaptain(withMembership(game, playerId, team), playerId, team),
  /** `from`: the team that the player was in; `inQueue`: what the own seat shows from now on. */
  view: (v, joined, after, before) => ({
    v,
    ...joined,
    from: playerOf(before, joined.playerId)?.team ?? null,
    inQueue: inQueueOf(after, joined.playerId),
  }),
});

const changedTeams = (view: GameView, { from, team }: { readonly from: number | null; readonly team: number | null }) =>
  withMembersMore(withMembersMore(view, from, -1), team, 1);

export const teamJoinedView: ViewEvolution<typeof teamJoined> = {
  evolveView: changedTeams,
  evolveSeat: (seat, { playerId, team, inQueue }, userId) =>
    playerId === userId ? seatInTeam(seat, team, inQueue) : seat,
};

/** By a player, before the start, unless the moderator deals. */
export const joinTeam = command('joinTeam', {
  issuer: 'anyone',
  fields: () => ({ team: TeamNumber }),
  decide: ({ game, at, ctx }, { team: number }): Emits<typeof teamJoined> => {
    const player = playerOf(game, ctx.actor.userId);
    if (player?.isActive !== true) return rejected('not-a-player');
    if (teamNumbered(game, number) === null) return rejected('team-not-found');
    if (player.team === number) return [];
    if (game.status !== 'setup' || game.settings.teamChoice === 'moderator') return rejected('team-choice-closed');
    const { teamSize = null } = game.settings;
    if (teamSize !== null && membersOfTeam(game, number) >= teamSize) return rejected('team-full');
    return [{ type: 'teamJoined', at, playerId: player.id, team: number }];
  },
});

/** A new player is in the team of the game before; one who comes when teams are settled goes to the smallest. */
export function latecomerJoins(
  game: Game,
  player: Pick<Player, 'team'> | null,
  playerId: UserId,
  at: number,
): EventOf<typeof teamJoined>[] {
  const isSettled = game.status === 'playing' || game.settings.teamChoice === 'moderator';
  const smallest = isSettled && player?.team === undefined ? smallestTeam(game)?.number : undefined;
  const team = (player === null ? inheritedTeamOf(game, playerId) : null) ?? smallest;
  return team === undefined ? [] : [{ type: 'teamJoined', at, playerId, team }];
}

/** The moderator moved a player; points and a waiting buzz stay with the former team. No verdict can be undone any more. */
export const teamMoved = event('teamMoved', {
  fields: () => ({ playerId: UserId, team: TeamNumber.nullable() }),
  evolve: (game, { playerId, team }) =>
    team !== null && teamNumbered(game, team) === null ? game : notUndoable(withMembership(game, playerId, team)),
  view: (v, moved, after, before) => ({
    v,
    ...moved,
    from: playerOf(before, moved.playerId)?.team ?? null,
    inQueue: inQueueOf(after, moved.playerId),
  }),
});
export const teamMovedView: ViewEvolution<typeof teamMoved> = {
  by: 'moderator',
  evolveView: (view, event) => notUndoable(changedTeams(view, event)),
  evolveSeat: (seat, { playerId, team, inQueue }, userId) => ({
    ...(playerId === userId ? seatInTeam(seat, team, inQueue) : seat),
    beforeVerdict: null,
  }),
};

/** `team` null: in none, before the start only. */
export const moveToTeam = command('moveToTeam', {
  issuer: 'people',
  fields: () => ({ playerId: UserId, team: TeamNumber.nullable() }),
  decide: ({ game, at }, { playerId, team }): Emits<typeof teamMoved> => {
    const player = visiblePlayer(game, playerId);
    if (player === null) return rejected('player-not-found');
    if (team !== null && teamNumbered(game, team) === null) return rejected('team-not-found');
    if ((player.team ?? null) === team) return [];
    if (team === null && game.status !== 'setup') return rejected('not-in-setup');
    return [{ type: 'teamMoved', at, playerId, team }];
  },
});

/** `kept`: who had a team stays in it, as at the start. */
export const teamsDealt = event('teamsDealt', {
  fields: () => ({ seed: z.number().int(), kept: z.boolean() }),
  evolve: (game, deal) => dealt(deal.kept ? game : withInherited(game, []), deal),
  /** `letters`: the team of each seat; `members`: how many each team has, in the order of the teams. */
  view: (v, { type, at }, after) => {
    const sizes = teamSizes(after);
    const members = teamsOf(after).map(({ number }) => sizes.get(number) ?? 0);
    return { v, type, at, letters: lettersOf(after), members };
  },
});
export const teamsDealtView: ViewEvolution<typeof teamsDealt> = {
  by: 'moderator',
  evolveView: (view, { members }) => {
    const sized = (team: TeamView, place: number): TeamView => ({ ...team, members: members[place] ?? 0 });
    return view.teams === undefined ? view : { ...view, teams: view.teams.map(sized) };
  },
  evolveSeat: (seat, { letters }) => seatInTeam(seat, teamInLetters(letters, seat.seat), null),
};

/** `seed`: a random number of the desk, by which the deal can be checked. As often as wanted, until the start. */
export const dealTeams = command('dealTeams', {
  issuer: 'people',
  fields: () => ({ seed: z.number().int().min(0).max(0xffffffff) }),
  decide: ({ game, at }, { seed }): Emits<typeof teamsDealt> => {
    if (game.status !== 'setup') return rejected('not-in-setup');
    if (teamsOf(game).length === 0) return rejected('team-not-found');
    return [{ type: 'teamsDealt', at, seed, kept: false }];
  },
});

/** At the start, players without a team are spread over the teams. */
export const restDealt = (game: Game, at: number): EventOf<typeof teamsDealt>[] =>
  teamsOf(game).length > 0 && game.players.some(({ team, removed }) => team === undefined && removed === null)
    ? [{ type: 'teamsDealt', at, seed: game.version, kept: true }]
    : [];
