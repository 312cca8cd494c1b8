import { beforeEach, describe, expect, it } from '@jest/globals';
import { PartitionDetector } from './partition.js';

let partition: PartitionDetector;
beforeEach(() => {
  partition = new PartitionDetector({ handOverAfterMs: 5_000, shareAfterMs: 10_000 });
});

/** Checks every half second, as the lease does; the last result. */
function during(from: number, until: number, isConnected: boolean, members: number) {
  let last = { counts: false, isCutOffAlone: false };
  for (let now = from; now <= until; now += 500)
    last = {
      counts: partition.counts(isConnected, now),
      isCutOffAlone: partition.isCutOffAlone(isConnected, members, now),
    };
  return last;
}

describe('a replica that is cut off from the bus', () => {
  it('counts for no share, and counts again when it reconnects', () => {
    expect(during(0, 0, true, 2)).toEqual({ counts: true, isCutOffAlone: false });
    expect(during(500, 1_000, false, 1)).toEqual({ counts: false, isCutOffAlone: false });
    expect(during(1_500, 1_500, true, 1)).toEqual({ counts: true, isCutOffAlone: false });
  });

  it('hands its games over after five seconds when others are on the bus', () => {
    expect(during(0, 4_500, false, 1).isCutOffAlone).toBe(false);
    expect(during(5_000, 5_000, false, 1).isCutOffAlone).toBe(true);
  });

  it('keeps its games while no replica is on the bus, and for five seconds after', () => {
    expect(during(0, 60_000, false, 0).isCutOffAlone).toBe(false);
    expect(during(60_500, 65_000, false, 1).isCutOffAlone).toBe(false);
    expect(during(65_500, 65_500, false, 1).isCutOffAlone).toBe(true);
  });

  it('keeps its games when it reconnects within five seconds', () => {
    for (let at = 0; at < 60_000; at += 6_000) {
      expect(during(at, at + 4_500, false, 1).isCutOffAlone).toBe(false);
      expect(during(at + 5_000, at + 5_500, true, 1).isCutOffAlone).toBe(false);
    }
  });

  it('counts again after ten seconds on the bus when it handed its games over', () => {
    during(0, 6_000, false, 1);
    expect(during(6_500, 15_500, true, 1).counts).toBe(false);
    // Cut off again for a moment: the period starts over.
    expect(during(16_000, 16_000, false, 1).counts).toBe(false);
    expect(during(16_500, 25_500, true, 1).counts).toBe(false);
    expect(during(26_000, 26_000, true, 1).counts).toBe(true);
  });
});
