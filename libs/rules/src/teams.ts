import { MEMBER_NAMES_SHOWN } from './constants.js';
import type { UserId } from './ids.js';
import { nameKey, type NameKey, sameName } from './names.js';
import { playerOf, visiblePlayers, withPlayer } from './players.js';
import type { Game, InheritedTeam, Player, Team } from './state.js';
import type { GameView, OwnSeat, ShownMembers, TeamView } from './views.js';

/** Keys that differ in case or width only are the same. */
export const teamKeyId = (key: string): string => key.normalize('NFKC').toLowerCase();

type WithTeams = Pick<Game, 'teams'>;
/** Who may be in a team. */
type Counted = Pick<Player, 'team'>;

export const teamsOf = ({ teams = [] }: WithTeams): readonly Team[] => teams;

export const teamNumbered = (game: WithTeams, number: number): Team | null =>
  teamsOf(game).find((team) => team.number === number) ?? null;

export const membersOfTeam = ({ players }: Pick<Game, 'players'>, number: number): number =>
  players.filter(({ team, removed }) => team === number && removed === null).length;

/** The team with the fewest members, of those the first. */
export function smallestTeam(game: Pick<Game, 'teams' | 'players'>): Team | null {
  const sizes = teamSizes(game);
  return teamsOf(game).reduce<Team | null>(
    (least, team) => (least === null || size(sizes, team) < size(sizes, least) ? team : least),
    null,
  );
}

export type TeamSizes = Map<number, number>;
const size = (sizes: TeamSizes, { number }: Team): number => sizes.get(number) ?? 0;

export const teamSizes = (game: Pick<Game, 'players'>): TeamSizes => sizesOf(visiblePlayers(game));

export function sizesOf(players: readonly Counted[]): TeamSizes {
  const sizes: TeamSizes = new Map();
  for (const { team } of players) if (team !== undefined) sizes.set(team, (sizes.get(team) ?? 0) + 1);
  return sizes;
}

// Computed once per team: each of a hundred names is compared with each.
const keys = new WeakMap<Team, NameKey>();
function keyOf(team: Team): NameKey {
  const cached = keys.get(team);
  if (cached !== undefined) return cached;
  const key = nameKey(team.name);
  keys.set(team, key);
  return key;
}

/** A team with this name, or one that looks the same. */
export function isTeamNameHeld(game: WithTeams, name: string, except?: number): boolean {
  const key = nameKey(name);
  return teamsOf(game).some((team) => team.number !== except && sameName(keyOf(team), key));
}

/** The team that is called so, apart from upper and lower case. */
export function teamWithName(game: WithTeams, name: string): Team | null {
  const key = nameKey(name);
  return teamsOf(game).find((team) => sameName(keyOf(team), key)) ?? null;
}

type WithTeamList<T> = { readonly teams?: readonly T[] };

/** The game, or its view, with these teams; without any, it is played without teams. */
export function withTeams<T, G extends WithTeamList<T>>(game: G, teams: readonly T[]): G {
  const { teams: _teams, ...rest } = game;
  return (teams.length === 0 ? rest : { ...rest, teams }) as G;
}

export const withTeam = <T extends { readonly number: number }, G extends WithTeamList<T>>(
  game: G,
  number: number,
  change: (team: T) => T,
): G =>
  game.teams?.some((team) => team.number === number) === true
    ? { ...game, teams: game.teams.map((team) => (team.number === number ? change(team) : team)) }
    : game;

/** The game with the player in this team; in none when it is null. */
export function withMembership(game: Game, playerId: UserId, number: number | null): Game {
  const player = playerOf(game, playerId);
  return player === null ? game : withPlayer(game, memberOfTeam(player, number));
}

export function memberOfTeam<P extends Counted>(player: P, number: number | null): P {
  const { team: _team, ...rest } = player;
  return (number === null ? rest : { ...rest, team: number }) as P;
}

