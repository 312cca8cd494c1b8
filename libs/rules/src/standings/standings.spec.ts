import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { GameEvent } from '../events.js';
import { evolve } from '../evolve.js';
import { type Game, type GameState, NO_GAME } from '../state.js';
import type { Played } from '../testing/given-when-then.js';
import { playedIn, resultsOf, withTeamKeys } from '../testing/results-of.js';
import { isPlaced, movesUser } from '../testing/steps.js';
import { fixedExamples, playWishes, startedGames, startedGamesOfTeams } from '../testing/stories.js';
import { wishesOf } from '../testing/wishes.js';
import { COUNTINGS, snakeRoom, standingsOf, teamIdOf, type GameResults, type GameScore } from './standings.js';

const score = (id: string, points: number, right = 0, wrong = 0): GameScore => ({ id, name: id, points, right, wrong });
let games = 0;
const game = (scores: readonly GameScore[], change: Partial<GameResults> = {}): GameResults => ({
  ...{ gameId: `game-${++games}`, roomId: 'hall', createdAt: 1, questions: 10, scores },
  ...change,
});
const ranked = (...of: Parameters<typeof standingsOf>) =>
  standingsOf(...of).map(({ rank, id, value }) => [rank, id, value]);

describe('Standings over several games', () => {
  it('add up the points of one player over rooms and rounds, under the latest name and room', () => {
    const first = game([score('ann', 100, 1), score('bob', 300, 3, 1)]);
    const second = game([{ ...score('ann', 250, 2, 1), name: 'Ann B.' }], { roomId: 'cellar', createdAt: 2 });
    expect(standingsOf([second, first], 'points')).toEqual([
      { rank: 1, id: 'ann', name: 'Ann B.', roomId: 'cellar', points: 350, right: 3, wrong: 1, value: 350, games: 2 },
      { rank: 2, id: 'bob', name: 'bob', roomId: 'hall', points: 300, right: 3, wrong: 1, value: 300, games: 1 },
    ]);
  });

  it('keep players of equal names apart', () => {
    const namesakes = [1, 2].map((n) => ({ ...score(`id-${n}`, n), name: 'Ada' }));
    expect(ranked([game(namesakes)], 'points')).toEqual([
      [1, 'id-2', 2],
      [2, 'id-1', 1],
    ]);
  });

  it('break ties by right answers, then fewer wrong ones, and then share a place', () => {
    const level = [score('a', 50, 2, 1), score('b', 50, 3, 2), score('c', 50, 2, 1), score('d', 50, 2, 2)];
    expect(ranked([game(level)], 'points')).toEqual([
      [1, 'b', 50],
      [2, 'a', 50],
      [2, 'c', 50],
      [4, 'd', 50],
    ]);
  });

  it('count the average over all questions played to their end in the games that an entry took part in', () => {
    const long = game([score('ann', 300), score('bob', 240)], { questions: 30 });
    const short = game([score('bob', 60)], { questions: 2 });
    expect(ranked([long, short], 'average')).toEqual([
      [1, 'ann', 10],
      [2, 'bob', 300 / 32],
    ]);
    expect(ranked([game([score('ann', 0)], { questions: 0 })], 'average')).toEqual([[1, 'ann', 0]]);
  });

  it('give the first of four in a game 4 points for the place, and those who share one the same', () => {
    const four = [score('a', 9), score('b', 5), score('c', 5), score('d', 1)];
    expect(ranked([game(four)], 'places')).toEqual([
      [1, 'a', 4],
      [2, 'b', 3],
      [2, 'c', 3],
      [4, 'd', 1],
    ]);
  });

  it('rank points for places by points where they are level', () => {
    const results = [game([score('a', 10), score('b', 5)]), game([score('b', 500), score('a', 1)])];
    expect(ranked(results, 'places')).toEqual([
      [1, 'b', 3],
      [2, 'a', 3],
    ]);
  });

  it('leave the places of others as they are when an entry is hidden', () => {
    const three = [score('a', 9), { ...score('b', 5), isHidden: true as const }, score('c', 1)];
    expect(ranked([game(three)], 'places')).toEqual([
      [1, 'a', 3],
      [2, 'c', 1],
    ]);
  });

  it('know a team by its key in any case and width, and without one by room and number', () => {
    const key = 'Straße 1';
    expect(teamIdOf('hall', 1, key)).toBe(teamIdOf('cellar', 7, 'STRAße １'));
    const others = [teamIdOf('hall', 1, null), teamIdOf('hall', 2, null), teamIdOf('cellar', 1, null)];
    expect(new Set([...others, teamIdOf('hall', 1, 'hall 1'), teamIdOf('hall', 1, key)]).size).toBe(5);
  });

  it('rank no one without games', () => expect(standingsOf([], 'points')).toEqual([]));
});

