import { describe, expect, it } from '@jest/globals';
import { elapsedSeconds } from './clock.js';
import { given } from './testing/given-when-then.js';
import {
  creates,
  joins,
  judges,
  later,
  leaves,
  pausesMusic,
  buzzes,
  selects,
  starts,
  switchesTimeTrial,
} from './testing/steps.js';

const duel = [creates(), joins('ann'), joins('bob'), starts()];
const trial = [...duel, switchesTimeTrial(true)];
const seconds = (played: ReturnType<typeof given> | ReturnType<ReturnType<typeof given>['when']>) =>
  played.playing().current?.timeTrialElapsedSeconds;

describe('Time trial', () => {
  it('switches on and off with its time; the same again changes nothing', () => {
    const on = given(...trial);
    expect(on.game()).toMatchObject({ timeTrialMode: true, timeTrialUpdatedAt: on.now });
    expect(on.when(switchesTimeTrial(true)).events).toEqual([]);
    expect(on.when(switchesTimeTrial(false)).game()).toMatchObject({ timeTrialMode: false });
    expect(given(creates(), switchesTimeTrial(true)).game().timeTrialMode).toBe(true);
  });

  it('starts with the game when its creation says so', () => {
    const on = given(creates({}, true));
    expect(on.game()).toMatchObject({ timeTrialMode: true, timeTrialUpdatedAt: on.now });
    expect(on.events.map(({ type }) => type)).toEqual(['gameCreated', 'timeTrialSwitched']);
    expect(given(creates({}, false)).events.map(({ type }) => type)).toEqual(['gameCreated']);
  });

  it.each([
    [0.9, 0, 200],
    [1, 1, 195],
    [12.999, 12, 140],
    [39, 39, 5],
    [40, 40, 0],
    [300, 300, 0],
  ])('an answer after %d s counts %d whole seconds and gains %d of 200 points', (after, elapsed, gain) => {
    const buzzed = given(...trial, selects('q200'), later(after, buzzes('ann', 'q200')));
    expect(seconds(buzzed)).toBe(elapsed);
    expect(buzzed.when(later(30, judges('ann', true, 'q200'))).player('ann').score).toBe(gain);
  });

  it('a wrong answer costs half of the full points, however late', () => {
    const buzzed = given(...trial, selects('q75'), later(20, buzzes('ann', 'q75')));
    expect(buzzed.when(judges('ann', false, 'q75')).player('ann').score).toBe(-37);
  });

  it('a buzz stops the clock', () => {
    const buzzed = given(...trial, selects('q200'), later(5, buzzes('ann', 'q200')));
    expect(buzzed.playing().current).toMatchObject({ timeTrialPaused: true, timeTrialPausedAt: buzzed.now });
  });

  it('the next in the queue is judged with the seconds of the first', () => {
    const next = given(
      ...trial,
      ...[
        selects('q200'),
        later(4, buzzes('ann', 'q200')),
        later(3, buzzes('bob', 'q200')),
        judges('ann', false, 'q200'),
      ],
    );
    expect(next.playing().current).toMatchObject({
      timeTrialPaused: true,
      timeTrialElapsedSeconds: 4,
      musicPaused: false,
    });
    expect(next.when(later(10, judges('bob', true, 'q200'))).player('bob').score).toBe(180);
  });

  it('once the queue is empty the clock continues without the time spent answering, and the next buzz counts from there', () => {
    const wrong = given(
      ...trial,
      selects('q200'),
      later(4, buzzes('ann', 'q200')),
      later(10, judges('ann', false, 'q200')),
    );
    expect(wrong.playing().current).toMatchObject({
      timeTrialPaused: false,
      pausedMs: 10_000,
      timeTrialElapsedSeconds: null,
    });
    expect(seconds(wrong.when(later(3, buzzes('bob', 'q200'))))).toBe(7);
  });

  it('runs on also when the last one waiting leaves', () => {
    const left = given(...trial, selects('q200'), later(4, buzzes('ann', 'q200')), later(10, leaves('ann')));
    expect(left.playing().current).toMatchObject({
      timeTrialPaused: false,
      musicPaused: false,
      timeTrialElapsedSeconds: null,
    });
    expect(seconds(left.when(later(3, buzzes('bob', 'q200'))))).toBe(7);
  });

  it('a correct answer ends it; the next question starts at zero', () => {
    const next = given(
      ...trial,
      selects('q200'),
      later(9, buzzes('ann', 'q200')),
      judges('ann', true, 'q200'),
      selects('q100'),
    );
    expect(next.playing().current).toMatchObject({
      timeTrialPaused: false,
      pausedMs: 0,
      timeTrialElapsedSeconds: null,
    });
    expect(seconds(next.when(later(2, buzzes('bob', 'q100'))))).toBe(2);
  });
});

