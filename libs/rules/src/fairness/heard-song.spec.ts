import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { given } from '../testing/given-when-then.js';
import {
  buzzesHearing,
  buzzesLate,
  changesSettings,
  creates,
  joins,
  judges,
  ordersBuzzes,
  selects,
  starts,
  type Step,
} from '../testing/steps.js';
import { expectAllToFollow } from '../testing/views-follow.js';
import { ordered, SONG_SHIFT_MAX_MS, withSongShifts } from './order.js';
import { heardFrom } from './timing.js';

const mode = (name: 'corrected' | 'level') => ({ buzzOrder: { mode: name, holdMs: 250, creditMs: 150 } }) as const;
const duo = [creates(), joins('ann'), joins('bob')];
const onPhones = [...duo, changesSettings({ musicOn: 'players', ...mode('corrected') }), starts(), selects('q100')];
const soon = (ms: number, step: Step): Step => ({ ...step, after: ms });
const holdOf = (...steps: readonly Step[]) => given(...steps).playing().current?.hold;
const settled = (...steps: readonly Step[]) => given(...steps, soon(100, ordersBuzzes(holdOf(...steps)?.version ?? 0)));
/** Ann touched 100 ms before Bob. His phone heard the song 200 ms later than hers. */
const annThenBob = [soon(2_300, buzzesHearing('ann', 'q100', 2_000)), soon(100, buzzesHearing('bob', 'q100', 1_900))];

describe('Buzzes on phones that play the song', () => {
  it('count from when each phone heard it', () => {
    const over = settled(...onPhones, ...annThenBob);
    expect(over.playing().current?.answerQueue).toMatchObject([
      { playerId: 'bob', evidence: { heardFromMs: 500, shiftMs: 200, behindMs: 0 } },
      { playerId: 'ann', evidence: { heardFromMs: 300, behindMs: 100 } },
    ]);
    expect(over.playing().current?.answerQueue[1]?.evidence).not.toHaveProperty('shiftMs');
    expectAllToFollow(over);
  });

  it('count by their touch where the desk plays, and where a phone says nothing of its song', () => {
    const atDesk = [...duo, changesSettings(mode('corrected')), starts(), selects('q100')];
    const silent = [soon(2_300, buzzesLate('ann', 'q100', 0)), soon(100, buzzesLate('bob', 'q100', 0))];
    for (const steps of [
      [...atDesk, ...annThenBob],
      [...onPhones, ...silent],
    ]) {
      const over = settled(...steps);
      expect(over.queue()).toEqual(['ann', 'bob']);
      expect(JSON.stringify(over.log)).not.toMatch(/heardFromMs|shiftM/);
    }
    const one = settled(...onPhones, silent[0]!, annThenBob[1]!);
    expect(one.queue()).toEqual(['ann', 'bob']);
  });

  it.each([
    ['nothing that is a number', NaN],
    ['less than nothing', -1],
    ['without an end', Infinity],
    ['longer than the question', 2_500],
  ])('count by their touch when a phone says that it heard %s', (_name, heardMs) => {
    const over = settled(...onPhones, annThenBob[0]!, soon(100, buzzesHearing('bob', 'q100', heardMs)));
    expect(over.queue()).toEqual(['ann', 'bob']);
    expect(over.playing().current?.answerQueue[1]?.evidence).not.toHaveProperty('heardFromMs');
  });

  it('count by their touch where nothing was measured', () => {
    const { timing: _timing, ...unmeasured } = buzzesHearing('bob', 'q100', 0);
    expect(settled(...onPhones, annThenBob[0]!, soon(100, unmeasured)).queue()).toEqual(['ann', 'bob']);
  });

  it('gain no more by a late song than two buzzes of a hold can be apart', () => {
    const over = settled(...onPhones, annThenBob[0]!, soon(100, buzzesHearing('bob', 'q100', 0)));
    expect(over.playing().current?.answerQueue[0]).toMatchObject({ playerId: 'bob', evidence: { shiftMs: 400 } });
    expect(SONG_SHIFT_MAX_MS).toBe(400);
  });

  it('never count from before the question, or before the player could buzz', () => {
    const early = [soon(250, buzzesHearing('ann', 'q100', 200)), soon(50, buzzesHearing('bob', 'q100', 0))];
    const over = settled(...onPhones, ...early);
    expect(over.playing().current?.answerQueue[0]).toMatchObject({ playerId: 'bob', evidence: { shiftMs: 250 } });
    const wrong = [...onPhones, annThenBob[0]!];
    const judged = [
      ...wrong,
      soon(10, ordersBuzzes(holdOf(...wrong)?.version ?? 0)),
      judges('ann', false, 'q100'),
      soon(100, buzzesHearing('ann', 'q100', 100)),
      soon(20, buzzesHearing('bob', 'q100', 0)),
    ];
    const after = settled(...judged);
    const { answerQueue = [] } = after.playing().current ?? {};
    const verdictAt = after.log.find(({ type }) => type === 'answerJudged')?.at ?? 0;
    for (const { at } of answerQueue) expect(at).toBeGreaterThanOrEqual(verdictAt);
    expect(answerQueue[0]).toMatchObject({ playerId: 'bob', evidence: { shiftMs: 120 } });
  });
});

