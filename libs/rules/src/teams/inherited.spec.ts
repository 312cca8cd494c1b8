import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inheritCrewOf } from '../crew/inherit.js';
import type { Game } from '../state.js';
import { given, play, type Played } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import { fixedExamples, playWishes, startedGamesOfTeams } from '../testing/stories.js';
import { expectAllToFollow } from '../testing/views-follow.js';
import { wishesOf } from '../testing/wishes.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';

const { addsTeams, allowsSeat, as, changesSettings, choosesTeam, creates, dealsTeams, inheritsTeams, joins } = steps;
const { leaves, locksJoining, mergesTeams, MODERATOR, movesToTeam, movesUser, removes, removesTeam } = steps;
const { inheritsFrom, rejoins, setsCaptain } = steps;
const { requestsSeat, starts, step, user } = steps;

const [FOXES, OWLS, BEARS] = [1, 2, 3];
/** The next game of three teams with members, and of an empty one. Its bears are above the owls. */
const inherited = [
  creates(),
  inheritsTeams([
    [FOXES, 'Foxes', 'ann', 'bob'],
    [BEARS, 'Bears', 'cem'],
    [OWLS, 'Owls', 'dora', 'eve', 'finn'],
    [4, 'Cubs'],
  ]),
];
const teamOf = (who: string, { game }: { game(): Game }) => game().players.find(({ id }) => id === user(who))?.team;

describe('Teams of the game before', () => {
  it('keep numbers, names and order, with scores of zero and without members at first', () => {
    expect(viewOf(given(...inherited).game(), 'stage').teams).toEqual([
      { number: FOXES, name: 'Foxes', score: 0, members: 0 },
      { number: BEARS, name: 'Bears', score: 0, members: 0 },
      { number: OWLS, name: 'Owls', score: 0, members: 0 },
      { number: 4, name: 'Cubs', score: 0, members: 0 },
    ]);
  });

  it('get their members back one by one, and other players choose', () => {
    const game = given(...inherited).when(joins('dora'));
    expect(game.events.map(({ type }) => type)).toEqual(['playerJoined', 'teamJoined']);
    expect(teamOf('dora', game)).toBe(OWLS);
    expect(teamOf('zoe', given(...inherited).when(joins('zoe')))).toBeUndefined();
    expect(teamOf('dora', given(...inherited, joins('dora'), choosesTeam('dora', FOXES)))).toBe(FOXES);
  });

  it('get back members who come after the start, while others go to the smallest', () => {
    const begun = [...inherited, joins('ann'), joins('cem'), joins('dora'), joins('eve'), starts()];
    expect(teamOf('finn', given(...begun).when(joins('finn')))).toBe(OWLS);
    expect(teamOf('zoe', given(...begun).when(joins('zoe')))).toBe(4);
  });

  it('get back one member more than their size', () => {
    const full = [...inherited, changesSettings({ teamSize: 1 }), joins('zoe'), choosesTeam('zoe', FOXES)];
    expect(teamOf('ann', given(...full).when(joins('ann')))).toBe(FOXES);
  });

  it('show no kind of view who will come', () => {
    const { game, events } = given(inherited[0]!).when(inherited[1]!);
    expect(events.at(-1)?.type).toBe('teamsInherited');
    for (const kind of VIEW_KINDS) expect(JSON.stringify(viewOf(game(), kind))).not.toContain('dora');
  });

  it('forget members of a team that is removed, also when another one gets its number', () => {
    const again = [...inherited, removesTeam(OWLS), addsTeams('Snakes')];
    expect(
      given(...again)
        .game()
        .teams?.at(-1),
    ).toMatchObject({ number: OWLS, name: 'Snakes' });
    expect(teamOf('dora', given(...again).when(joins('dora')))).toBeUndefined();
    expect(teamOf('ann', given(...again).when(joins('ann')))).toBe(FOXES);
  });

  it('get back members of a team that was merged into them', () => {
    expect(teamOf('cem', given(...inherited, mergesTeams(BEARS, OWLS)).when(joins('cem')))).toBe(OWLS);
  });

  it('forget all who have not come when the moderator deals, and none at the start', () => {
    const dealt = given(...inherited, joins('ann'), dealsTeams(7));
    expect(dealt.game()).not.toHaveProperty('inheritedTeams');
    const late = given(...inherited, joins('ann'), joins('zoe'), starts()).when(joins('eve'));
    expect(teamOf('eve', late)).toBe(OWLS);
  });

  it('bring along how players get into a team', () => {
    const settings = { teamChoice: 'moderator', teamSize: 4 } as const;
    const game = given(creates(), inheritsTeams([[FOXES, 'Foxes', 'ann']], settings)).game();
    expect(game.settings).toMatchObject(settings);
    const same = given(creates(), changesSettings(settings)).when(inheritsTeams([[FOXES, 'Foxes', 'ann']], settings));
    expect(same.events.map(({ type }) => type)).toEqual(['teamCreated', 'teamsInherited']);
  });

  it('change nothing in a game that has teams, or has begun', () => {
    expect(given(...inherited).when(inherited[1]!).events).toEqual([]);
    expect(given(creates(), addsTeams('Snakes')).when(inherited[1]!).events).toEqual([]);
    expect(given(creates(), starts()).when(inherited[1]!).events).toEqual([]);
  });

  it('stay those of a seat that moves to an account', () => {
    const game = given(...inherited, joins('dora'), movesUser('dora', 'dora-account'));
    expect(teamOf('dora-account', game)).toBe(OWLS);
  });

  it('leave a member without one whom the moderator has moved out since', () => {
    const game = given(...inherited, joins('ann'), movesToTeam('ann', null), leaves('ann'));
    expect(teamOf('ann', game.when(step(user('ann'), { type: 'rejoinGame' })))).toBeUndefined();
  });

  it('leave out players who were removed, and keep those who left', () => {
    const before = given(
      ...[creates(), joins('ann'), joins('bob'), addsTeams('Foxes'), dealsTeams(1), removes('ann'), leaves('bob')],
    ).game();
    expect(inheritCrewOf(MODERATOR, before).teams?.teams).toEqual([
      { number: FOXES, name: 'Foxes', members: [user('bob')] },
    ]);
    expect(inheritCrewOf(MODERATOR, given(creates(), joins('ann')).game())).not.toHaveProperty('teams');
  });

  it('leave a place for members who miss a game, until they come or are forgotten', () => {
    const missed = given(...inherited, joins('ann'), joins('dora')).game();
    const members = inheritCrewOf(MODERATOR, missed).teams?.teams.map((team) => [team.name, ...team.members]);
    expect(members).toEqual([
      ['Foxes', user('ann'), user('bob')],
      ['Bears', user('cem')],
      ['Owls', user('dora'), user('eve'), user('finn')],
      ['Cubs'],
    ]);
    const removed = given(...inherited, joins('bob'), removes('bob')).game();
    expect(JSON.stringify(inheritCrewOf(MODERATOR, removed))).not.toContain('"bob"');
  });

  const captainIn = ({ game }: { game(): Game }, number = FOXES) =>
    game().teams?.find((team) => team.number === number)?.captain;
  /** The game after one in which Bob was captain of the foxes, with Ann. */
  const captained = (...more: readonly steps.Step[]) => {
    const people = ['ann', 'bob'].flatMap((who) => [joins(who), choosesTeam(who, FOXES)]);
    const before = given(...[creates(), addsTeams('Foxes', 'Owls'), ...people, setsCaptain(FOXES, 'bob')]).game();
    return given(creates(), inheritsFrom(before), ...more);
  };

  it('follow their captain again as soon as the captain has a seat, and no one instead', () => {
    expect(captainIn(captained(joins('ann')))).toBeUndefined();
    const { game, events } = captained(joins('ann')).when(joins('bob'));
    expect(captainIn({ game })).toBe('bob');
    expect(events.map(({ type }) => type)).toEqual(['playerJoined', 'teamJoined']);
    for (const kind of VIEW_KINDS)
      expect(viewOf(game(), kind).teams?.[0]).toMatchObject({ captain: 'bob', memberNames: ['bob', 'ann'] });
  });

  it.each([
    ['the crew names another one', [joins('ann'), setsCaptain(FOXES, 'ann'), joins('bob')], 'ann'],
    ['the crew ends it', [joins('bob'), setsCaptain(FOXES, null), leaves('bob'), rejoins('bob')], undefined],
    ['the captain leaves', [joins('bob'), leaves('bob'), rejoins('bob')], undefined],
    ['the captain changes the team', [joins('bob'), choosesTeam('bob', OWLS), choosesTeam('bob', FOXES)], undefined],
    ['players are dealt', [joins('ann'), dealsTeams(1), joins('bob'), choosesTeam('bob', FOXES)], undefined],
    ['the team joins another one', [mergesTeams(FOXES, OWLS), joins('bob')], undefined],
  ])('end with the captain that is due when %s', (_, more, due) => {
    expect(captainIn(captained(...more)) ?? captainIn(captained(...more), OWLS)).toBe(due);
  });

  it('keep a captain who misses a game for the one after it', () => {
    const after = given(creates(), inheritsFrom(captained(joins('ann')).game()), joins('bob'));
    expect(captainIn(after)).toBe('bob');
  });

  it('leave a seat in the team it has when another user gets it', () => {
    const asks = [...inherited, joins('zoe', 'Zoe'), leaves('zoe'), locksJoining(true), requestsSeat('ann', 'Zoe')];
    const { seat } = given(...asks).game().seatRequests[0]!;
    expect(teamOf('ann', given(...asks).when(allowsSeat('ann', seat)))).toBeUndefined();
  });
});

