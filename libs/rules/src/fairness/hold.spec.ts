import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { given } from '../testing/given-when-then.js';
import {
  addsTeams,
  buzzes,
  buzzesLate,
  changesSettings,
  choosesTeam,
  completes,
  creates,
  joins,
  judges,
  later,
  leaves,
  marksUnanswered,
  movesToTeam,
  ordersBuzzes,
  pausesGame,
  rejoins,
  removes,
  reopens,
  resumesGame,
  selects,
  starts,
  switchesTimeTrial,
  undoes,
  user,
  type Step,
} from '../testing/steps.js';
import { eachEvent, expectAllToFollow } from '../testing/views-follow.js';
import { fixedExamples, playWishes, startedGames, startedGamesOfTeams } from '../testing/stories.js';
import { correctedStories, wishesOf } from '../testing/wishes.js';
import { viewEventOf } from '../view-events.js';
import { ordered } from './order.js';
import { VIEW_KINDS } from '../views.js';
import { seatOf, viewOf } from '../views/view-of.js';

const corrected = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 } });
const level = changesSettings({ buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150 } });
const trio = [creates(), joins('ann'), joins('bob'), joins('cem')];
const onSong = [...trio, corrected, starts(), selects('q100')];
const soon = (ms: number, step: Step): Step => ({ ...step, after: ms });
/** Ann's arrives first, and Bob touched 60 ms before she did. */
const annThenBob = [{ ...buzzesLate('ann', 'q100', 10), seed: 77 }, soon(40, buzzesLate('bob', 'q100', 110))];
const holdOf = (played: ReturnType<typeof given>) => played.playing().current?.hold;
/** The same story with the hold over. */
const settled = (...steps: readonly Step[]) =>
  given(...steps, soon(40, ordersBuzzes(holdOf(given(...steps))?.version ?? 0)));

