import { type GameId, shardOf } from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Shards } from './shards.js';

const GAME = 'game-1' as GameId;
const SHARD = shardOf(GAME);
const FIRST_PAUSE_MS = 100;

type Heads = { shard: number; epoch: number; heads: [GameId, string, number][] };

describe('the shards whose games are watched', () => {
  let publish: (message: Heads) => void;
  let reconnect: () => void;
  let answer: () => Heads;
  let requestedAt: number[];
  let subscriptions: number;
  let heads: string[];
  let shards: Shards;
  const game = {
    gameId: GAME,
    onHead: (logId: string, version: number) => void heads.push(`${logId} ${version}`),
    onErased: () => void heads.push('erased'),
  };
  const headsOf = (epoch: number, version: number): Heads => ({ shard: SHARD, epoch, heads: [[GAME, 'log', version]] });

  beforeEach(() => {
    requestedAt = [];
    subscriptions = 0;
    heads = [];
    answer = () => headsOf(1, 1);
    const bus = {
      onReconnect: (listener: () => void) => {
        reconnect = listener;
        return () => undefined;
      },
      subscribe: (_: string, listener: (message: { data: Uint8Array }) => void): Subscription => {
        subscriptions += 1;
        publish = (message) => listener({ data: new TextEncoder().encode(JSON.stringify(message)) });
        return { unsubscribe: () => void (subscriptions -= 1) } as Subscription;
      },
      call: async () => {
        requestedAt.push(performance.now());
        return answer();
      },
    };
    shards = new Shards({ bus: bus as unknown as Bus, onFailed: () => undefined });
    shards.watch(SHARD, game);
  });
  afterEach(() => shards.stop());

  it('report the heads of their owner, but not those of an earlier one', () => {
    publish(headsOf(2, 5));
    publish(headsOf(1, 9));
    publish(headsOf(2, 6));
    expect(heads).toEqual(['log 5', 'log 6']);
    expect(requestedAt).toHaveLength(0);
  });

  it('notify listeners of a new owner, whose heads are requested', async () => {
    let notified = 0;
    const stop = shards.onNewOwner(SHARD, () => (notified += 1));
    publish(headsOf(1, 5));
    expect(notified).toBe(0);
    answer = () => headsOf(2, 7);
    publish(headsOf(2, 6));
    await eventually(() => expect(heads).toEqual(['log 5', 'log 6', 'log 7']));
    stop();
    publish(headsOf(3, 8));
    expect(notified).toBe(1);
  });

  it('request heads after a reconnect until an owner answers that is not an earlier one, with growing pauses', async () => {
    publish(headsOf(2, 5));
    answer = () => {
      if (requestedAt.length === 1) throw new Error('no responders');
      return requestedAt.length === 2 ? headsOf(1, 1) : headsOf(2, 6);
    };
    reconnect();
    await eventually(() => expect(heads).toEqual(['log 5', 'log 6']));
    const [first, second, third] = requestedAt as [number, number, number];
    // A timer may be up to a millisecond early.
    expect(second - first).toBeGreaterThan(FIRST_PAUSE_MS - 2);
    expect(third - second).toBeGreaterThan(2 * FIRST_PAUSE_MS - 2);
    expect(requestedAt).toHaveLength(3);
  });

  it('report a game as erased that its owner does not know after a reconnect', async () => {
    publish(headsOf(1, 5));
    publish({ shard: SHARD, epoch: 1, heads: [] });
    expect(heads).toEqual(['log 5']);
    answer = () => ({ shard: SHARD, epoch: 1, heads: [] });
    reconnect();
    await eventually(() => expect(heads).toEqual(['log 5', 'erased']));
  });

  it('send their requests from one loop when the bus reconnects repeatedly', async () => {
    answer = () => {
      if (requestedAt.length < 4) throw new Error('no responders');
      return headsOf(1, 1);
    };
    reconnect();
    reconnect();
    await eventually(() => expect(heads).toEqual(['log 1']));
    const [, , third, fourth] = requestedAt as [number, number, number, number];
    expect(fourth - third).toBeGreaterThan(2 * FIRST_PAUSE_MS - 2);
  });

  it('keep their subscription while a game is watched or a listener is registered', () => {
    const stop = shards.onNewOwner(SHARD, () => undefined);
    shards.unwatch(SHARD, game);
    expect(subscriptions).toBe(1);
    stop();
    expect(subscriptions).toBe(0);
  });
});
