import { z } from 'zod';
import { NAME_MAX_UNITS, PLAYERS_MAX, TEAM_KEY_MAX_LENGTH, TEAMS_MAX } from '../constants.js';
import { event, type EventOf, type ViewEvolution } from '../definition.js';
import { TeamNumber, UserId } from '../ids.js';
import { playerOf, visiblePlayers } from '../players.js';
import { Settings, type Game } from '../state.js';
import { teamsOf, withInherited } from '../teams.js';
import { createdTeam, type teamCreated } from './setup.js';

const membersField = () => z.array(UserId).max(PLAYERS_MAX);

/** The game before had these members in its teams. Each of them is in the same team with the seat that they take here. */
export const teamsInherited = event('teamsInherited', {
  fields: () => ({
    teams: z.array(z.strictObject({ team: TeamNumber, members: membersField(), captain: UserId.optional() })),
  }),
  evolve: (game, { teams }) => withInherited(game, teams),
  /** Without the members, of whom no view knows anything until they come. */
  view: (v, { type, at }) => ({ v, type, at }),
});
export const teamsInheritedView: ViewEvolution<typeof teamsInherited> = { by: 'server', evolveView: (view) => view };

/** Teams of the game before, in their order, and how players get into them. */
export const inheritableTeams = () =>
  z.strictObject({
    teams: z
      .array(
        z.strictObject({
          number: TeamNumber,
          name: z.string().max(NAME_MAX_UNITS),
          members: membersField(),
          captain: UserId.optional(),
          fixed: z.literal(true).optional(),
          key: z.string().max(TEAM_KEY_MAX_LENGTH).optional(),
        }),
      )
      .max(TEAMS_MAX),
    settings: Settings.pick({ teamChoice: true, teamSize: true }),
  });
type Inheritable = z.infer<ReturnType<typeof inheritableTeams>>;

/** Of a game with teams: they go on in the next one, with all players who were not removed. */
export function inheritableOf(game: Game): Inheritable | null {
  if (game.teams === undefined) return null;
  const members = new Map<number, UserId[]>();
  for (const { id, team } of visiblePlayers(game)) {
    if (team === undefined) continue;
    const others = members.get(team);
    if (others === undefined) members.set(team, [id]);
    else others.push(id);
  }
  // Who has not come to this game may come to the next one.
  for (const { team, members: absent } of game.inheritedTeams ?? []) {
    const missing = absent.filter((id) => playerOf(game, id) === null);
    if (missing.length > 0) members.set(team, [...(members.get(team) ?? []), ...missing].slice(0, PLAYERS_MAX));
  }
  const absentCaptains = new Map(game.inheritedTeams?.map(({ team, captain }) => [team, captain]));
  const { teamChoice = 'players', teamSize = null } = game.settings;
  return {
    teams: game.teams.map(({ number, name, fixed, key, captain = absentCaptains.get(number) }) => ({
      ...{ number, name, members: members.get(number) ?? [] },
      ...(captain !== undefined && { captain }),
      ...(fixed && { fixed }),
      ...(key !== undefined && { key }),
    })),
    settings: { teamChoice, teamSize },
  };
}

/** What brings them into the next game, unless that has teams already. */
export const inheriting = (
  game: Game,
  { teams }: Inheritable,
  at: number,
): EventOf<typeof teamCreated | typeof teamsInherited>[] =>
  game.status !== 'setup' || teamsOf(game).length > 0
    ? []
    : [
        ...teams.map((team) => createdTeam(team, at)),
        {
          ...{ type: 'teamsInherited', at },
          teams: teams.map(({ number, members, captain }) => ({
            ...{ team: number, members },
            ...(captain !== undefined && { captain }),
          })),
        },
      ];
