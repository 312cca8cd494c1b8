import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type GameId, heads, headsSubject, onShard, shardOf } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import fc from 'fast-check';
import { followed } from '../testing/received.js';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

let gateway: RunningGateway;
let games = 0;
const taken = new Set<number>();

const turn = () => new Promise((resolve) => setImmediate(resolve));
/** Longer than any message is delayed below. */
const HELD_BACK_MS = 15;
/** Resolves when every message that is delayed now has arrived. */
const nothingHeldBack = async () => {
  const { services } = gateway.faults;
  services.clear();
  services.delay('spec.fence', HELD_BACK_MS);
  const arrived = new Promise<void>((resolve) => gateway.bus.subscribe('spec.fence', () => resolve()));
  gateway.bus.publish('spec.fence', new Uint8Array());
  await arrived;
  services.clear();
};
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** Each on its own shard, because a scripted owner answers for a whole shard. */
const newGame = () => {
  let gameId = '';
  while (gameId === '' || taken.has(shardOf(gameId))) gameId = `unreliable-${++games}`;
  taken.add(shardOf(gameId));
  return new ScriptedOwner(gateway.bus, gameId as GameId, 'mo');
};
const join = async (owner: ScriptedOwner, user: string) =>
  RawSocket.join(gateway.wsUrl, { gameId: owner.gameId, token: await gateway.token(user) });
const buzz = (id: string) => ({ type: 'command', id, command: { type: 'buzz', questionId: 'q1' } });

beforeAll(async () => {
  gateway = await runGateway({}, { overrides: { attemptMs: 100, commandDeadlineMs: 600 } });
});
afterAll(() => gateway.close());

/** What happens to a message of the game, as shares of all messages. */
const troubles = fc.record({
  drop: fc.constantFrom(0, 0.1, 0.4),
  double: fc.constantFrom(0, 0.3),
  delay: fc.constantFrom(0, 0.2),
  reorder: fc.constantFrom(0, 0.3),
});

describe('a bus that loses, duplicates, delays and reorders messages', () => {
  it('delivers every event once and in order to all sockets', async () => {
    await fc.assert(
      fc.asyncProperty(troubles, fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 25 }), async (parts, steps) => {
        const owner = newGame();
        const sockets = await Promise.all(['ann', 'bob'].map((user) => join(owner, user)));
        const { services } = gateway.faults;
        services.drop('game.>', { share: parts.drop });
        services.double('game.>', { share: parts.double });
        services.delay('game.>', 8, { share: parts.delay });
        services.reorder('game.>', 12, { share: parts.reorder });
        for (const step of steps) {
          owner.happens(step);
          if (step === 4) await turn();
        }
        // An owner repeats its heads; some of them arrive.
        const saying = setInterval(() => owner.saysHeads(), 20);
        for (const socket of sockets) await socket.until(() => socket.versions.includes(owner.version));
        clearInterval(saying);
        await nothingHeldBack();
        for (const socket of sockets) await socket.pong();
        for (const socket of sockets) {
          expect(followed(socket)).toEqual(range(1, owner.version));
          expect(socket.of('snapshot')).toHaveLength(1);
          socket.close();
        }
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });

  it('loses the last events, which the heads reveal, also when some heads are lost', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.happens(3, { lost: true });
    gateway.faults.services.drop(headsSubject(shardOf(owner.gameId)), { times: 2 });
    for (let i = 0; i < 3; i++) owner.saysHeads();
    await ann.until(() => ann.versions.at(-1) === 4);
    gateway.faults.services.clear();
    ann.close();
  });

  it('loses the answer about a gap, which is requested again', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.happens(2, { lost: true });
    gateway.faults.services.drop('_INBOX.>', { times: 2 });
    owner.happens();
    await ann.until(() => ann.versions.at(-1) === 4);
    expect(owner.requests.since).toBe(3);
    expect(followed(ann)).toEqual([1, 2, 3, 4]);
    gateway.faults.services.clear();
    ann.close();
  });
});