/** The game in which these players will be in these teams; teams without any are left out. */
export function withInherited(game: Game, teams: readonly InheritedTeam[]): Game {
  const { inheritedTeams: _inheritedTeams, ...rest } = game;
  const held = teams.filter(({ team, members }) => members.length > 0 && teamNumbered(game, team) !== null);
  return (held.length === 0 ? rest : { ...rest, inheritedTeams: held }) as Game;
}

// Looked up once for each of thousands who come at the same time.
const teamsByMember = new WeakMap<readonly InheritedTeam[], ReadonlyMap<UserId, number>>();

/** The game in which a captain of the game before who is in the team now is captain again, unless it has another one. */
export function withFormerCaptain(game: Game, playerId: UserId, number: number): Game {
  const isThere = ({ team, captain }: InheritedTeam): boolean => team === number && captain === playerId;
  return game.inheritedTeams?.some(isThere) === true && teamNumbered(game, number)?.captain === undefined
    ? withoutInheritedCaptain(
        withTeam<Team, Game>(game, number, (team) => withCaptain(team, playerId)),
        number,
      )
    : game;
}

/** The game that has forgotten who was captain of this team in the game before. */
export const withoutInheritedCaptain = (game: Game, number: number): Game =>
  game.inheritedTeams?.some(({ team, captain }) => team === number && captain !== undefined) === true
    ? {
        ...game,
        inheritedTeams: game.inheritedTeams.map((one) =>
          one.team === number ? { team: one.team, members: one.members } : one,
        ),
      }
    : game;

/** The team that a user was in in the game before. */
export function inheritedTeamOf({ inheritedTeams: teams }: Game, userId: UserId): number | null {
  if (teams === undefined) return null;
  const known = teamsByMember.get(teams);
  if (known !== undefined) return known.get(userId) ?? null;
  const byMember = new Map(teams.flatMap(({ team, members }) => members.map((member) => [member, team] as const)));
  teamsByMember.set(teams, byMember);
  return byMember.get(userId) ?? null;
}

/** What a buzz or a verdict names: the team for which it counts, or the player alone. */
export interface Side {
  readonly playerId: UserId;
  readonly team?: number | undefined;
}

/** Whether a buzz counts for this player: it is the own one, or one of the own team. */
export const isForPlayer = (buzz: Side, player: Pick<Player, 'id' | 'team'>): boolean =>
  buzz.team === undefined ? buzz.playerId === player.id : buzz.team === player.team;

export const isSameSide = (one: Side, other: Side): boolean =>
  one.team === undefined ? one.playerId === other.playerId : one.team === other.team;

/** Whether what happened to a side concerns the owner of this seat. */
export const concernsSeat = (
  seat: OwnSeat,
  side: { readonly playerId: UserId | null; readonly team?: number | undefined },
  userId: UserId,
) => (side.team === undefined ? side.playerId === userId : side.team === seat.team);

/** A team's score as an event tells it to views; nothing in a game without teams. */
export interface TeamScore {
  readonly team?: number;
  readonly teamScore?: number;
}

export function teamScore(game: WithTeams, number: number | undefined): TeamScore {
  const team = number === undefined ? null : teamNumbered(game, number);
  return team === null ? {} : { team: team.number, teamScore: team.score };
}

/** The view with the score of a team as an event tells it. */
export const withTeamScore = (view: GameView, { team: number, teamScore: score }: TeamScore): GameView =>
  number === undefined || score === undefined
    ? view
    : withTeam<TeamView, GameView>(view, number, (team) => ({ ...team, score }));

/** The game, or its view, in which this team picks next; without one it is the player's turn alone. */
export function withTurn<G extends { readonly nextTeam?: number }>(game: G, team: number | undefined): G {
  const { nextTeam: _nextTeam, ...rest } = game;
  return (team === undefined ? rest : { ...rest, nextTeam: team }) as G;
}