describe('The clock and the music', () => {
  it('stop and go together when the moderator pauses', () => {
    const paused = given(...trial, selects('q200'), later(2, pausesMusic(true, 'q200')));
    expect(paused.playing().current).toMatchObject({ timeTrialPaused: true });
    expect(seconds(paused.when(later(30, buzzes('ann', 'q200'))))).toBe(2);
    const resumed = given(
      ...trial,
      selects('q200'),
      later(2, pausesMusic(true, 'q200')),
      later(30, pausesMusic(false, 'q200')),
    );
    expect(seconds(resumed.when(later(5, buzzes('ann', 'q200'))))).toBe(7);
  });

  it('music played while a player answers does not start the clock', () => {
    const played = given(...trial, selects('q200'), later(2, buzzes('ann', 'q200')), pausesMusic(false, 'q200'));
    expect(played.playing().current).toMatchObject({
      musicPaused: false,
      timeTrialPaused: true,
      timeTrialElapsedSeconds: 2,
    });
  });

  it('outside time trial the clock knows no pauses', () => {
    const paused = given(...duel, selects('q200'), pausesMusic(true, 'q200'));
    expect(paused.playing().current).toMatchObject({ timeTrialPaused: false, timeTrialPausedAt: null });
  });
});

describe('Switching in the middle of a question', () => {
  it('switching on costs no points for the time before', () => {
    const on = given(...duel, selects('q200'), later(30, switchesTimeTrial(true)));
    expect(seconds(on.when(later(3, buzzes('ann', 'q200'))))).toBe(3);
  });

  it('switching on while a player answers counts that answer in full, and the clock waits', () => {
    const on = given(...duel, selects('q200'), buzzes('ann', 'q200'), later(30, switchesTimeTrial(true)));
    expect(on.playing().current).toMatchObject({ timeTrialPaused: true, timeTrialElapsedSeconds: null });
    expect(on.when(judges('ann', true, 'q200')).player('ann').score).toBe(200);
    const wrong = given(
      ...duel,
      selects('q200'),
      buzzes('ann', 'q200'),
      switchesTimeTrial(true),
      later(9, judges('ann', false, 'q200')),
    );
    expect(seconds(wrong.when(later(2, buzzes('bob', 'q200'))))).toBe(2);
  });

  it('switching on while the music is paused lets the clock wait for the music', () => {
    const on = given(
      ...duel,
      selects('q200'),
      pausesMusic(true, 'q200'),
      switchesTimeTrial(true),
      later(9, pausesMusic(false, 'q200')),
    );
    expect(seconds(on.when(later(2, buzzes('ann', 'q200'))))).toBe(2);
  });

  it('off: full points again', () => {
    const off = given(...trial, selects('q200'), later(20, buzzes('ann', 'q200')), switchesTimeTrial(false));
    expect(off.playing().current).toMatchObject({ timeTrialPaused: false, timeTrialElapsedSeconds: null });
    expect(off.when(judges('ann', true, 'q200')).player('ann').score).toBe(200);
  });
});

describe('A buzz that was long on its way', () => {
  const onItsWay = (ms: number, after: number) => ({ ...later(after, buzzes('bob', 'q200')), waited: ms });

  it('counts from when it came in, even when something else happened since', () => {
    const joined = given(...trial, selects('q200'), later(5, joins('cem')));
    expect(seconds(joined.when(onItsWay(2_500, 1)))).toBe(3);
  });

  it('counts from the question at the earliest', () => {
    expect(seconds(given(...trial, selects('q200')).when(onItsWay(4_000, 1)))).toBe(0);
  });

  it('counts no time in which the clock was stopped', () => {
    const wrong = given(
      ...trial,
      selects('q200'),
      later(10, buzzes('ann', 'q200')),
      later(5, judges('ann', false, 'q200')),
    );
    expect(seconds(wrong.when(onItsWay(4_000, 1)))).toBe(10);
  });
});

describe('Elapsed seconds', () => {
  it('count whole seconds, without paused spans, and never below zero', () => {
    const clock = { questionStartTime: 1000, pausedMs: 500, timeTrialPaused: true, timeTrialPausedAt: 4000 };
    expect(elapsedSeconds(clock, 9000)).toBe(2);
    expect(elapsedSeconds({ ...clock, timeTrialPaused: false, timeTrialPausedAt: null }, 9000)).toBe(7);
    expect(elapsedSeconds(clock, 0)).toBe(0);
  });
});
