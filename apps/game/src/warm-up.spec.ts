import { describe, expect, it } from '@jest/globals';
import { warmUp } from './warm-up.js';

describe('the warm-up of the game service', () => {
  it('plays all of its commands, without a database or a bus', async () => {
    // 1 to create, 10 joins, 1 to start, 60 rounds of 13.
    expect(await warmUp()).toBe(792);
  });
});
