import { z } from 'zod';
import { NAME_MAX_UNITS, TEAMS_MAX } from '../constants.js';
import { command, event, rejected, type Emits, type EventOf, type ViewEvolution } from '../definition.js';
import { TeamNumber } from '../ids.js';
import { cleanName } from '../names.js';
import { notUndoable } from '../playback.js';
import type { RejectionCode } from '../rejections.js';
import type { Game, Team } from '../state.js';
import type { GameView, TeamView } from '../views.js';
import {
  isTeamNameHeld,
  memberOfTeam,
  teamNumbered,
  teamsOf,
  withInherited,
  withoutInheritedCaptain,
  withTeam,
  withTeams,
} from '../teams.js';

export const teamCreated = event('teamCreated', {
  /** `fixed`: by the event that the game belongs to, which may know the team by a key. */
  fields: () => ({
    team: TeamNumber,
    name: z.string(),
    fixed: z.literal(true).optional(),
    key: z.string().optional(),
  }),
  evolve: (game, { team: number, name, fixed, key }) =>
    teamNumbered(game, number) === null
      ? withTeams<Team, Game>(game, [
          ...teamsOf(game),
          { number, name, score: 0, ...(fixed && { fixed }), ...(key !== undefined && { key }) },
        ])
      : game,
  view: (v, { key: _key, ...created }) => ({ v, ...created }),
});
export const teamCreatedView: ViewEvolution<typeof teamCreated> = {
  by: 'moderator',
  evolveView: (view, { team: number, name, fixed }) =>
    withTeams<TeamView, GameView>(view, [
      ...(view.teams ?? []),
      { number, name, score: 0, members: 0, ...(fixed && { fixed }) },
    ]),
};

export const createdTeam = (
  { number, name, fixed, key }: Pick<Team, 'number' | 'name' | 'fixed'> & { readonly key?: string | undefined },
  at: number,
): EventOf<typeof teamCreated> => ({
  ...{ type: 'teamCreated', at, team: number, name },
  ...(fixed && { fixed }),
  ...(key !== undefined && { key }),
});

/** Teams are begun before the start; one more can be made while playing, to split others. */
export const addTeams = command('addTeams', {
  issuer: 'people',
  fields: () => ({ names: z.array(z.string().max(NAME_MAX_UNITS)).min(1).max(TEAMS_MAX) }),
  decide: ({ game, at }, { names }): Emits<typeof teamCreated> => {
    const teams = teamsOf(game);
    if (teams.some(({ fixed }) => fixed)) return rejected('teams-fixed');
    if (teams.length === 0 && game.status !== 'setup') return rejected('not-in-setup');
    if (teams.length + names.length > TEAMS_MAX) return rejected('teams-full');
    const known: Team[] = [...teams];
    const created: EventOf<typeof teamCreated>[] = [];
    for (const typed of names) {
      const named = teamName({ teams: known }, typed);
      if ('refused' in named) return rejected(named.refused);
      const { name } = named;
      const number = freeNumber(known);
      known.push({ number, name, score: 0 });
      created.push({ type: 'teamCreated', at, team: number, name });
    }
    return created;
  },
});

/** The first that no team has: the looks of the first teams are the easiest to tell apart. */
export function freeNumber(teams: readonly Team[]): number {
  let number = 1;
  while (teams.some((team) => team.number === number)) number++;
  return number;
}

export function teamName(
  game: Pick<Game, 'teams'>,
  typed: string,
  own?: number,
): { readonly name: string } | { readonly refused: RejectionCode } {
  const cleaned = cleanName(typed);
  if ('refused' in cleaned) return cleaned;
  return isTeamNameHeld(game, cleaned.name, own) ? { refused: 'team-name-taken' } : cleaned;
}

export const renamed = <T extends Team, G extends { readonly teams?: readonly T[] }>(
  game: G,
  { team: number, name }: { readonly team: number; readonly name: string },
): G => withTeam<T, G>(game, number, (team) => ({ ...team, name }));

export const teamRenamed = event('teamRenamed', {
  fields: () => ({ team: TeamNumber, name: z.string() }),
  evolve: (game, event) => renamed<Team, Game>(game, event),
});
export const teamRenamedView: ViewEvolution<typeof teamRenamed> = {
  by: 'moderator',
  evolveView: (view, event) => renamed<TeamView, GameView>(view, event),
};

export const renameTeam = command('renameTeam', {
  issuer: 'people',
  fields: () => ({ team: TeamNumber, name: z.string().max(NAME_MAX_UNITS) }),
  decide: ({ game, at }, { team: number, name: typed }): Emits<typeof teamRenamed> => {
    const team = teamNumbered(game, number);
    if (team === null) return rejected('team-not-found');
    if (team.fixed) return rejected('teams-fixed');
    const named = teamName(game, typed, number);
    if ('refused' in named) return rejected(named.refused);
    return named.name === team.name ? [] : [{ type: 'teamRenamed', at, team: number, name: named.name }];
  },
});

const without = <T extends { readonly number: number }>(teams: readonly T[], number: number): readonly T[] =>
  teams.filter((team) => team.number !== number);

