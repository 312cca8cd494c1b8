import { contentBytes, RefusedError } from '@earworm/contracts';
import { CategoryId, GameId, QuestionId, type AnyCommand } from '@earworm/rules';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { sweep } from '../shards/sweep.js';
import { createGameOf, ownerInMemory } from '../testing/game-in-memory.js';
import { ACTOR_BYTES, HEAP_BYTES_PER_CHARACTER } from './footprint.js';

const MIB = 1024 * 1024;
const game = (n: number) => GameId.parse(`game-${n}`);
/** About 40,000 characters of texts and 55,000 of JSON. */
const BOARD = createGameOf(40_000);
const RESERVED = contentBytes(BOARD.categories) * HEAP_BYTES_PER_CHARACTER;
const join = (name: string): AnyCommand => ({ type: 'joinGame', name });

type Memory = ReturnType<typeof ownerInMemory>;
const create = ({ give }: Memory, n: number) => give(game(n), 'mo', BOARD, RESERVED);

/** Creates games until one is refused. Returns how many there are. */
async function fill(memory: Memory): Promise<number> {
  for (let n = 0; ; n++) {
    const outcome = await create(memory, n).catch((error: unknown) => error);
    if (outcome instanceof RefusedError) return n;
  }
}

describe('the memory of a replica’s games', () => {
  it('takes as many games as fit and answers the next one busy', async () => {
    const memory = ownerInMemory({ limit: MIB });
    const games = await fill(memory);
    expect(games).toBeGreaterThan(5);
    expect(memory.memory.used).toBeLessThanOrEqual(MIB);
    expect(memory.memory.used + RESERVED + ACTOR_BYTES).toBeGreaterThan(MIB);
    expect(await memory.refused()).toEqual({ flush: 0, kind: 0, mailbox: 0, memory: 1 });
    await expect(create(memory, games)).rejects.toMatchObject({ code: 'busy' });
  });

  it('admits a new game only when the largest would fit, and always one that is in memory', async () => {
    const memory = ownerInMemory({ limit: MIB });
    expect(memory.owner.admit(game(0))).toBe(true);
    await fill(memory);
    expect(() => memory.owner.admit(game(1_000))).toThrow(expect.objectContaining({ code: 'busy' }));
    expect(memory.owner.admit(game(0))).toBe(true);
    memory.pass(2);
    expect(memory.owner.admit(game(1_000))).toBe(true);
  });

  it('counts no bytes for a game that was refused or has left memory', async () => {
    const memory = ownerInMemory({ limit: MIB });
    await fill(memory);
    const before = memory.memory.used;
    await create(memory, 1_000).catch(() => undefined);
    expect(memory.memory.used).toBe(before);
    for (const actor of [...memory.owner.actors()]) memory.owner.passivate(actor);
    expect(memory.memory.used).toBe(0);
  });

  it('falls when games without sockets are evicted, which load again when they are read', async () => {
    const memory = ownerInMemory({ limit: MIB });
    const games = await fill(memory);
    for (let n = games; n < 3 * games; n++) {
      memory.pass(2);
      expect(await create(memory, n)).toMatchObject({ kind: 'accepted' });
    }
    expect(memory.memory.used).toBeLessThanOrEqual(MIB);
    for (let n = 0; n < 3 * games; n++) {
      memory.pass(2);
      expect(await memory.owner.read(game(n), ({ gameId }) => gameId)).toBe(game(n));
    }
    expect(memory.memory.used).toBeLessThanOrEqual(MIB);
  });

  it('keeps games with sockets for longer than games without', async () => {
    const memory = ownerInMemory({ limit: MIB });
    const games = await fill(memory);
    const report = (n: number) => memory.owner.inMemory(game(n))?.presence.noteSockets(memory.clock.ticks());
    for (let n = 1; n < games; n++) report(n);
    memory.pass(2);
    await create(memory, games);
    expect(memory.owner.inMemory(game(0))).toBeUndefined();
    expect(memory.owner.inMemory(game(1))).toBeDefined();
    // The new game was just used; the others have sockets.
    await expect(create(memory, games + 1)).rejects.toMatchObject({ code: 'busy' });
    memory.pass(10);
    for (let n = 1; n < games; n++) report(n);
    report(games);
    expect(await create(memory, games + 1)).toMatchObject({ kind: 'accepted' });
    const open = Array.from({ length: games }, (_, n) => memory.owner.inMemory(game(n + 1))).filter(Boolean);
    expect(open.length).toBeLessThan(games);
  });

  it('refuses reads and commands of a game that does not fit, and keeps nothing of it', async () => {
    const memory = ownerInMemory({ limit: MIB });
    await create(memory, 0);
    const [actor] = memory.owner.actors();
    if (actor) memory.owner.passivate(actor);
    const other = ownerInMemory({ limit: RESERVED / 2 });
    other.rows.set(game(0), memory.rows.get(game(0)) ?? []);
    expect(await other.give(game(0), 'ann', join('Ann'))).toEqual({ kind: 'busy' });
    expect(other.memory.used).toBe(0);
    expect(other.owner.inMemory(game(0))).toBeUndefined();
    // Its size is known now, so it is not read again only to be refused.
    await expect(other.owner.read(game(0), () => true)).rejects.toMatchObject({ code: 'busy' });
    expect(other.loads).toEqual([game(0)]);
  });

  it('refuses new questions when it is full, but no command that is played', async () => {
    const memory = ownerInMemory({ limit: MIB });
    await fill(memory);
    const link = `https://youtu.be/dQw4w9WgXcQ?x=${'x'.repeat(400)}`;
    const question = {
      clipId: null,
      answer: 'y'.repeat(200),
      youtubeSongName: 'x'.repeat(200),
      youtubeLink: link,
      points: 100,
    };
    let last: string | undefined;
    for (let n = 0; n < 1_000 && last !== 'busy'; n++) {
      const [categoryId, questionId] = [CategoryId.parse(`more-${Math.floor(n / 30)}`), QuestionId.parse(`more-q${n}`)];
      if (n % 30 === 0) await memory.give(game(0), 'mo', { type: 'addCategory', categoryId, name: 'More' });
      last = (await memory.give(game(0), 'mo', { type: 'addQuestion', categoryId, questionId, question }))?.kind;
    }
    expect(last).toBe('busy');
    expect(memory.memory.used).toBeLessThanOrEqual(MIB + 4 * ACTOR_BYTES);
    expect(await memory.give(game(0), 'ann', join('Ann'))).toMatchObject({ kind: 'accepted' });
    expect(await memory.give(game(0), 'mo', { type: 'startGame' })).toMatchObject({ kind: 'accepted' });
  });

  it('lets the last game that fits be loaded and grow', async () => {
    const first = ownerInMemory({ limit: 10 * MIB });
    await create(first, 0);
    const memory = ownerInMemory({ limit: 10 * MIB, gamesMax: 1 });
    memory.rows.set(game(0), first.rows.get(game(0)) ?? []);
    expect(await memory.owner.read(game(0), ({ gameId }) => gameId)).toBe(game(0));
    const more: AnyCommand = { type: 'changeSettings', settings: { attempts: 'once' } };
    expect(await memory.give(game(0), 'mo', more)).toMatchObject({ kind: 'accepted' });
    await expect(create(memory, 1)).rejects.toMatchObject({ code: 'busy' });
    memory.pass(2);
    expect(await create(memory, 1)).toMatchObject({ kind: 'accepted' });
    expect(memory.owner.inMemory(game(0))).toBeUndefined();
  });

  it('refuses games while the process is near the end of its heap', async () => {
    let hasHeap = true;
    const memory = ownerInMemory({ limit: 100 * MIB, hasHeap: () => hasHeap });
    await create(memory, 0);
    hasHeap = false;
    await expect(create(memory, 1)).rejects.toMatchObject({ code: 'busy' });
    hasHeap = true;
    expect(await create(memory, 1)).toMatchObject({ kind: 'accepted' });
  });

  it('counts a game by the length of its latest snapshot', async () => {
    const memory = ownerInMemory({ limit: 10 * MIB });
    await create(memory, 0);
    const small = memory.memory.used;
    for (let n = 0; n < 300; n++) await memory.give(game(0), 'mo', { type: 'switchTimeTrial', on: n % 2 === 0 });
    const played = memory.memory.used;
    expect(played).toBeGreaterThan(small);
    const [saved] = memory.saved;
    saved?.onWritten(JSON.stringify(saved.state).length + JSON.stringify(saved.answered).length);
    memory.pass(101);
    memory.owner.inMemory(game(0))?.recount();
    expect(memory.memory.used).toBeLessThan(played);
    expect(memory.memory.used).toBeGreaterThan(ACTOR_BYTES);
  });
});

