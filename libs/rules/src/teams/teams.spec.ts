import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TEAMS_MAX } from '../constants.js';
import type { GameEvent } from '../events.js';
import { Version } from '../ids.js';
import type { Game } from '../state.js';
import { given, play } from '../testing/given-when-then.js';
import * as steps from '../testing/steps.js';
import { fixedExamples, playWishes, plantedDraft, startedGamesOfTeams } from '../testing/stories.js';
import { eachEvent, expectAllToFollow } from '../testing/views-follow.js';
import { wishesOf } from '../testing/wishes.js';
import { seatOf, viewOf } from '../views/view-of.js';

const {
  addsTeams,
  allowsSeat,
  as,
  buzzes,
  category,
  changesScore,
  changesSettings,
  changesVerdict,
  choosesTeam,
  completes,
  creates,
  dealsTeams,
  joins,
  judges,
  leaves,
  locksJoining,
  mergesTeams,
  movesToTeam,
  movesUser,
  MODERATOR,
  proposes,
  question,
  removes,
  removesTeam,
  renamesTeam,
  requestsSeat,
  selects,
  startedWith,
  starts,
  step,
  undoes,
  user,
} = steps;

const [FOXES, OWLS] = [1, 2];
const people = ['ann', 'bob', 'cem', 'dora'];
const lobby = [creates(), ...people.map((who) => joins(who)), addsTeams('Foxes', 'Owls')];
/** Ann and Bob are Foxes, Cem and Dora are Owls. */
const chosen = [
  ...lobby,
  ...['ann', 'bob'].map((who) => choosesTeam(who, FOXES)),
  ...['cem', 'dora'].map((who) => choosesTeam(who, OWLS)),
];
const onSong = [...chosen, starts(), selects('q100')];
const scoresOf = (game: { game(): Game }) => game.game().teams?.map(({ name, score }) => [name, score]);
const teamsByPlayer = ({ players }: Game) => Object.fromEntries(players.map(({ id, team }) => [id, team]));

