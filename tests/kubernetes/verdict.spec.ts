import { describe, expect, it } from '@jest/globals';
import { resultOf, shortcomingsOf } from './verdict.js';

const SOUND = { acknowledged: 100, lost: 0, doubled: 0, reloads: 0, pauses: [], faults: [] };
const RUN = { installS: 100, helmTest: true, killed: 1 };
const pause = (ms: number) => ({ during: 'a pod is deleted', gameId: 'game', ms, what: 'buzz' });

describe('verdict on a run in Kubernetes', () => {
  it('accepts a run without lost or duplicated commands and without a reload', () => {
    expect(shortcomingsOf(resultOf(RUN, SOUND), [], true)).toEqual([]);
  });

  it.each([
    ['a lost command', RUN, { ...SOUND, lost: 1 }],
    ['a command that took effect twice', RUN, { ...SOUND, doubled: 1 }],
    ['a page that was reloaded', RUN, { ...SOUND, reloads: 1 }],
    ['a run without commands', RUN, { ...SOUND, acknowledged: 0 }],
    ['a run without a deleted pod', { ...RUN, killed: 0 }, SOUND],
    ['a helm test that failed', { ...RUN, helmTest: false }, SOUND],
  ])('refuses %s', (_, run, played) => {
    expect(shortcomingsOf(resultOf(run, played), [], false)).toHaveLength(1);
  });

  it('judges times only in the long form', () => {
    const slow = resultOf({ ...RUN, installS: 200 }, { ...SOUND, pauses: [pause(10), pause(2_500)] });
    expect(slow).toMatchObject({ worstPauseMs: 2_500, pauseP99Ms: 2_500 });
    expect(shortcomingsOf(slow, [], false)).toEqual([]);
    expect(shortcomingsOf(slow, [], true)).toHaveLength(2);
  });
});
