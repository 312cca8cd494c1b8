import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { GameCode } from '@earworm/rules';
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
  ])('hashes %j with FNV-1a', (gameId, hash) => {
    expect(shardOf(gameId)).toBe(hash % SHARDS);
  });

  it('gives every id one of 64 numbers, and uses all of them', () => {
    const shards = new Set(Array.from({ length: 2_000 }, (_, n) => shardOf(`game-${n}`)));
    expect([...shards].sort((a, b) => a - b)).toEqual(Array.from({ length: 64 }, (_, shard) => shard));
  });
});

describe('a call to the owner of a shard', () => {
  it('names the shard in its subject and leaves the rest of the call unchanged', () => {
    expect(onShard(game.sendCommand, 7)).toEqual({ ...game.sendCommand, subject: 'game.command.7' });
  });
});

const isByReference = (each: unknown): each is Call =>
  typeof each === 'object' && each !== null && 'byReference' in each && each.byReference === true;
const CHANGING = ['transform', 'pipe', 'overwrite', 'catch', 'prefault'];

/** The kinds of schemas and checks that a schema consists of. */
function kindsIn(schema: unknown, found = new Set<string>(), seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [...found];
  seen.add(schema);
  if ('_zod' in schema) {
    const { def } = schema._zod as { def: { type?: string; check?: string } };
    for (const kind of [def.type, def.check]) if (kind !== undefined) found.add(kind);
    kindsIn(def, found, seen);
  } else for (const inner of Object.values(schema)) kindsIn(inner, found, seen);
  return [...found];
}

const exported: readonly unknown[] = Object.values({ ...game, ...rateLimit });
const byReference = exported.filter(isByReference);

describe('a call by reference', () => {
  it('covers exactly the calls that every round or every return makes', () => {
    expect(byReference.map(({ subject }) => subject).sort()).toEqual([
      'game.command',
      'game.player-snapshots',
      'game.since',
      'game.snapshot',
      'rate-limit.check',
    ]);
  });

  it.each(byReference.map((call) => [call.subject, call] as const))(
    '%s has no schema that changes what it has read once',
    (_, { request, reply }) => {
      // Defaults are part of the type that callers pass.
      for (const schema of [request, reply])
        expect(kindsIn(schema).filter((kind) => CHANGING.includes(kind))).toEqual([]);
      expect(kindsIn(z.object({ code: z.array(GameCode) }))).toContain('transform');
      expect(kindsIn(z.object({ name: z.string().trim() }))).toContain('overwrite');
    },
  );
});
