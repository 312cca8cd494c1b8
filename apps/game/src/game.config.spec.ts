import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from '@jest/globals';
import { loadGameConfig } from './game.config.js';

const DATABASE_URL = 'postgres://localhost/game';

it('refuses a moderator-away time that a game would not stay in memory for', () => {
  const env = { DATABASE_URL, MODERATOR_AWAY_MS: '60000', GAME_IDLE_SECONDS: '60' };
  expect(() => loadGameConfig(env)).toThrow(/MODERATOR_AWAY_MS: /);
});

describe('the defaults of the game service', () => {
  const config = loadGameConfig({ DATABASE_URL });

  it('keep events for 90 seconds away and up to 8 to come back', () => {
    expect(config.RING_MS).toBeGreaterThanOrEqual(98_000);
    expect(config.RING_MS).toBe(100_000);
  });

  it('mark the moderator as gone after 60 seconds without a connection, a silent gateway counting for 12', () => {
    expect(config).toMatchObject({ MODERATOR_AWAY_MS: 60_000, PRESENCE_EXPIRES_MS: 12_000 });
  });

  it('pause clock and music after 3 seconds without a desk', () => {
    expect(config.DESK_DISCONNECTED_MS).toBe(3_000);
  });

  it('hand shards over after 5 seconds off the bus and share again after 10 seconds on it', () => {
    expect(config).toMatchObject({ SHARD_HAND_OVER_AFTER_MS: 5_000, SHARD_SHARE_AFTER_MS: 10_000 });
  });

  it('keep shards beyond the fair share for 30 seconds and idle games for 5 minutes', () => {
    expect(config).toMatchObject({ SHARD_KEEP_MS: 30_000, GAME_IDLE_SECONDS: 300 });
  });

  it('give games less than half of the heap, and at least room for three of the largest', () => {
    const heapMb = getHeapStatistics().heap_size_limit / 1024 / 1024;
    expect(config.GAME_MEMORY_MB).toBeLessThan(heapMb / 2);
    expect(config.GAME_MEMORY_MB).toBeGreaterThanOrEqual(16);
  });

  it('forget a game that no socket opened after 15 seconds, which is no sooner than gateways report sockets', () => {
    expect(config.GAME_UNOPENED_SECONDS).toBe(15);
    const env = { DATABASE_URL, GAME_UNOPENED_SECONDS: '5' };
    expect(() => loadGameConfig(env)).toThrow(/GAME_UNOPENED_SECONDS: /);
  });

  it('connect to the same address for locks as for everything else', () => {
    expect(config.DATABASE_DIRECT_URL).toBe(DATABASE_URL);
  });
});
