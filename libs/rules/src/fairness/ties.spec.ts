import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { questionsOf } from '../board.js';
import { given, play } from '../testing/given-when-then.js';
import {
  addsTeams,
  bans,
  buzzes,
  changesSettings,
  changesVerdict,
  choosesTeam,
  completes,
  creates,
  joins,
  judges,
  later,
  leaves,
  marksUnanswered,
  movesUser,
  ordersBuzzes,
  reopens,
  selects,
  starts,
  switchesTimeTrial,
  undoes,
  user,
  type Step,
} from '../testing/steps.js';
import { fixedExamples, playWishes, startedGames, startedGamesOfTeams } from '../testing/stories.js';
import { eachEvent, expectAllToFollow } from '../testing/views-follow.js';
import { wishesOf, type Wish } from '../testing/wishes.js';
import { seatOf, viewOf } from '../views/view-of.js';
import type { Game } from '../state.js';

const LEVEL = { mode: 'level', holdMs: 80, creditMs: 150 } as const;
const allAnswer = changesSettings({ buzzOrder: { ...LEVEL, ties: 'allAnswer' } });
const four = [creates(), joins('ann'), joins('bob'), joins('cem'), joins('dora')];
const onSong = [...four, allAnswer, starts(), selects('q100')];
const soon = (ms: number, step: Step): Step => ({ ...step, after: ms });
const ordered = (...steps: readonly Step[]): Step[] => {
  const { current } = given(...steps).playing();
  return [...steps, soon(40, ordersBuzzes(current?.hold?.version ?? 0))];
};
/** Ann and Bob are level; with this seed the lot puts Ann first. Cem came clearly later, and Dora after the order. */
const buzzing = [
  soon(5_000, { ...buzzes('ann', 'q100'), seed: 1 }),
  soon(5, buzzes('bob', 'q100')),
  soon(70, buzzes('cem', 'q100')),
];
const tied = (...before: readonly Step[]) => {
  const steps = ordered(...before, ...buzzing);
  return { steps, queue: given(...steps).queue() };
};
const { steps: waiting, queue } = tied(...onSong);
const [first, second] = queue as [string, string];
const scores = (played: Pick<ReturnType<typeof given>, 'player'>) =>
  [first, second].map((who) => played.player(who).score);

