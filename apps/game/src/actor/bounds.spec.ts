import { RefusedError, shardOf } from '@earworm/contracts';
import { GameId, type AnyCommand } from '@earworm/rules';
import { NO_TRACING } from '@earworm/service-kit/tracing';
import { Registry } from '@earworm/service-kit/metrics';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Flush, WAITING_BYTES_MAX } from '../log/flush.js';
import type { LoadedLog } from '../log/read.js';
import { gameMetrics } from '../metrics.js';
import { Owner } from '../shards/owner.js';
import { CREATE_GAME, PRESENCE_TIMES } from '../testing/game-in-memory.js';
import { user } from '../testing/game-service.js';
import { systemClock } from './clock.js';
import { GameMemory } from './footprint.js';
import { MAILBOX_MAX } from './mailbox.js';

const GAME = GameId.parse('a-bounded-game');
const EMPTY: LoadedLog = {
  logId: 'log-1',
  epoch: 0,
  snapshot: null,
  events: [],
  characters: 0,
  charactersSinceSnapshot: 0,
};

let registry: Registry;
let owner: Owner;
/** The outcome of a statement. */
let loads: Promise<LoadedLog>;
let flush: Flush;
/** Ends the statement in flight; resolves when the next is in progress, if more are waiting. */
let commit: () => Promise<void>;
const nothing = () => undefined;

beforeEach(() => {
  registry = new Registry();
  loads = Promise.resolve(EMPTY);
  flush = new Flush(
    () =>
      new Promise((resolve) => {
        commit = () => {
          resolve({ kind: 'committed' });
          return new Promise((turn) => setImmediate(turn));
        };
      }),
    { batch: nothing, outcome: nothing },
  );
  const metrics = gameMetrics(registry, () => ({ shards: 0, games: 0, waiting: 0, bytes: 0, bytesLimit: 0 }));
  owner = new Owner(
    {
      clock: systemClock,
      load: () => loads,
      publish: nothing,
      offer: (author, gameId, rows) => flush.offer(author, gameId, rows),
      withdraw: (author, gameId) => flush.withdraw(author, gameId),
      save: nothing,
      countBusy: (bound) => metrics.busy(bound),
      warn: nothing,
      tracing: NO_TRACING,
      memory: new GameMemory(1024 * 1024),
      ringMs: 100_000,
      presence: PRESENCE_TIMES,
    },
    { isLeaseValid: () => true, giveUp: nothing, taken: nothing, freed: nothing, gamesMax: 1 },
  );
});

let ids = 0;
const give = (userId: string, command: AnyCommand = { type: 'joinGame', name: userId }, gameId = GAME) => {
  const shard = shardOf(gameId);
  if (!owner.shards.has(shard)) owner.taken(new Map([[shard, 1]]));
  const envelope = { issuer: { userId: user(userId), isAdmin: false }, commandId: `c-${++ids}`, command };
  const times = { receivedAt: systemClock.now(), deadline: systemClock.ticks() + 4_000 };
  return owner.answer(gameId, (actor) => actor.submit({ ...envelope, ...times }));
};
const refused = async () => {
  const { values } = await registry.getSingleMetric('game_busy_total')!.get();
  return Object.fromEntries(values.filter(({ value }) => value > 0).map(({ labels, value }) => [labels.bound, value]));
};
const never = new Promise<LoadedLog>(() => undefined);

describe('bounds of commands', () => {
  it('answers busy when the user waits for another command of the same kind', async () => {
    loads = never;
    void give('ann');
    expect(await give('ann')).toEqual({ kind: 'busy' });
    expect(await refused()).toEqual({ kind: 1 });
  });

  it('answers busy when the mailbox of the game is full', async () => {
    loads = never;
    for (let n = 0; n < MAILBOX_MAX; n++) void give(`player-${n}`);
    expect(await give('one-too-many')).toEqual({ kind: 'busy' });
    expect(await refused()).toEqual({ mailbox: 1 });
  });

  it('answers busy when the flush is full, and accepts a retry once it is written', async () => {
    const elsewhere = { isGone: false, onCommitted: nothing, onRefused: nothing, onUnknown: nothing };
    const offer = (version: number, event: string) =>
      flush.offer(elsewhere, 'another-game', [
        { gameId: 'another-game', version, userId: null, commandId: null, event, at: 1, epoch: 1 },
      ]);
    // One statement is in flight, and nearly as many rows wait as may.
    offer(1, '{}');
    await Promise.resolve();
    expect(offer(2, 'x'.repeat(WAITING_BYTES_MAX - 300))).toBe(true);

    expect(await give('mo', CREATE_GAME)).toEqual({ kind: 'busy' });
    expect(await refused()).toEqual({ flush: 1 });
    await commit();
    const again = give('mo', CREATE_GAME);
    await commit();
    await commit();
    expect(await again).toEqual({ kind: 'accepted', version: 1 });
    expect(await refused()).toEqual({ flush: 1 });
  });

  it('refuses a command when the limit of games in memory is reached and none is idle', async () => {
    loads = never;
    void give('ann');
    const other = give('bob', { type: 'joinGame', name: 'Bob' }, GameId.parse('another-game'));
    await expect(other).rejects.toThrow(RefusedError);
    expect(await refused()).toEqual({ memory: 1 });
  });
});