describe('Buzzes that are held', () => {
  it('count by when they were touched, not by when they arrived', () => {
    const held = given(...onSong, ...annThenBob);
    expect([held.queue(), holdOf(held)?.buzzes.map(({ playerId }) => playerId)]).toEqual([[], ['ann', 'bob']]);
    const { now } = held;
    const over = settled(...onSong, ...annThenBob);
    expect(over.playing().current?.answerQueue).toMatchObject([
      { playerId: 'bob', at: now - 110, evidence: { arrivedAt: now, creditMs: 110, errorMs: 5, behindMs: 0 } },
      { playerId: 'ann', at: now - 50, evidence: { arrivedAt: now - 40, creditMs: 10, behindMs: 60 } },
    ]);
    expect(over.playing().current?.hold).toBeUndefined();
    expect(over.question('q100').attemptedBy).toEqual(['bob', 'ann']);
  });

  it('queue by arrival behind those whose order is settled', () => {
    const over = settled(...onSong, ...annThenBob);
    const late = over.when(soon(1, buzzesLate('cem', 'q100', 140)));
    expect([late.events.map(({ type }) => type), late.queue()]).toEqual([['playerBuzzed'], ['bob', 'ann', 'cem']]);
  });

  it('keep their order of arrival in a game without the setting', () => {
    const usual = given(...trio, starts(), selects('q100'), ...annThenBob);
    expect(usual.queue()).toEqual(['ann', 'bob']);
    expect(usual.log.filter(({ type }) => type === 'playerBuzzed').map((event) => Object.keys(event))).toEqual([
      ['type', 'at', 'questionId', 'playerId', 'elapsedSeconds'],
      ['type', 'at', 'questionId', 'playerId', 'elapsedSeconds'],
    ]);
    expect(usual.player('ann')).not.toHaveProperty('credit');
    for (const kind of VIEW_KINDS)
      expect(JSON.stringify(viewOf(usual.game(), kind))).not.toMatch(/hold|evidence|falseStart|buzzOrder/);
  });

  it('stop the music at the first arrival, without a name in any view', () => {
    const held = given(...onSong, ...annThenBob);
    for (const kind of VIEW_KINDS) {
      const { current } = viewOf(held.game(), kind);
      expect(current).toMatchObject({ musicPaused: true, heardSince: null, queue: [], queueLength: 0 });
      expect(current?.hold).toEqual({ version: held.log.length - 1 });
    }
    expect(held.game().lastAction).toMatchObject({ type: 'buzzArrived', by: null });
  });

  it('count once however often a player buzzes', () => {
    const held = given(...onSong, ...annThenBob);
    const again = held.when(soon(5, buzzesLate('ann', 'q100', 90)));
    expect([again.refusal, again.events]).toEqual([null, []]);
  });

  it('follow an order of their own hold alone', () => {
    const held = given(...onSong, ...annThenBob);
    expect(held.when(ordersBuzzes((holdOf(held)?.version ?? 0) + 1)).events).toEqual([]);
    expect(held.when({ ...ordersBuzzes(holdOf(held)?.version ?? 0), isServer: false }).refusal).toBe('not-allowed');
  });

  it('never count from before the question', () => {
    const early = given(...onSong, soon(30, buzzesLate('ann', 'q100', 110)));
    expect(holdOf(early)?.buzzes).toMatchObject([{ creditMs: 30 }]);
  });

  it('never count from before the player could buzz again', () => {
    const locking = changesSettings({
      ...{ attempts: 'unlimited', lockOutSeconds: 2 },
      buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 150 },
    });
    const first = [...trio, locking, starts(), selects('q100'), later(5, buzzesLate('ann', 'q100', 10))];
    const wrong = [...first, later(1, ordersBuzzes(holdAfter(first))), judges('ann', false, 'q100')];
    const locked = given(...wrong, soon(2_010, buzzesLate('ann', 'q100', 140)));
    expect(holdOf(locked)?.buzzes).toMatchObject([{ playerId: 'ann', creditMs: 10 }]);
    const other = given(...wrong, soon(30, buzzesLate('bob', 'q100', 140)));
    expect(holdOf(other)?.buzzes).toMatchObject([{ playerId: 'bob', creditMs: 30 }]);
  });

  it('gain less once the budget of a player is used, and the setting bounds each', () => {
    const rounds = Array.from({ length: 4 }, () => [
      soon(1, buzzesLate('ann', 'q100', 150)),
      soon(1, ordersBuzzes(0)),
    ]).flat();
    const credits: number[] = [];
    let story: Step[] = [...onSong];
    for (const [n, buzz] of rounds.entries()) {
      if (n % 2 === 1) continue;
      story = [...story, soon(1_000, judgesNone()), buzz];
      const held = given(...story);
      credits.push(holdOf(held)?.buzzes[0]?.creditMs ?? -1);
      story = [...story, ordersBuzzes(holdOf(held)?.version ?? 0), judges('ann', false, 'q100')];
    }
    // 450 ms in all, and 10 for each of the nine seconds.
    expect(credits).toEqual([150, 150, 150, 90]);
    const bounded = changesSettings({ buzzOrder: { mode: 'corrected', holdMs: 80, creditMs: 20 } });
    const small = given(...trio, bounded, starts(), selects('q100'), buzzesLate('ann', 'q100', 150));
    expect(holdOf(small)?.buzzes[0]?.creditMs).toBe(20);
  });

  it('wait for verdicts like any others, and the next buzz after them is held anew', () => {
    const over = settled(...onSong, ...annThenBob);
    const wrong = over.when(judges('bob', false, 'q100'));
    expect(wrong.queue()).toEqual(['ann']);
    expect(seatOf(wrong.game(), user('ann'))?.place).toBe(1);
    const empty = given(...onSong, buzzes('ann', 'q100'), ordersBuzzes(holdAfter(onSong, buzzes('ann', 'q100'))));
    const again = empty.when(judges('ann', false, 'q100'));
    expect(again.playing().current).toMatchObject({ musicPaused: false });
  });
});

/** A step that changes nothing. */
const judgesNone = (): Step => ordersBuzzes(0);
const holdAfter = (...steps: readonly (readonly Step[] | Step)[]) =>
  holdOf(given(...(steps.flat() as Step[])))?.version ?? 0;

describe('The order of level buzzes', () => {
  const onLevel = [...trio, level, starts(), selects('q100')];
  const twoAt = (seed: number) => [{ ...buzzesLate('ann', 'q100', 10), seed }, soon(1, buzzesLate('bob', 'q100', 1))];

  it('follows from the seed that the first of them was committed with', () => {
    const firsts = Array.from({ length: 40 }, (_, seed) => settled(...onLevel, ...twoAt(seed)).queue()[0]);
    expect(new Set(firsts)).toEqual(new Set(['ann', 'bob']));
    expect(settled(...onLevel, ...twoAt(3)).queue()).toEqual(settled(...onLevel, ...twoAt(3)).queue());
    expect(settled(...onLevel, ...twoAt(3)).events).toMatchObject([{ type: 'buzzesOrdered', seed: 3, mode: 'level' }]);
  });

  it('gives no team more lots than another', () => {
    const foxes = ['ann', 'bob'].map((who) => choosesTeam(who, 1));
    const ofTeams = [
      ...trio,
      level,
      addsTeams('Foxes', 'Owls'),
      ...foxes,
      choosesTeam('cem', 2),
      starts(),
      selects('q100'),
    ];
    const all = ['ann', 'bob', 'cem'].map((who, n) => soon(n === 0 ? 1_000 : 0, { ...buzzes(who, 'q100'), seed: 9 }));
    expect(settled(...ofTeams, ...all).queue()).toHaveLength(2);
  });
});

