import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evolve } from '../evolve.js';
import type { Game } from '../state.js';
import { given, play } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import type { Step } from '../testing/steps.js';
import { fixedExamples, playWishes, startedGamesOfTeams } from '../testing/stories.js';
import { expectAllToFollow } from '../testing/views-follow.js';
import { wishesOf } from '../testing/wishes.js';
import { viewEventOf } from '../view-events.js';
import { VIEW_KINDS } from '../views.js';
import { viewOf } from '../views/view-of.js';

const { addsTeams, as, buzzes, changesSettings, choosesTeam, completes, creates, dealsTeams, joins, judges } = steps;
const { leaves, mergesTeams, movesToTeam, movesUser, namesOwnTeam, proposes, rejoins, removes, removesTeam } = steps;
const { selects, setsCaptain, starts, step, user } = steps;

const [FOXES, OWLS] = [1, 2];
/** Ann, Bob and Cem are Foxes, Dora is an Owl; Bob is captain. */
const captained = [
  ...[creates(), ...['ann', 'bob', 'cem', 'dora'].map((who) => joins(who)), addsTeams('Foxes', 'Owls')],
  ...['ann', 'bob', 'cem'].map((who) => choosesTeam(who, FOXES)),
  choosesTeam('dora', OWLS),
  setsCaptain(FOXES, 'bob'),
];
const captainOf = ({ game }: { game(): Game }, team = FOXES) =>
  game().teams?.find(({ number }) => number === team)?.captain ?? null;

