import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from '@jest/globals';
import { loadGameConfig } from './game.config.js';

const DATABASE_URL = 'postgres://localhost/game';

it('refuses a moderator-away time that a game would not stay in memory for', () => {
  const env = { DATABASE_URL, MODERATOR_AWAY_MS: '60000', GAME_IDLE_SECONDS: '60' };
  expect(() => loadGameConfig(env)).toThrow(/MODERATOR_AWAY_MS: /);
});

describe('game service defaults', () => {
  const config = loadGameConfig({ DATABASE_URL });

  it('keeps events for a disconnection of 90 seconds and up to 8 seconds to reconnect', () => {
    expect(config.RING_MS).toBeGreaterThanOrEqual(98_000);
    expect(config.RING_MS).toBe(100_000);
  });

  it('marks the moderator as gone after 60 seconds without a connection, and counts a silent gateway for 12', () => {
    expect(config).toMatchObject({ MODERATOR_AWAY_MS: 60_000, PRESENCE_EXPIRES_MS: 12_000 });
  });

  it('pauses clock and music after 3 seconds without a desk', () => {
    expect(config.DESK_DISCONNECTED_MS).toBe(3_000);
  });

  it('hands shards over after 5 seconds off the bus and shares again after 10 seconds on it', () => {
    expect(config).toMatchObject({ SHARD_HAND_OVER_AFTER_MS: 5_000, SHARD_SHARE_AFTER_MS: 10_000 });
  });

  it('keeps shards beyond the fair share for 30 seconds and idle games for 5 minutes', () => {
    expect(config).toMatchObject({ SHARD_KEEP_MS: 30_000, GAME_IDLE_SECONDS: 300 });
  });

  it('gives games less than half of the heap, and at least memory for three of the largest', () => {
    const heapMb = getHeapStatistics().heap_size_limit / 1024 / 1024;
    expect(config.GAME_MEMORY_MB).toBeLessThan(heapMb / 2);
    expect(config.GAME_MEMORY_MB).toBeGreaterThanOrEqual(16);
  });

  it('forgets a game that no socket opened after 15 seconds, and refuses a time shorter than the report of gateways', () => {
    expect(config.GAME_UNOPENED_SECONDS).toBe(15);
    const env = { DATABASE_URL, GAME_UNOPENED_SECONDS: '5' };
    expect(() => loadGameConfig(env)).toThrow(/GAME_UNOPENED_SECONDS: /);
  });

  it('connects to the same address for locks as for everything else', () => {
    expect(config.DATABASE_DIRECT_URL).toBe(DATABASE_URL);
  });
});