describe('events of a quiet game that were lost last', () => {
  it('come to light although the owner reconnects later than the gateway', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    gateway.faults.gateway.cut();
    owner.happens(3, { lost: true });
    gateway.faults.gateway.drop(onShard(heads, shardOf(owner.gameId)).subject, { times: 2 });
    gateway.faults.gateway.restore();
    // No heads are published: an owner names only games that changed within the last minute.
    await ann.until(() => ann.versions.at(-1) === 4);
    gateway.faults.gateway.clear();
    expect(followed(ann)).toEqual([1, 2, 3, 4]);
    ann.close();
  });

  it('lead to another request when the owner could not read them at first', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.happens(3, { lost: true });
    owner.sinceRefused = 2;
    owner.saysHeads();
    await ann.until(() => ann.versions.at(-1) === 4);
    expect(owner.requests.since).toBe(3);
    ann.close();
  });
});

describe('a history that was replaced by a shorter one', () => {
  it('starts over at its own version', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    owner.happens(20);
    owner.saysHeads();
    await ann.until(() => ann.versions.at(-1) === 21);
    owner.logId = 'log-2';
    owner.version = 5;
    owner.happens();
    await ann.until(() => ann.of('snapshot').at(-1)?.logId === 'log-2');
    ann.send({ type: 'ping', t: 1, version: 6 });
    await ann.until(() => ann.of('pong').length === 1);
    expect(ann.of('pong')[0]?.head).toBe(6);
    ann.close();
  });
});

describe('a command over an unreliable bus', () => {
  it('whose message is duplicated or whose answer is lost is answered once and keeps one id', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    gateway.faults.gateway.double('game.command.>');
    gateway.faults.services.drop('_INBOX.>', { times: 2 });
    ann.send(buzz('command-1'));
    await ann.until(() => ann.of('answer').length === 1);
    ann.send(buzz('command-2'));
    await ann.until(() => ann.of('answer').some(({ id }) => id === 'command-2'));
    gateway.faults.gateway.clear();
    gateway.faults.services.clear();
    expect(ann.of('answer').filter(({ id }) => id === 'command-1')).toHaveLength(1);
    expect(owner.sentCommands.filter(({ commandId }) => commandId === 'command-1').length).toBeGreaterThan(2);
    expect(new Set(owner.sentCommands.map(({ commandId }) => commandId))).toEqual(new Set(['command-1', 'command-2']));
    ann.close();
  });

  it('gets the answer retry after its deadline, and its id stays one command', async () => {
    const owner = newGame();
    const done = new Map<string, number>();
    owner.onCommand = ({ commandId }) => {
      if (!done.has(commandId)) done.set(commandId, owner.happens());
      return done.get(commandId) ?? 0;
    };
    const ann = await join(owner, 'ann');
    gateway.faults.gateway.delay('game.command.>', 700, { times: 1 });
    ann.send(buzz('command-1'));
    await ann.until(() => ann.of('answer').length === 1);
    expect(ann.of('answer')[0]).toMatchObject({ ok: false, code: 'retry' });
    ann.send(buzz('command-1'));
    await ann.until(() => ann.of('answer').length === 2);
    expect(ann.of('answer')[1]).toMatchObject({ ok: true, version: 2 });
    await eventually(() => expect(owner.sentCommands.length).toBeGreaterThan(1));
    expect(owner.version).toBe(2);
    ann.close();
  });

  it('gets the answer retry in time at a gateway that is cut off, and succeeds afterwards', async () => {
    const owner = newGame();
    const ann = await join(owner, 'ann');
    gateway.faults.gateway.cut();
    ann.send(buzz('command-1'));
    await ann.until(() => ann.of('answer').length === 1);
    expect(ann.of('answer')[0]).toMatchObject({ ok: false, code: 'retry' });
    owner.happens(3);
    gateway.faults.gateway.restore();
    // Missed events are requested at once, not with the next head.
    await ann.until(() => ann.versions.at(-1) === 4);
    ann.send(buzz('command-1'));
    await ann.until(() => ann.of('answer').length === 2);
    expect(ann.of('answer')[1]).toMatchObject({ ok: true, version: 5 });
    expect(ann.closedWith).toBeNull();
    ann.close();
  });
});