describe('Teams in the lobby', () => {
  it('refuse the name of another team, also in letters that look the same', () => {
    const game = given(...lobby);
    expect(game.game().teams).toEqual([
      { number: FOXES, name: 'Foxes', score: 0 },
      { number: OWLS, name: 'Owls', score: 0 },
    ]);
    for (const name of ['foxes', ' Fоxes ', 'FOXES'])
      expect(game.when(addsTeams(name)).refusal).toBe('team-name-taken');
    expect(game.when(addsTeams('Bears', 'bears')).refusal).toBe('team-name-taken');
    expect(game.when(addsTeams('')).refusal).toBe('name-required');
    expect(game.when(addsTeams('x'.repeat(21))).refusal).toBe('name-too-long');
  });

  it(`number ${TEAMS_MAX} at most`, () => {
    const names = Array.from({ length: TEAMS_MAX }, (_, n) => `Team ${n}`);
    const full = given(creates(), addsTeams(...names));
    expect(full.when(addsTeams('One more')).refusal).toBe('teams-full');
  });

  it('take the number of a team that was removed, and its look with it', () => {
    const game = given(...lobby, removesTeam(FOXES)).when(addsTeams('Bears'));
    expect(game.events).toMatchObject([{ type: 'teamCreated', team: FOXES, name: 'Bears' }]);
  });

  it('let players choose until the game starts', () => {
    const game = given(...chosen);
    expect(teamsByPlayer(game.game())).toEqual({ ann: FOXES, bob: FOXES, cem: OWLS, dora: OWLS });
    expect(game.when(choosesTeam('ann', OWLS)).player('ann').team).toBe(OWLS);
    expect(game.when(choosesTeam('ann', FOXES)).events).toEqual([]);
    expect(game.when(choosesTeam('ann', 3)).refusal).toBe('team-not-found');
    expect(game.when(choosesTeam('eve', OWLS)).refusal).toBe('not-a-player');
    expect(given(...chosen, starts()).when(choosesTeam('ann', OWLS)).refusal).toBe('team-choice-closed');
  });

  it('let no player choose where the moderator deals', () => {
    const game = given(...lobby, changesSettings({ teamChoice: 'moderator' }));
    expect(game.when(choosesTeam('ann', OWLS)).refusal).toBe('team-choice-closed');
    expect(game.when(joins('eve')).player('eve').team).toBe(FOXES);
  });

  it('refuse one more than their size, whom the moderator may still move there', () => {
    const game = given(...chosen, changesSettings({ teamSize: 2 }));
    expect(game.when(choosesTeam('ann', OWLS)).refusal).toBe('team-full');
    expect(game.when(movesToTeam('ann', OWLS)).player('ann').team).toBe(OWLS);
  });

  it('fill evenly by a deal, the same for each seed, and again until the start', () => {
    const deal = (seed: number) => teamsByPlayer(given(...lobby, dealsTeams(seed)).game());
    expect(Object.values(deal(7)).sort()).toEqual([FOXES, FOXES, OWLS, OWLS]);
    expect(deal(7)).toEqual(deal(7));
    const deals = new Set(Array.from({ length: 30 }, (_, seed) => JSON.stringify(deal(seed))));
    expect(deals.size).toBe(6);
    expect(given(...chosen, starts()).when(dealsTeams(1)).refusal).toBe('not-in-setup');
    expect(given(creates(), joins('ann')).when(dealsTeams(1)).refusal).toBe('team-not-found');
  });

  it('give every player without a team a place in the smallest one at the start', () => {
    const game = given(
      ...lobby,
      ...['ann', 'bob', 'cem'].map((who) => choosesTeam(who, FOXES)),
      joins('eve'),
      starts(),
    );
    expect(teamsByPlayer(game.game())).toEqual({ ann: FOXES, bob: FOXES, cem: FOXES, dora: OWLS, eve: OWLS });
  });

  it('begin in no game that is being played', () => {
    expect(given(creates(), joins('ann'), starts()).when(addsTeams('Foxes')).refusal).toBe('not-in-setup');
  });

  it('leave no score behind for the team that gets their number', () => {
    const changed = [...chosen, changesScore('ann', 100, 'Won the warm-up')];
    const { version } = given(...changed).game();
    const undoing = step(MODERATOR, { type: 'undoScoreChange', change: Version.parse(version) });
    expect(scoresOf(given(...changed, removesTeam(FOXES), addsTeams('Blues'), undoing))).toEqual([
      ['Owls', 0],
      ['Blues', 0],
    ]);
  });

  it('end with the last one that is removed', () => {
    const game = given(...chosen, removesTeam(FOXES), removesTeam(OWLS)).game();
    expect(game).not.toHaveProperty('teams');
    expect(teamsByPlayer(game)).toEqual({ ann: undefined, bob: undefined, cem: undefined, dora: undefined });
    expect(given(...chosen, starts()).when(removesTeam(FOXES)).refusal).toBe('not-in-setup');
  });
});