describe('A hold that something else happens in', () => {
  it('counts the seconds of time trial from when the first in the order touched', () => {
    const timed = [...trio, corrected, switchesTimeTrial(true), starts(), selects('q100')];
    const held = given(...timed, later(7.05, buzzesLate('ann', 'q100', 100)));
    expect(held.playing().current).toMatchObject({ timeTrialPaused: true, timeTrialElapsedSeconds: null });
    expect(settled(...timed, later(7.05, buzzesLate('ann', 'q100', 100))).playing().current).toMatchObject({
      timeTrialPaused: true,
      timeTrialElapsedSeconds: 6,
    });
  });

  it.each([
    ['leaves', leaves('bob')],
    ['is removed', removes('bob')],
  ])('orders the others when a player %s', (_, step) => {
    expect(settled(...onSong, ...annThenBob, soon(1, step)).queue()).toEqual(['ann']);
  });

  it('lets the music go on when all who buzzed have left', () => {
    const alone = [...onSong, buzzes('ann', 'q100'), soon(1, leaves('ann')), soon(1, rejoins('ann'))];
    const over = settled(...alone);
    expect(over.playing().current).toMatchObject({ musicPaused: false, answerAttemptTime: null, answerQueue: [] });
    expect(over.when(buzzes('ann', 'q100')).events).toMatchObject([{ type: 'buzzArrived' }]);
  });

  it('takes the first buzz of each team, also of one who was moved since', () => {
    const teams = [addsTeams('Foxes', 'Owls'), choosesTeam('ann', 1), choosesTeam('bob', 1), choosesTeam('cem', 2)];
    const ofTeams = [...trio, corrected, ...teams, starts(), selects('q100')];
    const all = [...annThenBob, soon(1, buzzes('cem', 'q100'))];
    expect(settled(...ofTeams, ...all).queue()).toEqual(['bob', 'cem']);
    const moved = settled(...ofTeams, ...all, soon(1, movesToTeam('bob', 2)));
    expect(moved.playing().current?.answerQueue).toMatchObject([{ playerId: 'bob', team: 1 }, { playerId: 'cem' }]);
    expect(['ann', 'bob', 'cem'].map((who) => seatOf(moved.game(), user(who))?.place)).toEqual([1, 2, 2]);
  });

  it('ends in its order before an earlier verdict is undone', () => {
    const wrong = [...onSong, buzzes('cem', 'q100'), ordersBuzzes(holdAfter(onSong, buzzes('cem', 'q100')))];
    const judged = [...wrong, judges('cem', false, 'q100')];
    const verdict = given(...judged).lastVerdict();
    const undone = given(...judged, ...annThenBob, soon(1, undoes(verdict)));
    expect(undone.queue()).toEqual(['cem', 'bob', 'ann']);
    expect(holdOf(undone)).toBeUndefined();
  });

  it('ends in its order before the question is left, so that an undo gives the queue back', () => {
    const left = given(...onSong, ...annThenBob, soon(1, marksUnanswered('q100')));
    expect(left.events.map(({ type }) => type)).toEqual(['buzzesOrdered', 'questionMarkedUnanswered']);
    expect(left.when(undoes(left.lastVerdict())).queue()).toEqual(['bob', 'ann']);
  });

  it('ends in its order before the game does, also for one that is reopened', () => {
    expect(given(...onSong, ...annThenBob, soon(1, completes()), reopens()).queue()).toEqual(['bob', 'ann']);
  });

  it('continues while the game is paused', () => {
    const paused = [...onSong, ...annThenBob, soon(1, pausesGame())];
    expect(given(...paused).when(buzzes('cem', 'q100')).refusal).toBe('paused');
    expect(settled(...paused).queue()).toEqual(['bob', 'ann']);
    expect(given(...paused, soon(1, resumesGame())).playing().current).toMatchObject({ musicPaused: true });
  });

  it('refuses buzzes of those who are locked out or out', () => {
    const locking = changesSettings({ lockOutSeconds: 5 });
    const wrong = [...trio, corrected, locking, starts(), selects('q100'), buzzes('ann', 'q100')];
    const judged = [...wrong, ordersBuzzes(holdAfter(wrong)), judges('ann', false, 'q100')];
    expect(given(...judged).when(later(4.9, buzzesLate('ann', 'q100', 0))).refusal).toBe('locked-out');
    expect(given(...judged).when(later(5, buzzesLate('ann', 'q100', 150))).events).toMatchObject([
      { type: 'buzzArrived' },
    ]);
  });

  it('refuses another order of buzzes until the question is over', () => {
    const held = given(...onSong, ...annThenBob);
    for (const change of [{ buzzOrder: null }, { buzzOrder: { mode: 'level', holdMs: 80, creditMs: 150 } }] as const)
      expect(held.when(changesSettings(change)).refusal).toBe('question-in-play');
    expect(given(...trio, corrected, changesSettings({ buzzOrder: null })).game().settings.buzzOrder).toBeNull();
  });
});

