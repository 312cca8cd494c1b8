import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as game from './calls/game.js';
import * as rateLimit from './calls/rate-limit.js';
import { type Call, onShard, SHARDS, shardOf } from './call.js';

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
    expect(onShard(game.sendCommand, 7)).toEqual({ ...game.sendCommand, subject: 'game.command.7' });
  });
});

const isByReference = (each: unknown): each is Call =>
  typeof each === 'object' && each !== null && 'byReference' in each && each.byReference === true;
const exported: readonly unknown[] = Object.values({ ...game, ...rateLimit });
const byReference = exported.filter(isByReference);

describe('a call by reference', () => {
  it('is one of those that every round or every return makes', () => {
    expect(byReference.map(({ subject }) => subject).sort()).toEqual([
      'game.command',
      'game.since',
      'game.snapshot',
      'rate-limit.check',
    ]);
  });

  it.each(byReference.map((call) => [call.subject, call] as const))(
    '%s is the same whether or not its schemas have read it',
    (_, { request, reply }) => {
      // A transformation, which would be left out, has no JSON schema.
      for (const schema of [request, reply]) expect(() => z.toJSONSchema(schema, { io: 'output' })).not.toThrow();
    },
  );
});