describe('The captain of a team', () => {
  it('changes and ends by the moderator’s word', () => {
    const game = given(...captained);
    expect(captainOf(game)).toBe('bob');
    expect(game.when(setsCaptain(FOXES, 'bob')).events).toEqual([]);
    expect(captainOf(game.when(setsCaptain(FOXES, 'ann')))).toBe('ann');
    const cleared = game.when(setsCaptain(FOXES, null));
    expect(cleared.events).toMatchObject([{ type: 'captainSet', team: FOXES, playerId: null }]);
    expect(cleared.game().teams?.[0]).not.toHaveProperty('captain');
    expect(game.when(setsCaptain(OWLS, null)).events).toEqual([]);
    expect(game.when(as('ann', setsCaptain(FOXES, 'ann'))).refusal).toBe('not-moderator');
  });

  it('comes from the active members of the team', () => {
    const game = given(...captained, leaves('cem'));
    for (const who of ['dora', 'cem', 'zoe', '__proto__'])
      expect(game.when(setsCaptain(FOXES, who)).refusal).toBe('player-not-found');
    expect(game.when(setsCaptain(9, 'ann')).refusal).toBe('team-not-found');
  });

  it.each([
    ['leaves', leaves('bob')],
    ['is removed', removes('bob')],
    ['is moved to another team', movesToTeam('bob', OWLS)],
    ['is moved out of the team', movesToTeam('bob', null)],
    ['chooses another team', choosesTeam('bob', OWLS)],
  ])('ends with the member who %s, and does not come back with them', (_, gone) => {
    const game = given(...captained, gone);
    expect(captainOf(game)).toBeNull();
    const back = game.when(movesToTeam('bob', FOXES)).game().teams?.[0];
    expect(back).not.toHaveProperty('captain');
    expect(captainOf(given(...captained, leaves('bob'), rejoins('bob')))).toBeNull();
  });

  it('ends where a deal brings the captain into another team', () => {
    for (let seed = 0; seed < 20; seed++) {
      const dealt = given(...captained, dealsTeams(seed));
      expect(captainOf(dealt)).toBe(dealt.player('bob').team === FOXES ? 'bob' : null);
    }
  });

  it('ends with a team that is removed or merged, and stays in the team that takes the other one in', () => {
    expect(captainOf(given(...captained, removesTeam(FOXES), addsTeams('Bears')))).toBeNull();
    const both = [...captained, setsCaptain(OWLS, 'dora')];
    expect(captainOf(given(...both, mergesTeams(FOXES, OWLS)), OWLS)).toBe('dora');
    expect(captainOf(given(...captained, mergesTeams(FOXES, OWLS)), OWLS)).toBeNull();
  });

  it('keeps the task when the seat moves to an account', () => {
    expect(captainOf(given(...captained, movesUser('bob', 'bobs-account')))).toBe('bobs-account');
  });

  it('alone picks the next question for the team', () => {
    const right = [...captained, starts(), selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100')];
    const game = given(...right);
    expect(game.when(proposes('ann', 'q200')).refusal).toBe('not-your-turn');
    expect(game.when(proposes('bob', 'q200')).playing().proposedQuestionId).toBe('q200');
    const proposed = given(...right, proposes('bob', 'q200'));
    expect(proposed.when(step(user('ann'), { type: 'withdrawProposal' })).refusal).toBe('not-your-turn');
    const direct = given(...captained, changesSettings({ picking: 'direct' }), ...right.slice(captained.length));
    expect(direct.when(proposes('cem', 'q200')).refusal).toBe('not-your-turn');
    expect(direct.when(proposes('bob', 'q200')).playing().current?.questionId).toBe('q200');
    expect(given(...right, leaves('bob')).when(proposes('cem', 'q200')).refusal).toBeNull();
    expect(given(...right, setsCaptain(FOXES, null)).when(proposes('cem', 'q200')).refusal).toBeNull();
  });

  it('renames the own team, by the rules of its name and of names of players', () => {
    const game = given(...captained);
    const named = game.when(namesOwnTeam('bob', ' Red  Foxes '));
    expect(named.events).toMatchObject([{ type: 'teamNamed', playerId: 'bob', team: FOXES, name: 'Red Foxes' }]);
    expect(named.game()).toMatchObject({
      lastAction: { by: 'bob' },
      teams: [{ name: 'Red Foxes', captain: 'bob' }, {}],
    });
    expect(game.when(namesOwnTeam('bob', 'Foxes')).events).toEqual([]);
    const refusals = ['owls', '', 'x'.repeat(21)].map((name) => game.when(namesOwnTeam('bob', name)).refusal);
    expect(refusals).toEqual(['team-name-taken', 'name-required', 'name-too-long']);
    expect(game.when(namesOwnTeam('ann', 'Reds')).refusal).toBe('not-captain');
    expect(game.when(namesOwnTeam('zoe', 'Reds')).refusal).toBe('not-a-player');
    expect(given(...captained, leaves('bob')).when(namesOwnTeam('bob', 'Reds')).refusal).toBe('not-a-player');
  });

  it('gives the team no name that the block list has, nor any where names are reviewed', () => {
    const blocking = given(...captained, changesSettings({ blockedNames: ['Quizking'] }));
    expect(blocking.when(namesOwnTeam('bob', 'Qu1zking')).refusal).toBe('name-blocked');
    expect(blocking.when(steps.renamesTeam(FOXES, 'Quizking')).refusal).toBeNull();
    const reviewing = given(...captained, changesSettings({ nameReview: 'on' }));
    expect(reviewing.when(namesOwnTeam('bob', 'Reds')).refusal).toBe('not-allowed');
  });

  it('changes no more in a game that is over', () => {
    const game = given(...captained, starts(), completes());
    expect([game.when(setsCaptain(FOXES, 'ann')).refusal, game.when(namesOwnTeam('bob', 'Reds')).refusal]).toEqual([
      'game-ended',
      'game-ended',
    ]);
  });
});

describe('The names of members in views', () => {
  it('begin with the captain, and then follow the seats', () => {
    const { game } = given(...captained, joins('eve', 'Eve'), choosesTeam('eve', FOXES));
    for (const kind of VIEW_KINDS)
      expect(viewOf(game(), kind).teams).toEqual([
        { number: FOXES, name: 'Foxes', score: 0, members: 4, captain: 'bob', memberNames: ['bob', 'ann', 'cem'] },
        { number: OWLS, name: 'Owls', score: 0, members: 1, memberNames: ['dora'] },
      ]);
  });

  it('keep to stand-ins while a name waits for a review, but for the desk', () => {
    const { game } = given(
      creates({ nameReview: 'on' }),
      joins('ann', 'Ann'),
      addsTeams('Foxes'),
      choosesTeam('ann', FOXES),
    );
    const shown = VIEW_KINDS.map((kind) => [kind, viewOf(game(), kind).teams?.[0]?.memberNames]);
    expect(Object.fromEntries(shown)).toEqual({ full: ['Ann'], stage: ['Player 1'], player: ['Player 1'] });
  });

  it('come with an event only for teams in which it changed them', () => {
    const changes = (...more: readonly Step[]) => {
      const { state } = given(...captained);
      const log = given(...captained, ...more).log.slice((state as Game).version);
      return log.reduce<{ before: Game; told: unknown[] }>(
        ({ before, told }, event) => {
          const after = evolve(before, event) as Game;
          const seen = viewEventOf(before, event, after, 'stage', after.version);
          return { before: after, told: [...told, 'teamMembers' in seen ? seen.teamMembers : null] };
        },
        { before: state as Game, told: [] },
      ).told;
    };
    expect(changes(joins('eve'), choosesTeam('eve', FOXES))).toEqual([null, null]);
    expect(changes(joins('eve'), choosesTeam('eve', OWLS))).toEqual([
      null,
      [{ number: OWLS, memberNames: ['dora', 'eve'] }],
    ]);
    expect(changes(starts(), selects('q100'), buzzes('ann', 'q100'), judges('ann', true, 'q100'))).toEqual(
      Array.from({ length: 4 }, () => null),
    );
    expect(changes(leaves('bob'))).toEqual([[{ number: FOXES, memberNames: ['ann', 'bob', 'cem'] }]]);
  });
});

const captainWishes = wishesOf({
  ...{ buzz: 6, judge: 3, judgeRight: 2, select: 3, team: 8, propose: 4, withdraw: 1, leave: 2, rejoin: 2, remove: 1 },
  ...{ rename: 1, nameSet: 1, review: 2, move: 1, moveUser: 2, requestSeat: 1, answerSeat: 1, wild: 1 },
});
const beginnings = startedGamesOfTeams([2, 5, 23], 3).map((played) => {
  const players = played.state.status === 'playing' ? played.state.players : [];
  const captains = new Map(players.map(({ id, team }) => [team, id]));
  return [...captains].reduce((game, [team, id]) => play(game, setsCaptain(team ?? 0, id)), played);
});
const stories = fc.tuple(beginnings, fc.array(captainWishes, { minLength: 30, maxLength: 80 }));

describe('Any game with captains', () => {
  it('keeps them active members of their teams, and takes proposals of a team from its captain alone', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        playWishes(beginning, list, (before, { state, last }, { by, command }) => {
          if (state.status !== 'playing') return;
          for (const event of last.ok ? last.events : []) seen.add(event.type);
          for (const { number, captain } of state.teams ?? []) {
            if (captain === undefined) continue;
            seen.add('captain');
            const player = state.players.find(({ id }) => id === captain);
            expect(player).toMatchObject({ isActive: true, removed: null, team: number });
          }
          if (command.type !== 'proposeQuestion' || !last.ok || before.state.status !== 'playing') return;
          const { nextTeam, teams } = before.state;
          const captain = teams?.find(({ number }) => number === nextTeam)?.captain;
          if (captain !== undefined) expect(by).toBe(captain);
          if (captain !== undefined) seen.add('proposal of a captain');
        });
      }),
      { numRuns: 60, examples: fixedExamples(stories) },
    );
    for (const one of ['captain', 'captainSet', 'teamNamed', 'proposal of a captain']) expect([...seen]).toContain(one);
  });

  it('shows captains and names of members the same, whether carried on by events or sent whole', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        expectAllToFollow(playWishes(beginning, list));
      }),
      { numRuns: 60, examples: fixedExamples(stories) },
    );
  });
});
