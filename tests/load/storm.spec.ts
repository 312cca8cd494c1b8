import { atBest } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { measured } from './measured.js';

interface Times {
  readonly p50: number;
  readonly p99: number;
  readonly count: number;
}
interface Storm {
  readonly sockets: number;
  readonly seatedWithinMs: number;
  readonly backMs: number;
  readonly isBack: boolean;
  readonly resumes: number;
  readonly snapshots: number;
  readonly calm: Times;
  readonly meanwhile: Times;
  readonly after: Times;
  readonly unseen: number;
  readonly stuck: number;
}

describe('a thousand phones that lose their line at once', () => {
  it('are back within seconds, miss nothing, and those who play on hardly feel it', async () => {
    await atBest(async () => {
      const storm = await measured<Storm>('storm', ['--games', '50', '--players', '19']);
      expect(storm).toMatchObject({ sockets: 1_000, isBack: true, resumes: 1_000, snapshots: 0, unseen: 0, stuck: 0 });
      return storm;
    }, expectHardlyFelt);
  }, 900_000);
});

function expectHardlyFelt(storm: Storm): void {
  process.stderr.write(`${JSON.stringify(storm)}\n`);
  // Nobody signs in, is asked for a name or reads a whole game again: on a free machine that
  // takes a quarter of the time of coming in, on one that does two other things besides less than half.
  expect(storm.backMs).toBeLessThan(0.75 * storm.seatedWithinMs);
  expect(storm.meanwhile.count).toBeGreaterThan(200);
  // Held against calm before and after it in the same run, for how busy the machine is besides is not what this is about.
  // Greeted as it came, a crowd of 2,000 cost a median of 109 ms and a p99 of 615 (decision 30). Measured on two busy cores
  // with these 1,000: calm 5 to 8 ms in the median, meanwhile 13 and 14. It is the median that tells the two apart: there
  // calm had a p99 of 56 to 235 ms by itself.
  const calm = {
    p50: Math.max(storm.calm.p50, storm.after.p50),
    p99: Math.max(storm.calm.p99, storm.after.p99),
  };
  expect(storm.meanwhile.p50).toBeLessThan(25 + 5 * calm.p50);
  expect(storm.meanwhile.p99).toBeLessThan(150 + 5 * calm.p99);
  // Whatever the machine does: nobody waits until the crowd is in. The target, 100 ms, is for a machine of one's own.
  expect(storm.meanwhile.p99).toBeLessThan(1_000);
}