describe('The shift of buzzes to one start of the song', () => {
  const buzz = fc.record({
    at: fc.integer({ min: 0, max: 400 }),
    arrivedAt: fc.constant(400),
    errorMs: fc.constant(5),
    heardFromMs: fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: undefined }),
    shiftMaxMs: fc.option(fc.integer({ min: 0, max: 399 }), { nil: undefined }),
  });
  const buzzes = fc.array(buzz, { maxLength: 8 });

  it('keeps within its bounds, and leaves the phone that heard the song first as it is', () => {
    fc.assert(
      fc.property(buzzes, (list) => {
        const shifted = withSongShifts(list);
        const earliest = Math.min(...list.flatMap(({ heardFromMs }) => heardFromMs ?? []));
        for (const [n, { at, heardFromMs, shiftMaxMs = 400 }] of list.entries()) {
          const by = at - (shifted[n]?.at ?? 0);
          expect(by).toBe(shifted[n]?.shiftMs ?? 0);
          expect(by).toBeGreaterThanOrEqual(0);
          expect(by).toBeLessThanOrEqual(Math.min(400, shiftMaxMs));
          if (heardFromMs === undefined || heardFromMs === earliest) expect(by).toBe(0);
        }
      }),
    );
  });

  it('orders phones as if they had heard the song together, whatever they were late by', () => {
    const reaction = fc.record({ heardMs: fc.integer({ min: 0, max: 200 }), lateMs: fc.integer({ min: 0, max: 400 }) });
    fc.assert(
      fc.property(fc.uniqueArray(reaction, { selector: ({ heardMs }) => heardMs, maxLength: 8 }), (list) => {
        const timed = list.map(({ heardMs, lateMs }, n) => ({
          ...{ n, arrivedAt: 1_000, errorMs: 5, heardMs },
          ...{ at: 1_000 + lateMs + heardMs, heardFromMs: lateMs },
        }));
        const order = ordered(withSongShifts(timed), 'corrected', 1).map(({ heardMs }) => heardMs);
        expect(order).toEqual(order.toSorted((a, b) => a - b));
      }),
    );
  });
});

describe('From when on a phone heard the song', () => {
  const times = { questionStartTime: 1_000, runningSince: 1_000 };
  const timing = { agoMs: 20, errorMs: 10, roundTripMs: 40, venueMs: null };

  it('follows from the touch and how long it had heard it', () => {
    expect(heardFrom(3_000, timing, 1_500, times)).toBe(480);
    // Before the question by no more than the error: with it.
    expect(heardFrom(3_000, timing, 1_985, times)).toBe(0);
    expect(heardFrom(3_000, timing, 1_991, times)).toBeNull();
    expect(heardFrom(3_000, timing, 1_500, { ...times, runningSince: 1_800 })).toBeNull();
  });

  it('lies between the question and the arrival', () => {
    const numbers = fc.oneof(fc.double(), fc.double({ min: -100, max: 3_000, noNaN: true }));
    fc.assert(
      fc.property(numbers, numbers, (agoMs, heardMs) => {
        const from = heardFrom(3_000, { ...timing, agoMs }, heardMs, times);
        return from === null || (Number.isInteger(from) && from >= 0 && from <= 2_000);
      }),
    );
  });
});