describe('Views of games whose buzzes are held', () => {
  const modes = fc.constantFrom(corrected, level);
  const wishes = wishesOf({
    ...{
      buzz: 20,
      order: 8,
      judge: 3,
      judgeRight: 1,
      select: 5,
      undo: 2,
      unanswered: 1,
      leave: 2,
      rejoin: 2,
      remove: 1,
    },
    ...{ move: 1, moveUser: 1, team: 1, timeTrial: 1, pause: 1, pauseGame: 1, sound: 1, end: 1, nameSet: 1, review: 1 },
  });
  const lists = fc.oneof(fc.array(wishes, { minLength: 30, maxLength: 80 }), correctedStories);
  const beginnings = modes.chain((mode) =>
    fc.oneof(startedGames([3, 30], mode), startedGamesOfTeams([5, 23], 3, mode)),
  );
  const stories = fc.tuple(beginnings, lists);

  it('come with what a reader of the log needs to draw the same order again', () => {
    let orders = 0;
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        let seed = 0;
        eachEvent(playWishes(beginning, list).log, (before, event) => {
          if (event.type === 'buzzArrived' && event.seed !== undefined) ({ seed } = event);
          if (event.type !== 'buzzesOrdered') return;
          orders += event.order.length > 1 ? 1 : 0;
          expect([event.seed, event.mode]).toEqual([seed, before.settings.buzzOrder?.mode]);
          const timed = event.order.map((buzz) => ({
            ...buzz,
            at: buzz.arrivedAt - buzz.creditMs - (buzz.shiftMs ?? 0),
          }));
          const byArrival = (before.status === 'playing' ? before.current?.hold?.buzzes : undefined)?.flatMap(
            ({ playerId }) => timed.filter((buzz) => buzz.playerId === playerId),
          );
          expect(ordered(byArrival ?? [], event.mode, event.seed)).toEqual(timed);
        });
      }),
      { numRuns: 40, examples: fixedExamples(stories) },
    );
    expect(orders).toBeGreaterThan(5);
  });

  it('follow their events, and contain no name and no seed before the order', () => {
    const seen = new Set<string>();
    let held = 0;
    fc.assert(
      fc.property(stories, ([beginning, list]) => {
        const played = playWishes(beginning, list, (_, { state }) => {
          if (state.status !== 'playing' || state.current?.hold === undefined) return;
          expect(state.current.answerQueue).toEqual([]);
        });
        expectAllToFollow(played, (type) => seen.add(type));
        eachEvent(played.log, (before, event, after) => {
          if (event.type !== 'buzzArrived') return;
          held += 1;
          for (const kind of VIEW_KINDS) {
            const { v: _v, ...told } = viewEventOf(before, event, after, kind, after.version);
            expect(Object.keys(told)).toEqual(['type', 'at', 'questionId']);
            expect(viewOf(after, kind).current).toMatchObject({ queue: [], queueLength: 0 });
            expect(Object.keys(viewOf(after, kind).current?.hold ?? {})).toEqual(['version']);
          }
        });
      }),
      { numRuns: 40, examples: fixedExamples(stories) },
    );
    expect([...seen]).toEqual(
      expect.arrayContaining(['buzzArrived', 'buzzesOrdered', 'verdictUndone', 'playerBuzzed']),
    );
    expect(held).toBeGreaterThan(30);
  });
});