describe('a game without sockets', () => {
  const bus = createInProcessBus();
  const options = { idleMs: 300_000, unopenedMs: 15_000 };
  const second = (memory: Memory, seconds: number) => {
    memory.pass(seconds);
    return sweep(memory.owner, bus, memory.clock, options);
  };

  it('leaves memory after fifteen seconds, one that had sockets after five minutes', async () => {
    const memory = ownerInMemory({ limit: 10 * MIB });
    await create(memory, 0);
    await create(memory, 1);
    await second(memory, 1);
    memory.owner.inMemory(game(1))?.presence.noteSockets(memory.clock.ticks());
    await second(memory, 15);
    expect(memory.owner.inMemory(game(0))).toBeUndefined();
    expect(memory.owner.inMemory(game(1))).toBeDefined();
    await second(memory, 300);
    expect(memory.owner.inMemory(game(1))).toBeUndefined();
    expect(memory.memory.used).toBe(0);
  });

  it('leaves memory in spite of look-ups of its code', async () => {
    const memory = ownerInMemory({ limit: 10 * MIB });
    await create(memory, 0);
    for (let n = 0; n < 16; n++) {
      await second(memory, 1);
      expect(await memory.owner.readPublicInfo(game(0), ({ moderatorName }) => moderatorName)).toBe('Mo');
    }
    expect(memory.owner.inMemory(game(0))).toBeUndefined();
  });

  it('remains unloaded during look-ups of its code', async () => {
    const memory = ownerInMemory({ limit: 10 * MIB });
    await create(memory, 0);
    await memory.give(game(0), 'ann', join('Ann'));
    await memory.give(game(0), 'bob', join('Bob'));
    await memory.give(game(0), 'bob', { type: 'leaveGame' });
    const look = () =>
      memory.owner.readPublicInfo(game(0), (info) => [
        info.playerCount,
        info.hasInactive('BOB'),
        info.hasInactive('Ann'),
      ]);
    expect(await look()).toEqual([1, true, false]);
    await second(memory, 16);
    expect(memory.owner.inMemory(game(0))).toBeUndefined();
    expect(await look()).toEqual([1, true, false]);
    expect(memory.owner.inMemory(game(0))).toBeUndefined();
    expect(memory.loads).toEqual([game(0)]);
    await memory.give(game(0), 'bob', { type: 'rejoinGame' });
    await eventually(async () => expect(await look()).toEqual([2, false, false]));
  });
});