describe('Level buzzes that all answer', () => {
  it('wait in the drawn order, before those who were clearly later', () => {
    expect([queue.slice(0, 2).sort(), queue[2]]).toEqual([['ann', 'bob'], 'cem']);
  });

  it('each get the points of a right answer, and the last of them ends the question', () => {
    const one = given(...waiting, judges(first, true, 'q100'));
    expect(one.events).toMatchObject([{ type: 'answerJudged', correct: true, over: false }]);
    expect([one.queue(), scores(one)]).toEqual([
      [second, 'cem'],
      [100, 0],
    ]);
    expect(one.question('q100')).toMatchObject({ answered: false, answeredBy: null });
    expect(one.playing().current).toMatchObject({ musicPaused: true });
    const both = one.when(judges(second, true, 'q100'));
    expect(both.events.map((event) => Object.keys(event))).toEqual([
      ['type', 'at', 'questionId', 'playerId', 'correct', 'gain'],
    ]);
    expect([both.playing().current, scores(both)]).toEqual([null, [100, 100]]);
    expect(both.question('q100')).toMatchObject({ answered: true, answeredBy: second, answeredCorrectly: true });
    expect(both.playing().nextSelectorId).toBe(second);
    expectAllToFollow(both);
  });

  it('keep the question for the one who was right when the next of them is wrong', () => {
    const over = given(...waiting, judges(first, true, 'q100'), judges(second, false, 'q100'));
    expect(over.events).toMatchObject([{ type: 'answerJudged', correct: false, over: true }]);
    expect([over.playing().current, scores(over)]).toEqual([null, [100, -50]]);
    expect(over.question('q100')).toMatchObject({ answered: true, answeredBy: first, answeredCorrectly: true });
    expect(over.playing().nextSelectorId).toBe(first);
    expectAllToFollow(over);
  });

  it('pass the question on as usual when all of them are wrong', () => {
    const wrong = given(...waiting, judges(first, false, 'q100'), judges(second, false, 'q100'));
    expect(wrong.log.some((event) => 'over' in event)).toBe(false);
    expect(wrong.queue()).toEqual(['cem']);
    const right = wrong.when(judges('cem', true, 'q100'));
    expect(right.question('q100')).toMatchObject({ answered: true, answeredBy: 'cem' });
  });

  it('end the question with the second alone when the first is wrong', () => {
    const over = given(...waiting, judges(first, false, 'q100'), judges(second, true, 'q100'));
    expect([over.playing().current, scores(over)]).toEqual([null, [-50, 100]]);
  });

  it('answer once: who was right cannot buzz again while the others answer', () => {
    const one = given(...waiting, judges(first, true, 'q100'));
    expect(seatOf(one.game(), user(first))).toMatchObject({ place: null, out: true });
    expect(one.when(buzzes(first, 'q100')).refusal).toBe('already-attempted');
    expect(one.when(buzzes('dora', 'q100')).queue()).toEqual([second, 'cem', 'dora']);
  });

  it('get the seconds of their common start in time trial', () => {
    const trial = tied(...four, allAnswer, switchesTimeTrial(true), starts(), selects('q100'));
    const [one, other] = trial.queue as [string, string];
    const over = given(...trial.steps, judges(one, true, 'q100'), later(30, judges(other, true, 'q100')));
    expect([one, other].map((who) => over.player(who).score)).toEqual([75, 75]);
    expectAllToFollow(over);
  });

  it('end the question with the first right answer in a game without the choice', () => {
    for (const buzzOrder of [LEVEL, { ...LEVEL, ties: 'drawn' as const }]) {
      const drawn = tied(...four, changesSettings({ buzzOrder }), starts(), selects('q100'));
      const over = given(...drawn.steps, judges(drawn.queue[0]!, true, 'q100'));
      expect([over.playing().current, over.log.some((event) => 'over' in event)]).toEqual([null, false]);
    }
  });

  it('leave the question to the one who was right when the game ends before the next of them has answered', () => {
    const over = given(...waiting, judges(first, true, 'q100'), completes());
    expect(over.events).toMatchObject([
      { type: 'questionMarkedUnanswered', answered: true },
      { type: 'gameCompleted' },
    ]);
    expect(over.question('q100')).toMatchObject({ answered: true, answeredBy: first, answeredCorrectly: true });
    expectAllToFollow(over);
  });

  it('answer for their teams, which get the points', () => {
    const teams = [addsTeams('Foxes', 'Owls'), choosesTeam('ann', 1), choosesTeam('bob', 2), choosesTeam('cem', 1)];
    const of = tied(...four, allAnswer, ...teams, starts(), selects('q100'));
    expect(of.queue.toSorted()).toEqual(['ann', 'bob']);
    const [one, other] = of.queue as [string, string];
    const right = given(...of.steps, judges(one, true, 'q100'));
    const mates = one === 'ann' ? ['ann', 'cem'] : ['bob'];
    expect(mates.map((who) => seatOf(right.game(), user(who))?.out)).toEqual(mates.map(() => true));
    const over = right.when(judges(other, true, 'q100'));
    expect(over.game().teams?.map(({ score }) => score)).toEqual([100, 100]);
    expectAllToFollow(over);
  });
});