/** As it was, but for no team where it was for this one: another one may get its number. */
const countedForNone =
  (number: number) =>
  <C extends { readonly team?: number }>(one: C): C => {
    const { team, ...rest } = one;
    return team === number ? (rest as C) : one;
  };

/** Its members are in no team. */
export const teamRemoved = event('teamRemoved', {
  fields: () => ({ team: TeamNumber }),
  evolve: (game, { team: number }) => {
    const players = game.players.map((player) => (player.team === number ? memberOfTeam(player, null) : player));
    const scoreChanges = game.scoreChanges.map(countedForNone(number));
    const next = withTeams<Team, Game>({ ...game, players, scoreChanges }, without(teamsOf(game), number));
    return withInherited(next, next.inheritedTeams ?? []);
  },
});
export const teamRemovedView: ViewEvolution<typeof teamRemoved> = {
  by: 'moderator',
  evolveView: (view, { team: number }) =>
    withTeams<TeamView, GameView>(
      { ...view, scoreChanges: view.scoreChanges && view.scoreChanges.map(countedForNone(number)) },
      without(view.teams ?? [], number),
    ),
  evolveSeat: (seat, { team: number }) => countedForNone(number)(seat),
};

/** Before the start; the last one ends the game's teams. While playing, a team is merged into another one instead. */
export const removeTeam = command('removeTeam', {
  issuer: 'people',
  fields: () => ({ team: TeamNumber }),
  decide: ({ game, at }, { team: number }): Emits<typeof teamRemoved> => {
    const team = teamNumbered(game, number);
    if (team === null) return rejected('team-not-found');
    if (team.fixed) return rejected('teams-fixed');
    return game.status === 'setup' ? [{ type: 'teamRemoved', at, team: number }] : rejected('not-in-setup');
  },
});

interface Merge {
  readonly team: number;
  readonly into: number;
}

type Counted = { readonly team?: number };

/** A game or a view of one, as far as a merge changes both alike. */
interface Mergeable<T> {
  readonly teams?: readonly T[];
  readonly scoreChanges: readonly Counted[] | null;
  readonly categories: readonly { readonly questions: readonly { readonly verdicts: readonly Counted[] | null }[] }[];
}

const countedFor =
  ({ team, into }: Merge) =>
  <C extends Counted>(one: C): C =>
    one.team === team ? { ...one, team: into } : one;

function merged<T extends Team & { readonly members?: number }, G extends Mergeable<T>>(game: G, merge: Merge): G {
  const { team: number, into } = merge;
  const teams = game.teams ?? [];
  const gone = teams.find((team) => team.number === number);
  if (gone === undefined || number === into || !teams.some((team) => team.number === into)) return game;
  const of = countedFor(merge);
  const sum = (team: T): T => ({
    ...team,
    score: team.score + gone.score,
    ...(team.members !== undefined && { members: team.members + (gone.members ?? 0) }),
  });
  const categories = game.categories.map((category) => ({
    ...category,
    questions: category.questions.map((question) => ({
      ...question,
      verdicts: question.verdicts && question.verdicts.map(of),
    })),
  }));
  const next = { ...game, categories, scoreChanges: game.scoreChanges && game.scoreChanges.map(of) };
  const isTurn = 'nextTeam' in next && next.nextTeam === number;
  const turned = isTurn ? { ...next, nextTeam: into } : next;
  return withTeam<T, G>(withTeams<T, G>(turned, without(teams, number)), into, sum);
}

/** One team of two: members, score and what was judged for them. No verdict can be undone any more. */
export const teamsMerged = event('teamsMerged', {
  fields: () => ({ team: TeamNumber, into: TeamNumber }),
  evolve: (game, merge) => {
    const next = merged<Team, Game>(game, merge);
    if (next === game) return game;
    const { inheritedTeams = [] } = withoutInheritedCaptain(game, merge.team);
    const inherited = inheritedTeams.map(countedFor(merge));
    return withInherited(notUndoable({ ...next, players: game.players.map(countedFor(merge)) }), inherited);
  },
});

export const teamsMergedView: ViewEvolution<typeof teamsMerged> = {
  by: 'moderator',
  evolveView: (view, merge) => notUndoable(merged<TeamView, GameView>(view, merge)),
  evolveSeat: (seat, merge) => ({ ...countedFor(merge)(seat), beforeVerdict: null }),
};

/** Between questions, as a team has one buzz in the queue at most. */
export const mergeTeams = command('mergeTeams', {
  issuer: 'people',
  fields: () => ({ team: TeamNumber, into: TeamNumber }),
  decide: ({ game, at }, { team, into }): Emits<typeof teamsMerged> => {
    const both = [team, into].map((number) => teamNumbered(game, number));
    if (both.includes(null)) return rejected('team-not-found');
    if (both.some((each) => each?.fixed)) return rejected('teams-fixed');
    if (team === into) return [];
    if (game.status === 'playing' && game.current !== null) return rejected('question-in-play');
    return [{ type: 'teamsMerged', at, team, into }];
  },
});