const teamWishes = wishesOf({ buzz: 4, judge: 2, select: 2, team: 4, leave: 1, rejoin: 1, remove: 1, move: 1, end: 1 });
const stories = fc.tuple(
  startedGamesOfTeams([2, 5, 23], 3),
  fc.array(teamWishes, { minLength: 5, maxLength: 40 }),
  fc.array(wishesOf({ team: 3, leave: 1, rejoin: 1, rename: 1, moveUser: 1, settings: 1 }), { maxLength: 20 }),
);

describe('Any game that follows one of teams', () => {
  it('gives every member the former team once all have come, and shows the same teams in every view', () => {
    fc.assert(
      fc.property(stories, ([beginning, list, more]) => {
        const before = playWishes(beginning, list).state as Game;
        const members = before.players.filter(({ removed }) => removed === null);
        const command = inheritCrewOf(MODERATOR, { ...before, moderatorId: MODERATOR });
        const next = [
          creates(),
          { ...inherited[1]!, command: { ...command, members: [{ ...command.members[0]!, userId: MODERATOR }] } },
          ...members.map(({ id, name }) => as(id, step(id, { type: 'joinGame', name }))),
        ].reduce<Played>(play, { ...beginning, state: { status: 'none' }, log: [] });
        const { teams, players } = next.state as Game;
        expect(teams?.map(({ number, name }) => [number, name])).toEqual(
          before.teams?.map(({ number, name }) => [number, name]),
        );
        expect(players.map(({ id, team }) => [id, team])).toEqual(members.map(({ id, team }) => [id, team]));
        expectAllToFollow(playWishes(next, more));
      }),
      { numRuns: 60, examples: fixedExamples(stories) },
    );
  });
});
