import { getHeapStatistics } from 'node:v8';
import { describe, expect, it } from '@jest/globals';
import { loadGameConfig } from './game.config.js';

const DATABASE_URL = 'postgres://localhost/game';

describe('game service defaults', () => {
  const config = loadGameConfig({ DATABASE_URL });

  it('keeps events for a disconnection of 90 seconds and up to 8 seconds to reconnect', () => {
    expect(config.ringMs).toBeGreaterThanOrEqual(98_000);
    expect(config.ringMs).toBe(100_000);
  });

  it('marks the moderator as gone after 60 seconds without a connection, and counts a silent gateway for 12', () => {
    expect(config).toMatchObject({ moderatorAwayMs: 60_000, presenceExpiresMs: 12_000 });
  });

  it('pauses clock and music after 3 seconds without a desk', () => {
    expect(config.deskDisconnectedMs).toBe(3_000);
  });

  it('hands shards over after 5 seconds off the bus and shares again after 10 seconds on it', () => {
    expect(config).toMatchObject({ handOverAfterMs: 5_000, shareAfterMs: 10_000 });
  });

  it('keeps shards beyond the fair share for 30 seconds', () => {
    expect(config.keepShardsMs).toBe(30_000);
  });

  it('keeps idle games for 5 minutes, longer than their moderator may be away', () => {
    expect(config.idleMs).toBe(300_000);
    expect(config.idleMs).toBeGreaterThan(config.moderatorAwayMs);
  });

  it('gives games less than half of the heap, and at least memory for three of the largest', () => {
    const heapMb = getHeapStatistics().heap_size_limit / 1024 / 1024;
    expect(config.GAME_MEMORY_MB).toBeLessThan(heapMb / 2);
    expect(config.GAME_MEMORY_MB).toBeGreaterThanOrEqual(16);
  });

  it('forgets a game that no socket opened after 15 seconds, longer than gateways need to report their sockets', () => {
    expect(config.unopenedMs).toBe(15_000);
    expect(config.unopenedMs).toBeGreaterThanOrEqual(config.presenceExpiresMs);
  });

  it('connects to the same address for locks as for everything else', () => {
    expect(config.DATABASE_DIRECT_URL).toBe(DATABASE_URL);
  });
});
