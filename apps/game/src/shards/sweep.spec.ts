import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { GameId } from '@earworm/rules';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { createGameOf, ownerInMemory } from '../testing/game-in-memory.js';
import { sweep } from './sweep.js';

describe('the sweep of many games', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('lets other work run in between, and visits every game', async () => {
    const bus = createInProcessBus({ log: createLog('game', { level: 'silent' }) });
    const { owner, give, clock, pass } = ownerInMemory({ limit: 1e9 });
    for (let i = 0; i < 100; i++) await give(GameId.parse(`game-${i}`), 'mo', createGameOf(400));
    pass(60);
    let now = 0;
    // A millisecond per game.
    jest.spyOn(performance, 'now').mockImplementation(() => now++);
    let turns = 0;
    let isOver = false;
    const count = () => {
      turns++;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    await sweep(owner, bus, clock, { idleMs: 30_000, unopenedMs: 30_000 });
    isOver = true;
    expect(turns).toBeGreaterThan(10);
    expect(owner.countGames()).toBe(0);
  });
});
