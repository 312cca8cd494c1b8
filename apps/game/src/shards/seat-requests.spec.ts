import { presenceSubject } from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { createInProcessBus } from '@earworm/service-kit/bus';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { watchPresence } from '../actor/game-presence.js';
import { CREATE_GAME, ownerInMemory } from '../testing/game-in-memory.js';
import { sweep } from './sweep.js';

const GAME = GameId.parse('a-game-with-seats');
const options = { idleMs: 600_000, unopenedMs: 600_000 };

describe('a request for a seat in the game service', () => {
  const bus = createInProcessBus();
  let memory: ReturnType<typeof ownerInMemory>;
  let watching: ReturnType<typeof watchPresence>;
  const notified = (...users: string[]) => {
    const message = { gateway: 'one', stages: 0, users };
    bus.publish(presenceSubject(GAME), new TextEncoder().encode(JSON.stringify(message)));
    return bus.flush();
  };
  const after = async (seconds: number) => {
    memory.pass(seconds);
    await sweep(memory.owner, bus, memory.clock, options);
    await new Promise(setImmediate);
  };
  const waiting = () =>
    memory.owner.read(GAME, ({ seatRequests }) => seatRequests.map(({ playerId, name }) => `${playerId} for ${name}`));

  beforeEach(async () => {
    memory = ownerInMemory({ limit: 10 * 1024 * 1024 });
    watching = watchPresence(bus, memory.clock, (id) => memory.owner.inMemory(id));
    await memory.give(GAME, 'mo', CREATE_GAME);
    await memory.give(GAME, 'cid', { type: 'joinGame', name: 'Cid', seatSecret: 'the secret of Cid' });
    await memory.give(GAME, 'cid', { type: 'leaveGame' });
  });

  afterEach(() => watching.unsubscribe());

  it('lasts while the player is connected and ends after a disconnection of twenty seconds', async () => {
    await memory.give(GAME, 'new', { type: 'requestSeat', name: 'cid' });
    await notified('mo', 'new');
    await after(19);
    await notified('mo', 'new');
    await after(1);
    await notified('mo');
    await after(19);
    expect(await waiting()).toEqual(['new for Cid']);
    await after(1);
    expect(await waiting()).toEqual([]);
  });

  it('ends after five minutes without an answer', async () => {
    await memory.give(GAME, 'new', { type: 'requestSeat', name: 'cid' });
    for (let seconds = 0; seconds < 295; seconds += 5) {
      await notified('mo', 'new');
      await after(5);
    }
    expect(await waiting()).toEqual(['new for Cid']);
    await notified('mo', 'new');
    await after(5);
    expect(await waiting()).toEqual([]);
  });

  it('survives a take-over, and the player has twenty seconds to reconnect', async () => {
    await memory.give(GAME, 'new', { type: 'requestSeat', name: 'cid' });
    await notified('mo', 'new');
    memory.owner.lost([...memory.owner.shards.keys()]);
    memory.owner.taken(new Map(Array.from({ length: 64 }, (_, shard) => [shard, 2])));
    expect(await waiting()).toEqual(['new for Cid']);
    await after(0);
    await after(19);
    expect(await waiting()).toEqual(['new for Cid']);
    await after(1);
    expect(await waiting()).toEqual([]);
  });

  it('becomes unnecessary with the secret of the seat, of which the log has only a hash', async () => {
    await memory.give(GAME, 'new', { type: 'requestSeat', name: 'Cid', seatSecret: 'the secret of Cid' });
    expect(await waiting()).toEqual([]);
    expect(await memory.owner.read(GAME, ({ players }) => players.map(({ id, isActive }) => [id, isActive]))).toEqual([
      ['new', true],
    ]);
    await memory.give(GAME, 'other', { type: 'requestSeat', name: 'Cid', seatSecret: 'another browser' });
    expect(await waiting()).toEqual(['other for Cid']);
    expect(JSON.stringify(memory.rows.get(GAME))).not.toMatch(/the secret of Cid|another browser/);
  });
});