describe('A question played by teams', () => {
  it('takes one buzz of each team into its queue', () => {
    const game = given(...onSong, buzzes('ann', 'q100'));
    expect(game.when(buzzes('bob', 'q100')).events).toEqual([]);
    expect(game.when(buzzes('cem', 'q100')).queue()).toEqual(['ann', 'cem']);
  });

  it('shows all members of a team its place', () => {
    const { state } = given(...onSong, buzzes('cem', 'q100'), buzzes('ann', 'q100'));
    const places = people.map((who) => seatOf(state as Game, user(who))?.place);
    expect(places).toEqual([2, 2, 1, 1]);
  });

  it('counts an answer for the team and for the player', () => {
    const right = given(...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    expect([scoresOf(right), right.player('ann').score]).toEqual([
      [
        ['Foxes', 100],
        ['Owls', 0],
      ],
      100,
    ]);
    const wrong = given(...onSong, buzzes('cem', 'q100'), judges('cem', false, 'q100'));
    expect(scoresOf(wrong)).toEqual([
      ['Foxes', 0],
      ['Owls', -50],
    ]);
  });

  it('ends for the whole team with a wrong answer, where one attempt is allowed', () => {
    const once = [...chosen, changesSettings({ attempts: 'once' }), starts(), selects('q100')];
    const game = given(...once, buzzes('ann', 'q100'), judges('ann', false, 'q100'));
    expect(game.when(buzzes('bob', 'q100')).refusal).toBe('already-attempted');
    expect(game.when(buzzes('cem', 'q100')).queue()).toEqual(['cem']);
    expect(people.map((who) => seatOf(game.game(), user(who))?.out)).toEqual([true, true, false, false]);
  });

  it('lets the team try again after a wrong answer, where attempts are unlimited', () => {
    const game = given(...onSong, buzzes('ann', 'q100'), judges('ann', false, 'q100'), buzzes('bob', 'q100'));
    expect(game.queue()).toEqual(['bob']);
  });

  it('keeps a waiting buzz for the team of the player who is moved away', () => {
    const moved = given(...onSong, buzzes('ann', 'q100'), movesToTeam('ann', OWLS));
    expect(moved.when(buzzes('bob', 'q100')).events).toEqual([]);
    expect(moved.when(buzzes('ann', 'q100')).events).toEqual([]);
    // Also for those who read the log without buzzes.
    const verdict = { type: 'answerJudged', playerId: 'ann', team: FOXES };
    expect(moved.when(judges('ann', true, 'q100')).events).toMatchObject([verdict]);
    expect(scoresOf(moved.when(judges('ann', true, 'q100')))).toEqual([
      ['Foxes', 100],
      ['Owls', 0],
    ]);
  });

  it('takes no buzz for a new team of the player whose answer for the former one was just judged', () => {
    const moved = [...onSong, buzzes('ann', 'q100'), movesToTeam('ann', OWLS), judges('ann', false, 'q100')];
    const judged = given(...moved);
    expect(judged.when(buzzes('ann', 'q100')).refusal).toBe('already-attempted');
    expect(judged.when(buzzes('dora', 'q100')).queue()).toEqual(['dora']);
    const undone = given(...moved, buzzes('dora', 'q100'), undoes(judged.lastVerdict()));
    expect(undone.queue()).toEqual(['ann', 'dora']);
  });

  it('lets another member buzz when the one who had buzzed leaves', () => {
    const game = given(...onSong, buzzes('ann', 'q100'), leaves('ann'), buzzes('bob', 'q100'));
    expect(game.queue()).toEqual(['bob']);
  });

  it('gives the team its score and its place back when the verdict is undone', () => {
    const judged = [...onSong, buzzes('ann', 'q100'), buzzes('cem', 'q100'), judges('ann', false, 'q100')];
    const game = given(...judged, undoes(given(...judged).lastVerdict()));
    expect([scoresOf(game), game.queue()]).toEqual([
      [
        ['Foxes', 0],
        ['Owls', 0],
      ],
      ['ann', 'cem'],
    ]);
  });

  it('keeps the later buzz of a team when the undo cannot give back the one of a member who left', () => {
    const judged = [...onSong, buzzes('ann', 'q100'), judges('ann', false, 'q100')];
    const verdict = given(...judged).lastVerdict();
    const left = [...judged, buzzes('bob', 'q100'), leaves('ann'), undoes(verdict)];
    expect(given(...left).queue()).toEqual(['bob']);
  });

  it('leaves the points with the team when the player moves on, also in a correction', () => {
    const judged = [...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100')];
    const verdict = given(...judged).lastVerdict();
    const corrected = given(...judged, movesToTeam('ann', OWLS), changesVerdict('q100', verdict, false));
    expect(scoresOf(corrected)).toEqual([
      ['Foxes', -50],
      ['Owls', 0],
    ]);
  });

  it('ends the undo of a verdict when a player changes the team', () => {
    const judged = [...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100')];
    const moved = given(...judged, movesToTeam('bob', OWLS));
    expect(moved.when(undoes(given(...judged).lastVerdict())).refusal).toBe('no-verdict-to-undo');
  });

  it('lets any member of the team that was right propose the next question', () => {
    const game = given(...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100'));
    expect(game.when(proposes('bob', 'q200')).playing().proposedQuestionId).toBe('q200');
    expect(game.when(proposes('cem', 'q200')).refusal).toBe('not-your-turn');
    const left = given(
      ...onSong,
      buzzes('ann', 'q100'),
      judges('ann', true, 'q100'),
      proposes('ann', 'q200'),
      leaves('ann'),
    );
    expect(left.playing().proposedQuestionId).toBe('q200');
    expect(left.when(proposes('bob', 'q200')).refusal).toBe(null);
  });

  it('brings players who come later into the smallest team', () => {
    const game = given(...onSong, movesToTeam('dora', FOXES), joins('eve'));
    expect(game.player('eve').team).toBe(OWLS);
    expect(game.events.map(({ type }) => type)).toEqual(['playerJoined', 'teamJoined']);
  });

  it('brings a player who had been removed before the start into a team with the seat that they asked back for', () => {
    const removed = [...lobby, removes('ann'), ...['bob', 'cem'].map((who) => choosesTeam(who, FOXES)), starts()];
    const asks = [...removed, locksJoining(true), requestsSeat('ann', 'ann')];
    const { seat } = given(...asks).game().seatRequests[0]!;
    expect(given(...asks, allowsSeat('ann', seat)).player('ann').team).toBe(OWLS);
  });

  it('leaves a player in their team who signs in to an account', () => {
    expect(given(...onSong, movesUser('ann', 'ann-account')).player('ann-account').team).toBe(FOXES);
  });
});

describe('The moderator', () => {
  it('renames a team, unless another one has the name', () => {
    const game = given(...onSong);
    expect(game.when(renamesTeam(FOXES, 'Red Foxes')).game().teams?.[0]?.name).toBe('Red Foxes');
    expect(game.when(renamesTeam(FOXES, 'owls')).refusal).toBe('team-name-taken');
    expect(game.when(renamesTeam(FOXES, 'Foxes')).events).toEqual([]);
    expect(game.when(renamesTeam(9, 'Bears')).refusal).toBe('team-not-found');
  });

  it('joins two teams with all points between questions, and not while one is in play', () => {
    const judged = [...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100')];
    const game = given(...judged, selects('q200'), buzzes('cem', 'q200'), judges('cem', true, 'q200'));
    expect(given(...onSong).when(mergesTeams(OWLS, FOXES)).refusal).toBe('question-in-play');
    const merged = game.when(mergesTeams(OWLS, FOXES));
    expect(merged.game().teams).toEqual([{ number: FOXES, name: 'Foxes', score: 300 }]);
    expect(merged.playing().nextTeam).toBe(FOXES);
    expect(Object.values(teamsByPlayer(merged.game()))).toEqual([FOXES, FOXES, FOXES, FOXES]);
  });

  it('splits a team by a new one whose members are moved there', () => {
    const split = given(...onSong, addsTeams('Cubs'), movesToTeam('bob', 3));
    expect(viewOf(split.game(), 'stage').teams).toMatchObject([
      { number: FOXES, name: 'Foxes', score: 0, members: 1 },
      { number: OWLS, name: 'Owls', score: 0, members: 2 },
      { number: 3, name: 'Cubs', score: 0, members: 1 },
    ]);
  });

  it('takes a player out of every team before the start alone', () => {
    expect(
      given(...chosen)
        .when(movesToTeam('ann', null))
        .player('ann'),
    ).not.toHaveProperty('team');
    expect(given(...onSong).when(movesToTeam('ann', null)).refusal).toBe('not-in-setup');
    expect(given(...onSong).when(movesToTeam('eve', FOXES)).refusal).toBe('player-not-found');
  });

  it('changes the score of a team with that of its player', () => {
    const game = given(...onSong, changesScore('ann', 30, 'Sang along'));
    expect(scoresOf(game)).toEqual([
      ['Foxes', 30],
      ['Owls', 0],
    ]);
    expect(
      scoresOf(
        game.when(as('mo', step(MODERATOR, { type: 'undoScoreChange', change: Version.parse(game.game().version) }))),
      ),
    ).toEqual([
      ['Foxes', 0],
      ['Owls', 0],
    ]);
  });
});

const planted = (n: number) =>
  step(MODERATOR, {
    type: 'addQuestion',
    categoryId: category('tv'),
    questionId: question(`planted${n}`),
    question: plantedDraft(90_000 + n),
  });
const beginnings = startedGamesOfTeams([2, 5, 23], 3, ...[1, 2, 3, 4].map(planted));
const teamWishes = wishesOf({
  ...{ buzz: 10, judge: 4, judgeRight: 1, select: 3, team: 3, propose: 2, withdraw: 1, undo: 2, changeVerdict: 1 },
  ...{ changeScore: 1, undoScoreChange: 1, leave: 1, rejoin: 1, remove: 1, move: 1, moveUser: 1, end: 1, settings: 1 },
  ...{ delete: 1, requestSeat: 1, answerSeat: 1, unanswered: 1, timeTrial: 1, wild: 1 },
});
const stories = fc.tuple(beginnings, fc.array(teamWishes, { minLength: 30, maxLength: 90 }));

/** The score that each team must have: what the events of the log add up to, merged teams with it. */
function sumsOf(log: readonly GameEvent[]): ReadonlyMap<number, number> {
  const sums = new Map<number, number>();
  const counted = new Map<number, number | undefined>();
  const add = (team: number | undefined, gain: number) => {
    if (team !== undefined) sums.set(team, (sums.get(team) ?? 0) + gain);
  };
  eachEvent(log, (before, event, after) => {
    if (event.type === 'teamCreated') sums.set(event.team, sums.get(event.team) ?? 0);
    if (event.type === 'answerJudged') {
      const round = before.status === 'playing' ? before.current : null;
      const buzz = round?.answerQueue.find(({ playerId }) => playerId === event.playerId);
      if (round?.questionId !== event.questionId) return;
      counted.set(after.version, buzz?.team);
      add(buzz?.team, event.gain);
    }
    if (event.type === 'verdictUndone' && event.playerId !== null) add(counted.get(event.verdict), event.gain);
    if (event.type === 'verdictChanged') add(counted.get(event.verdict), event.gain);
    if (event.type === 'scoreChanged') {
      const team = before.players.find(({ id }) => id === event.playerId)?.team;
      counted.set(after.version, team);
      add(team, event.gain);
    }
    if (event.type === 'scoreChangeUndone') add(counted.get(event.change), event.gain);
    if (event.type === 'teamsMerged') {
      add(event.into, sums.get(event.team) ?? 0);
      sums.delete(event.team);
      for (const [version, team] of counted) if (team === event.team) counted.set(version, event.into);
    }
    if (event.type === 'teamRemoved') sums.delete(event.team);
  });
  return sums;
}

describe('Any game of teams', () => {
  it('keeps every score of a team equal to the sum of what was judged for it', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const { log, state } = playWishes(beginning, list);
        for (const { type } of log) seen.add(type);
        const sums = sumsOf(log);
        for (const { number, score } of (state as Game).teams ?? [])
          expect([number, score]).toEqual([number, sums.get(number)]);
      }),
      { numRuns: 80, examples: fixedExamples(stories) },
    );
    for (const type of ['verdictUndone', 'verdictChanged', 'scoreChanged', 'teamMoved', 'teamsMerged', 'playerRemoved'])
      expect([...seen]).toContain(type);
  });

  it('keeps at most one buzz of a team in the queue, and every player in one of its teams', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        playWishes(beginning, list, (_, { state }) => {
          if (state.status !== 'playing') return;
          const waiting = state.current?.answerQueue.map(({ team }) => team) ?? [];
          expect(new Set(waiting).size).toBe(waiting.length);
          const numbers = state.teams?.map(({ number }) => number) ?? [];
          const outside = state.players.filter(({ team, removed }) => removed === null && !numbers.includes(team ?? 0));
          expect(outside).toEqual([]);
        });
      }),
      { numRuns: 40, examples: fixedExamples(stories) },
    );
  });

  it('shows every kind of view and every seat the same whether carried on by events or sent whole', () => {
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        expectAllToFollow(playWishes(beginning, list));
      }),
      { numRuns: 40, examples: fixedExamples(stories) },
    );
  });

  it('deals teams whose sizes differ by one at most', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 12 }), fc.nat(0xffffffff), (players, teams, seed) => {
        const [, ...before] = [...startedWith(players)].reverse();
        const names = Array.from({ length: teams }, (_, n) => `Team ${n}`);
        const game = [addsTeams(...names), dealsTeams(seed)].reduce(play, given(...before.reverse())).state as Game;
        const members = viewOf(game, 'full').teams?.map((team) => team.members) ?? [];
        expect(members.reduce((sum, count) => sum + count, 0)).toBe(players);
        expect(Math.max(...members) - Math.min(...members)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it('ends with the scores of its teams', () => {
    const game = given(...onSong, buzzes('ann', 'q100'), judges('ann', true, 'q100'), completes());
    expect(viewOf(game.game(), 'player').teams).toMatchObject([
      { number: FOXES, name: 'Foxes', score: 100, members: 2 },
      { number: OWLS, name: 'Owls', score: 0, members: 2 },
    ]);
  });
});
