import { describe, expect, it } from '@jest/globals';
import { HealthChecks, retryUntilReady } from './health-checks.js';

describe('a start that is retried', () => {
  it('reports why it fails until it succeeds', async () => {
    const health = new HealthChecks();
    const reasons: (string | undefined)[] = [];
    let tries = 0;
    const work = async () => {
      reasons.push((await health.ready()).checks[0]?.reason);
      if (++tries < 3) throw new Error(`failure ${tries}`);
      return 'done';
    };
    expect(await retryUntilReady({ health, name: 'database' }, work)).toBe('done');
    expect(reasons).toEqual([undefined, 'failure 1', 'failure 2']);
    expect((await health.ready()).checks).toEqual([]);
  });

  it('ends with an error that a retry cannot fix', async () => {
    const isFinal = (error: unknown) => error instanceof RangeError;
    const trying = retryUntilReady({ health: new HealthChecks(), name: 'shards', isFinal }, () =>
      Promise.reject(new RangeError('for good')),
    );
    await expect(trying).rejects.toThrow('for good');
  });
});