/** The view in which a team has so many members more. */
export const withMembersMore = (view: GameView, number: number | null | undefined, more: number): GameView =>
  number == null
    ? view
    : withTeam<TeamView, GameView>(view, number, (team) => ({ ...team, members: team.members + more }));

export const captainOf = (game: WithTeams, playerId: UserId): Team | null =>
  teamsOf(game).find(({ captain }) => captain === playerId) ?? null;

export function withCaptain<T extends Pick<Team, 'captain'>>(team: T, captain: UserId | undefined): T {
  const { captain: _captain, ...rest } = team;
  return (captain === undefined ? rest : { ...rest, captain }) as T;
}

/** The game whose captains are active members of their teams, also after one has left or changed the team. */
export function withoutFormerCaptains(game: Game): Game {
  const isFormer = ({ captain, number }: Team): boolean => {
    if (captain === undefined) return false;
    const player = playerOf(game, captain);
    return player?.isActive !== true || player.team !== number;
  };
  return game.teams?.some(isFormer) === true
    ? { ...game, teams: game.teams.map((team) => (isFormer(team) ? withCaptain(team, undefined) : team)) }
    : game;
}

type Seated = Pick<Game, 'players' | 'teams'>;
// Of the players and teams of the last look: each event is compared with the one before.
const shown = new WeakMap<
  Game['players'],
  { readonly teams: Game['teams']; readonly members: readonly ShownMembers[] }
>();

/** Which members of its teams a view of the game has. */
function shownMembers({ players, teams = [] }: Seated): readonly ShownMembers[] {
  const known = shown.get(players);
  if (known !== undefined && known.teams === teams) return known.members;
  const names = new Map<number, string[]>();
  const named = (number: number, name: string) => {
    const list = names.get(number);
    if (list === undefined) names.set(number, [name]);
    else if (list.length < MEMBER_NAMES_SHOWN) list.push(name);
  };
  const captains = new Set(teams.map(({ captain }) => captain));
  for (const { number, captain } of teams) {
    const player = captain === undefined ? null : playerOf({ players }, captain);
    if (player !== null) named(number, player.name);
  }
  for (const { id, team, name, removed } of players)
    if (team !== undefined && removed === null && !captains.has(id)) named(team, name);
  const members = teams.map(({ number, captain }): ShownMembers => {
    const memberNames = names.get(number);
    return { number, ...(captain !== undefined && { captain }), ...(memberNames && { memberNames }) };
  });
  shown.set(players, { teams, members });
  return members;
}

/** What an event changed of it. */
export function shownMembersChanged(before: Seated, after: Seated): readonly ShownMembers[] {
  if (after.teams === undefined || (before.players === after.players && before.teams === after.teams)) return [];
  const former = new Map(shownMembers(before).map((one) => [one.number, one]));
  return shownMembers(after).filter((one) => !areSameMembers(one, former.get(one.number) ?? { number: one.number }));
}

const areSameMembers = (one: ShownMembers, other: ShownMembers): boolean =>
  one.captain === other.captain && one.memberNames?.join('\n') === other.memberNames?.join('\n');

/** The view with members of some teams as an event tells them. */
export const withShownMembers = (view: GameView, changed: readonly ShownMembers[]): GameView =>
  changed.reduce<GameView>(
    (next, { number, captain, memberNames }) =>
      withTeam<TeamView, GameView>(next, number, (team) => {
        const { memberNames: _memberNames, ...rest } = withCaptain(team, captain);
        return memberNames === undefined ? rest : { ...rest, memberNames };
      }),
    view,
  );

export function teamViews(game: Game): Pick<GameView, 'teams'> {
  if (game.teams === undefined) return {};
  const sizes = teamSizes(game);
  const members = shownMembers(game);
  return {
    teams: game.teams.map((team, at) => {
      const { key: _key, ...shownTeam } = team;
      return { ...shownTeam, members: size(sizes, team), ...members[at] };
    }),
  };
}
