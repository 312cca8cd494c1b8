import { presenceSubject, shardOf } from '@earworm/contracts';
import { DeskId, GameId } from '@earworm/rules';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { openDataSource } from '@earworm/service-kit/postgres';
import { describeWith, eventually, freshDatabase } from '@earworm/service-kit/testing';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { reserveCode } from '../codes/codes.js';
import { MIGRATIONS } from '../migrations.js';
import type { Clock } from '../actor/clock.js';
import { watchPresence } from '../actor/game-presence.js';
import { logOf } from '../testing/database.js';
import { MODERATOR } from '../testing/game-service.js';
import { ownerWithoutLease } from '../testing/owner-without-lease.js';
import { sweep } from './sweep.js';

describeWith('postgres', 'the sweep of every second', () => {
  const bus = createInProcessBus({ log: createLog('game', { level: 'silent' }) });
  const idleMs = 300_000;
  let seconds = 0;
  const clock: Clock = { now: () => 1_800_000_000_000 + seconds * 1_000, ticks: () => seconds * 1_000 };
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let source: DataSource;

  beforeAll(async () => {
    database = await freshDatabase();
    const { url } = database;
    source = await openDataSource({ url, schema: 'game', entities: [], migrations: MIGRATIONS });
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  async function newGame(name: string) {
    const gameId = GameId.parse(name);
    await reserveCode(source, gameId);
    const alone = ownerWithoutLease({ database: source, url: database.url, epoch: 1, shard: shardOf(gameId) }, clock);
    await alone.send(gameId, MODERATOR, { type: 'createGame' });
    return { gameId, ...alone };
  }
  const typesOf = async (gameId: string) => (await logOf(database.url, gameId)).map((row) => row.type);

  it('records once that a moderator has been disconnected for a minute', async () => {
    const { gameId, owner, close } = await newGame('left-alone');
    const watching = watchPresence(bus, clock, (id) => owner.inMemory(id));
    const say = (users: string[]) =>
      bus.publish(
        presenceSubject(gameId),
        new TextEncoder().encode(JSON.stringify({ gateway: 'one', stages: 0, users })),
      );
    say([MODERATOR, 'ann']);
    await bus.flush();
    seconds += 10;
    say(['ann']);
    await bus.flush();
    await new Promise(setImmediate);
    seconds += 59;
    await sweep(owner, bus, clock, { idleMs, unopenedMs: idleMs });
    expect(await typesOf(gameId)).toEqual(['gameCreated']);
    seconds += 2;
    await sweep(owner, bus, clock, { idleMs, unopenedMs: idleMs });
    await eventually(async () => expect(await typesOf(gameId)).toEqual(['gameCreated', 'moderatorLeft']));
    seconds += 61;
    await sweep(owner, bus, clock, { idleMs, unopenedMs: idleMs });
    expect(owner.inMemory(gameId)?.isQuiet).toBe(true);
    watching.unsubscribe();
    await close();
  });

  /** A running game whose desk is connected at gateway one. */
  async function playedGame(name: string) {
    const game = await newGame(name);
    await game.send(game.gameId, MODERATOR, { type: 'startGame' });
    const watching = watchPresence(bus, clock, (id) => game.owner.inMemory(id));
    const say = async (gateway: string, users: string[]) => {
      const message = JSON.stringify({ gateway, stages: 0, users });
      bus.publish(presenceSubject(game.gameId), new TextEncoder().encode(message));
      await bus.flush();
      await new Promise(setImmediate);
    };
    const swept = async () => {
      await sweep(game.owner, bus, clock, { idleMs, unopenedMs: idleMs });
      await eventually(() => expect(game.owner.inMemory(game.gameId)?.isQuiet).toBe(true));
    };
    await say('one', [MODERATOR]);
    const close = async () => {
      watching.unsubscribe();
      await game.close();
    };
    return { ...game, say, swept, close };
  }
  const PLAYED = ['gameCreated', 'gameStarted'];

  it('pauses a game after three seconds without a desk and resumes it when one connects', async () => {
    const { gameId, say, swept, close } = await playedGame('desk-closed');
    await say('one', []);
    seconds += 2;
    await swept();
    expect(await typesOf(gameId)).toEqual(PLAYED);
    seconds += 1;
    await swept();
    await swept();
    expect(await typesOf(gameId)).toEqual([...PLAYED, 'deskDisconnected']);
    await say('two', [MODERATOR]);
    await swept();
    expect(await typesOf(gameId)).toEqual([...PLAYED, 'deskDisconnected', 'deskReconnected']);
    seconds += 10;
    await swept();
    expect(await typesOf(gameId)).toHaveLength(4);
    await close();
  });

  it('leaves a game running whose desk reconnects to any gateway within three seconds', async () => {
    const { gameId, say, swept, close } = await playedGame('desk-reloaded');
    for (const next of ['one', 'two']) {
      await say('one', []);
      seconds += 2;
      await swept();
      await say(next, [MODERATOR]);
      seconds += 2;
      await swept();
    }
    expect(await typesOf(gameId)).toEqual(PLAYED);
    await close();
  });

  it('leaves a game running whose gateway restarts while the desk connects to another one', async () => {
    const { gameId, say, swept, close } = await playedGame('gateway-restarted');
    for (let second = 0; second < 11; second++) {
      seconds += 1;
      await swept();
    }
    await say('two', [MODERATOR]);
    seconds += 11;
    await swept();
    expect(await typesOf(gameId)).toEqual(PLAYED);
    await close();
  });

  it('frees the music three seconds after the disconnection of its desk, while another desk stays', async () => {
    const { gameId, send, swept, owner, close } = await playedGame('two-desks');
    await send(gameId, MODERATOR, { type: 'takeMusic', deskId: DeskId.parse('laptop'), from: null });
    const say = async (desks: string[]) => {
      const message = JSON.stringify({ gateway: 'one', stages: 0, users: [MODERATOR], desks });
      bus.publish(presenceSubject(gameId), new TextEncoder().encode(message));
      await bus.flush();
      await new Promise(setImmediate);
    };
    await swept();
    await say(['laptop', 'phone']);
    await say(['phone']);
    seconds += 2;
    await swept();
    expect(await typesOf(gameId)).toEqual([...PLAYED, 'musicDeskSet']);
    seconds += 1;
    await swept();
    expect(await typesOf(gameId)).toEqual([...PLAYED, 'musicDeskSet', 'musicDeskLost']);
    expect(await owner.read(gameId, (game) => game.musicDesk)).toBeNull();
    await close();
  });

  it('records no absence for a game that was prepared without a connection', async () => {
    const { gameId, owner, close } = await newGame('prepared');
    seconds += 600;
    await sweep(owner, bus, clock, { idleMs: 3_600_000, unopenedMs: 3_600_000 });
    await eventually(() => expect(owner.inMemory(gameId)?.isQuiet).toBe(true));
    expect(await typesOf(gameId)).toEqual(['gameCreated']);
    await close();
  });

  it('takes an unused game out of memory, which is loaded again when it is read', async () => {
    const { gameId, owner, send, close } = await newGame('left-memory');
    await send(gameId, 'ann', { type: 'joinGame', name: 'Ann' });
    seconds += 50;
    await sweep(owner, bus, clock, { idleMs: 60_000, unopenedMs: 60_000 });
    expect(owner.inMemory(gameId)).toBeDefined();
    seconds += 11;
    await owner.read(gameId, () => 'a read keeps it in memory');
    await sweep(owner, bus, clock, { idleMs: 60_000, unopenedMs: 60_000 });
    expect(owner.inMemory(gameId)).toBeDefined();
    await eventually(() => expect(owner.inMemory(gameId)?.isQuiet).toBe(true));
    seconds += 61;
    await sweep(owner, bus, clock, { idleMs: 60_000, unopenedMs: 60_000 });
    expect(owner.inMemory(gameId)).toBeUndefined();
    expect(await owner.read(gameId, (game) => game.players.map(({ id }) => id))).toEqual(['ann']);
    await close();
  });
});