const scores = fc.uniqueArray(
  fc.record({
    id: fc.constantFrom(...'abcdefgh'),
    name: fc.constantFrom('Ada', 'Bea'),
    points: fc.integer({ min: -3, max: 3 }),
    right: fc.nat(2),
    wrong: fc.nat(2),
  }),
  { selector: ({ id }) => id },
);
const results = fc
  .array(fc.record({ scores, questions: fc.nat(5), createdAt: fc.nat(2), roomId: fc.constantFrom('hall', 'cellar') }), {
    maxLength: 5,
  })
  .map((all): GameResults[] => all.map((one, n) => ({ ...one, gameId: `game-${n}` })));
const counting = fc.constantFrom(...COUNTINGS);

describe('Standings of any games', () => {
  it('keep every point and every verdict', () => {
    fc.assert(
      fc.property(results, counting, (all, by) => {
        const sum = (list: readonly GameScore[]) =>
          list.reduce(
            (total, { points, right, wrong }) => [total[0]! + points, total[1]! + right, total[2]! + wrong],
            [0, 0, 0],
          );
        expect(sum(standingsOf(all, by))).toEqual(sum(all.flatMap((one) => one.scores)));
      }),
    );
  });

  it('come out the same in whichever order games and entries are given', () => {
    const shuffledResults = results.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc
          .tuple(fc.shuffledSubarray(all, { minLength: all.length }), fc.boolean())
          .map(([list, turned]) => (turned ? list.map((one) => ({ ...one, scores: one.scores.toReversed() })) : list)),
      ),
    );
    fc.assert(
      fc.property(shuffledResults, counting, ([one, other], by) => {
        expect(standingsOf(other, by)).toEqual(standingsOf(one, by));
      }),
    );
  });

  it('rank each entry by how many are ahead', () => {
    fc.assert(
      fc.property(results, counting, (all, by) => {
        const list = standingsOf(all, by);
        const keyOf = ({ value, points, right, wrong }: (typeof list)[number]) => [value, points, right, -wrong];
        const isAhead = (a: readonly number[], b: readonly number[]) => {
          const at = a.findIndex((each, n) => each !== b[n]);
          return at >= 0 && a[at]! > b[at]!;
        };
        for (const one of list)
          expect(one.rank).toBe(1 + list.filter((other) => isAhead(keyOf(other), keyOf(one))).length);
        expect(list.map(({ rank }) => rank)).toEqual(list.map(({ rank }) => rank).toSorted((a, b) => a - b));
      }),
    );
  });
});

const story = fc.array(
  wishesOf({
    ...{ select: 6, buzz: 10, judge: 5, judgeRight: 4, unanswered: 2, undo: 3, changeVerdict: 3, changeScore: 3 },
    ...{ undoScoreChange: 2, end: 2, moveUser: 2, team: 4, remove: 1, rejoin: 1, leave: 1, pauseGame: 1 },
  }),
  { minLength: 60, maxLength: 120 },
);

/** Points from the log alone, as the events say, without the state. */
function pointsInLog(log: readonly GameEvent[]): Map<string, number> {
  const points = new Map<string, number>();
  const add = (id: string | null, gain: number) => id !== null && points.set(id, (points.get(id) ?? 0) + gain);
  for (const event of log) {
    if (event.type === 'playerJoined') add(event.playerId, 0);
    if (event.type === 'answerJudged' || event.type === 'verdictUndone' || event.type === 'verdictChanged')
      add(event.playerId, event.gain);
    if (event.type === 'scoreChanged' || event.type === 'scoreChangeUndone') add(event.playerId, event.gain);
    if (event.type === 'seatMoved' && points.has(event.from)) {
      points.set(event.to, points.get(event.from)!);
      points.delete(event.from);
    }
  }
  return points;
}