describe('An undo among level buzzes that all answer', () => {
  it('refuses to give an earlier verdict among them back as it was before a change', () => {
    const judged = [...waiting, judges(first, true, 'q100'), judges(second, false, 'q100')];
    const over = given(...judged);
    const [right] = over.question('q100').verdicts;
    const changed = given(...judged, changesVerdict('q100', right?.version ?? 0, false));
    expect(changed.when(undoes(over.lastVerdict())).refusal).toBe('no-verdict-to-undo');
    expect(viewOf(changed.game(), 'full').lastVerdict).toBeNull();
    expectAllToFollow(changed);
  });

  it('gives the last of them back, with the points of the others unchanged', () => {
    const both = [...waiting, judges(first, true, 'q100'), judges(second, true, 'q100')];
    const undone = given(...both, undoes(given(...both).lastVerdict()));
    expect([undone.queue(), scores(undone)]).toEqual([
      [second, 'cem'],
      [100, 0],
    ]);
    expect(seatOf(undone.game(), user(first))?.out).toBe(true);
    const wrong = undone.when(judges(second, false, 'q100'));
    expect([wrong.events, wrong.question('q100').answeredBy]).toMatchObject([[{ over: true }], first]);
    expectAllToFollow(undone);
  });

  it('gives the first of them back before the next', () => {
    const one = given(...waiting, judges(first, true, 'q100'));
    const undone = one.when(undoes(one.lastVerdict()));
    expect([undone.queue(), scores(undone)]).toEqual([
      [first, second, 'cem'],
      [0, 0],
    ]);
    expect(undone.playing().current).not.toHaveProperty('right');
    expect(seatOf(undone.game(), user(first))).toMatchObject({ place: 1, out: false });
  });

  it('mixes no draws of two holds that it puts into one queue', () => {
    const wrong = [...waiting, ...[first, second, 'cem'].map((who) => judges(who, false, 'q100'))];
    const again = ordered(
      ...wrong,
      soon(2_000, { ...buzzes('dora', 'q100'), seed: 3 }),
      soon(1, buzzes(first, 'q100')),
      soon(1, buzzes(second, 'q100')),
    );
    const undone = [...again, undoes(given(...again).lastVerdict())];
    expect(given(...undone).queue()[0]).toBe('cem');
    const right = given(...undone, judges('cem', true, 'q100'));
    expect(right.playing().current).toBeNull();
  });
});

describe('Level buzzes that all answer, of which one goes', () => {
  it.each([
    ['leaves', (who: string) => leaves(who)],
    ['is banned', (who: string) => bans(who)],
  ])('end the question for the other who was right, when the last %s', (_name, goes) => {
    const gone = given(...waiting, judges(first, true, 'q100'), goes(second));
    expect(gone.events.map(({ type }) => type).slice(1)).toEqual(['questionMarkedUnanswered']);
    expect(gone.playing().current).toBeNull();
    expect(gone.question('q100')).toMatchObject({ answered: true, answeredBy: first, answeredCorrectly: true });
    expectAllToFollow(gone);
  });

  it('stop waiting for the one who left before', () => {
    const alone = given(...waiting, leaves(second), judges(first, true, 'q100'));
    expect(alone.playing().current).toBeNull();
  });

  it('go on with the others of three', () => {
    const three = ordered(...onSong, ...buzzing.slice(0, 2), soon(5, buzzes('dora', 'q100')));
    const [one, , last] = given(...three).queue() as [string, string, string];
    const [, middle] = given(...three).queue() as [string, string, string];
    const gone = given(...three, judges(one, true, 'q100'), leaves(middle));
    expect(gone.queue()).toEqual([last]);
    expect(gone.when(judges(last, true, 'q100')).player(last).score).toBe(100);
  });

  it('leave the question to the moderator, who may end it without the others', () => {
    const ended = given(...waiting, judges(first, true, 'q100'), marksUnanswered('q100'));
    expect(ended.events).toMatchObject([{ type: 'questionMarkedUnanswered', answered: true }]);
    expect(ended.question('q100')).toMatchObject({ answered: true, answeredBy: first, answeredCorrectly: true });
    const undone = ended.when(undoes(ended.lastVerdict()));
    expect([undone.queue(), scores(undone)]).toEqual([
      [second, 'cem'],
      [100, 0],
    ]);
    expectAllToFollow(undone);
  });

  it('keep what was right with a seat that another browser takes over', () => {
    const moved = given(...waiting, judges(first, true, 'q100'), movesUser(first, 'account'));
    expect(moved.when({ ...buzzes('account', 'q100') }).refusal).toBe('already-attempted');
    const over = moved.when(judges(second, false, 'q100'));
    expect(over.question('q100').answeredBy).toBe('account');
  });

  it('answer in a game that was over and is reopened, once the end of their question is undone', () => {
    const reopened = [...waiting, judges(first, true, 'q100'), completes(), reopens()];
    const again = given(...reopened, undoes(given(...reopened).lastVerdict()));
    expect(again.queue()).toEqual([second, 'cem']);
    expect(again.when(judges(second, true, 'q100')).player(second).score).toBe(100);
  });

  it('change to wrong afterwards like any other verdict', () => {
    const over = given(...waiting, judges(first, true, 'q100'), judges(second, false, 'q100'));
    const [right] = over.question('q100').verdicts;
    const changed = over.when(changesVerdict('q100', right?.version ?? 0, false));
    expect(changed.question('q100')).toMatchObject({ answeredBy: null, answeredCorrectly: false });
    expect(scores(changed)).toEqual([-50, -50]);
  });
});

