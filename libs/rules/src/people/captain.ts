import { z } from 'zod';
import { NAME_MAX_UNITS } from '../constants.js';
import { command, event, rejected, type Emits, type ViewEvolution } from '../definition.js';
import { TeamNumber, UserId } from '../ids.js';
import { playerOf } from '../players.js';
import type { Game, Team } from '../state.js';
import { captainOf, teamNumbered, withCaptain, withoutInheritedCaptain, withTeam } from '../teams.js';
import { renamed, teamName } from '../teams/setup.js';
import type { GameView, TeamView } from '../views.js';
import { isBlockedName } from './blocked-names.js';

/** Null: the team has none. One who leaves, is removed or changes the team is captain no more. */
export const captainSet = event('captainSet', {
  fields: () => ({ team: TeamNumber, playerId: UserId.nullable() }),
  evolve: (game, { team: number, playerId }) =>
    withoutInheritedCaptain(
      withTeam<Team, Game>(game, number, (team) => withCaptain(team, playerId ?? undefined)),
      number,
    ),
});
/** Views get the captain with the names of members. */
export const captainSetView: ViewEvolution<typeof captainSet> = { by: 'moderator', evolveView: (view) => view };

/** A player who is in the team. */
export const setCaptain = command('setCaptain', {
  issuer: 'people',
  fields: () => ({ team: TeamNumber, playerId: UserId.nullable() }),
  decide: ({ game, at }, { team: number, playerId }): Emits<typeof captainSet> => {
    const team = teamNumbered(game, number);
    if (team === null) return rejected('team-not-found');
    const player = playerId === null ? null : playerOf(game, playerId);
    if (playerId !== null && (player?.isActive !== true || player.team !== number)) return rejected('player-not-found');
    return (team.captain ?? null) === playerId ? [] : [{ type: 'captainSet', at, team: number, playerId }];
  },
});

/** The captain gave the team another name. */
export const teamNamed = event('teamNamed', {
  fields: () => ({ playerId: UserId, team: TeamNumber, name: z.string() }),
  evolve: (game, event) => renamed<Team, Game>(game, event),
});
export const teamNamedView: ViewEvolution<typeof teamNamed> = {
  evolveView: (view, event) => renamed<TeamView, GameView>(view, event),
};

/** By a captain. The block list of players' names counts, and where new names are reviewed the moderator names teams. */
export const nameOwnTeam = command('nameOwnTeam', {
  issuer: 'anyone',
  fields: () => ({ name: z.string().max(NAME_MAX_UNITS) }),
  decide: ({ game, ctx, at }, { name: typed }): Emits<typeof teamNamed> => {
    const playerId = ctx.actor.userId;
    if (playerOf(game, playerId)?.isActive !== true) return rejected('not-a-player');
    const team = captainOf(game, playerId);
    if (team === null) return rejected('not-captain');
    if (team.fixed) return rejected('teams-fixed');
    if (game.settings.nameReview === 'on') return rejected('not-allowed');
    const named = teamName(game, typed, team.number);
    if ('refused' in named) return rejected(named.refused);
    const { name } = named;
    if (name === team.name) return [];
    if (isBlockedName(name, game.settings.blockedNames)) return rejected('name-blocked');
    return [{ type: 'teamNamed', at, playerId, team: team.number, name }];
  },
});