describe('Standings of random games', () => {
  const types = new Set<string>();
  const play = (beginning: Played, list: Parameters<typeof playWishes>[1]): Played => {
    const played = playWishes(beginning, list);
    for (const { type } of played.log) types.add(type);
    return played;
  };

  it('equal the points in their logs, with corrections, reopened games and moved users', () => {
    const beginnings = fc.tuple(startedGames([3, 5]), startedGamesOfTeams([4, 7], 3));
    const examples = fixedExamples(beginnings, story, story);
    const check = ([one, other]: [Played, Played], first: Parameters<typeof playWishes>[1], second: typeof first) => {
      const played = [play(one, first), play(other, second)];
      const inRooms = played.map(({ state }, n) => playedIn(`room-${n}`, state as Game, 'players'));
      const wanted = new Map<string, number>();
      for (const { log, state } of played)
        for (const [id, points] of pointsInLog(log))
          if (resultsOf(state as Game).players.some((player) => player.id === id))
            wanted.set(id, (wanted.get(id) ?? 0) + points);
      const found = standingsOf(inRooms, 'points');
      expect(new Map(found.map(({ id, points }) => [id, points]))).toEqual(wanted);
    };
    fc.assert(fc.property(beginnings, story, story, check), { examples, numRuns: 60 });
    for (const type of ['verdictUndone', 'verdictChanged', 'scoreChanged', 'gameReopened', 'seatMoved', 'teamsMerged'])
      expect(types).toContain(type);
  });

  it('count a team with a key once over all rooms, and others in their rooms only', () => {
    const keyOf = (number: number) => (number === 1 ? 'Reds' : number === 2 ? `own ${number}` : null);
    const two = fc.tuple(startedGamesOfTeams([4], 3), startedGamesOfTeams([7], 3));
    const check = ([one, other]: [Played, Played], first: Parameters<typeof playWishes>[1], second: typeof first) => {
      const games = [play(one, first), play(other, second)].map(({ log }, n) => {
        const keyed = withTeamKeys(log, (number) => (n === 0 ? keyOf(number) : (keyOf(number)?.toUpperCase() ?? null)));
        return keyed.reduce<GameState>(evolve, NO_GAME) as Game;
      });
      const wanted = new Map<string, number>();
      for (const [n, { teams = [] }] of games.entries())
        for (const { number, score: points } of teams) {
          const id = number === 1 ? 'key reds' : number === 2 ? 'key own 2' : `room-${n} ${number}`;
          wanted.set(id, (wanted.get(id) ?? 0) + points);
        }
      const inRooms = games.map((state, n) => playedIn(`room-${n}`, state, 'teams'));
      for (const list of [inRooms, inRooms.toReversed()])
        expect(new Map(standingsOf(list, 'points').map(({ id, points }) => [id, points]))).toEqual(wanted);
    };
    fc.assert(fc.property(two, story, story, check), { examples: fixedExamples(two, story, story), numRuns: 30 });
  });

  it('count a team without a key in its room only', () => {
    const two = fc.tuple(
      startedGamesOfTeams([4], 2, isPlaced()),
      startedGamesOfTeams([4], 2, movesUser('p0', 'other')),
    );
    fc.assert(
      fc.property(two, story, ([one, other], list) => {
        const [first, second] = [play(one, list), play(other, list)].map(({ state }) => state as Game);
        const apart = standingsOf([playedIn('a', first!, 'teams'), playedIn('b', second!, 'teams')], 'points');
        const together = standingsOf([playedIn('a', first!, 'teams')], 'points');
        expect(apart.filter(({ roomId }) => roomId === 'a').map(({ id, points }) => [id, points])).toEqual(
          together.map(({ id, points }) => [id, points]),
        );
      }),
      { numRuns: 30 },
    );
  });
});

describe('Those who go on', () => {
  it('spread over the rooms from the first to the last and back', () => {
    expect(Array.from({ length: 8 }, (_, place) => snakeRoom(place, 3))).toEqual([0, 1, 2, 2, 1, 0, 0, 1]);
    expect([snakeRoom(0, 1), snakeRoom(7, 1)]).toEqual([0, 0]);
  });

  it('fill rooms evenly, and no room has a better sum of places than another by more than one lap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 10 }), (rooms, laps) => {
        const sums = new Map<number, number>();
        for (let place = 0; place < rooms * laps * 2; place++) {
          const room = snakeRoom(place, rooms);
          sums.set(room, (sums.get(room) ?? 0) + place);
        }
        expect(new Set(sums.values()).size).toBeLessThanOrEqual(1);
      }),
    );
  });
});
