import { describe, expect, it } from '@jest/globals';
import { sendCommand } from './calls/game.js';
import { onShard, SHARDS, shardOf } from './call.js';

describe('the shard of a game', () => {
  it.each([
    // The published test vectors of 32-bit FNV-1a.
    ['', 0x811c9dc5],
    ['a', 0xe40c292c],
    ['b', 0xe70c2de5],
    ['foobar', 0xbf9cf968],
  ])('is the FNV-1a hash of %j', (gameId, hash) => {
    expect(shardOf(gameId)).toBe(hash % SHARDS);
  });

  it('is one of 64 for every id, and each of them for some', () => {
    const shards = new Set(Array.from({ length: 2_000 }, (_, n) => shardOf(`game-${n}`)));
    expect([...shards].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, shard) => shard));
  });
});

describe('a call to the owner of a shard', () => {
  it('has the number of the shard in its subject, and is otherwise the same call', () => {
    expect(onShard(sendCommand, 7)).toEqual({ ...sendCommand, subject: 'game.command.7' });
  });
});