describe('Random games in which all level buzzes answer', () => {
  const wishes = wishesOf({
    ...{ buzz: 20, order: 9, judge: 4, judgeRight: 7, select: 6, undo: 3, unanswered: 1, changeVerdict: 1 },
    ...{ leave: 2, rejoin: 2, remove: 1, move: 1, moveUser: 1, timeTrial: 1, pauseGame: 1, team: 1, end: 1 },
  });
  /** So close to the one before that many are level. */
  const soonAfter = (wish: Wish): Wish => ({
    ...wish,
    flag: false,
    after: wish.after % 20,
    who: wish.who - (wish.who % 23),
  });
  const lists = fc
    .array(wishes, { minLength: 40, maxLength: 90 })
    .map((list) => list.map((wish) => (wish.what === 'buzz' ? soonAfter(wish) : wish)));
  const beginnings = fc
    .oneof(startedGames([3, 12]), startedGamesOfTeams([5, 12], 3))
    .map((beginning) => play(beginning, allAnswer));

  it('lead to views that follow, and to scores that are the sums of the verdicts', () => {
    let goOn = 0;
    let closing = 0;
    fc.assert(
      fc.property(beginnings, lists, (beginning, list) => {
        const played = playWishes(beginning, list);
        expectAllToFollow(played);
        eachEvent(played.log, (before, event, after) => {
          const { players } = after;
          if (event.type === 'answerJudged' && event.over !== undefined) {
            goOn += event.correct ? 1 : 0;
            closing += event.correct ? 0 : 1;
          }
          const verdicts = questionsOf(after).flatMap((question) => question.verdicts);
          const sum = verdicts.reduce((total, { gain }) => total + gain, 0);
          expect(players.reduce((total, { score }) => total + score, 0)).toBe(sum);
          for (const { answered, answeredBy, answeredCorrectly, verdicts: own } of questionsOf(after)) {
            // A right answer that is the only one so far keeps a question open while others answer.
            if (answered) expect(answeredBy).toBe(own.findLast(({ correct }) => correct)?.playerId ?? null);
            expect(answeredCorrectly).toBe(answeredBy !== null);
          }
          if (event.type !== 'verdictUndone' || before.status !== 'playing' || event.playerId === null) return;
          const of = (game: Game) => game.players.find(({ id }) => id === event.playerId)?.score ?? 0;
          expect(of(after)).toBe(of(before) - (before.lastVerdict?.gain ?? 0));
        });
        for (const kind of ['player', 'stage', 'full'] as const)
          if (played.state.status !== 'none')
            expect(viewOf(played.state, kind).current ?? {}).not.toHaveProperty('right');
      }),
      { numRuns: 40, examples: fixedExamples(beginnings, lists) },
    );
    expect(Math.min(goOn, closing)).toBeGreaterThan(0);
  });
});
