import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkLimit, type Delay, type GameId } from '@earworm/contracts';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'a-game-of-many' as GameId;
const LONG: Delay = { ms: 600_000, place: 12, everyMs: 50 };
const SHORT: Delay = { ms: 30, place: 1, everyMs: 50 };

let gateway: RunningGateway;
let owner: ScriptedOwner;
let delays: Record<string, Delay>;
const open: RawSocket[] = [];

beforeAll(async () => {
  gateway = await runGateway();
  owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
  gateway.bus.serve(checkLimit, ({ action, userId }) => ({
    allowed: true,
    remaining: 1,
    resetTime: 0,
    delay: action === 'take_seat' ? (delays[userId] ?? null) : null,
  }));
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(() => gateway.close());

async function enter(userId: string, as: 'player' | 'moderator' = 'player'): Promise<RawSocket> {
  const socket = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token: await gateway.token(userId), as });
  open.push(socket);
  return socket;
}
const ask = (socket: RawSocket, id: string) =>
  socket.send({ type: 'command', id: id.padEnd(16, '-'), command: { type: 'joinGame', name: 'Somebody' } });
const delayed = (socket: RawSocket) => socket.of('presence').at(-1)?.delayed;

describe('a join that is delayed because many came from one address', () => {
  it('shows its place in the queue and reaches the game at its turn', async () => {
    delays = { ann: SHORT };
    const ann = await enter('ann');
    ask(ann, 'join-of-ann');
    await ann.until(() => ann.of('answer').length === 1);
    expect(ann.received.filter(({ type }) => type === 'delayed' || type === 'answer')).toEqual([
      { type: 'delayed', id: 'join-of-ann-----', ...SHORT },
      { type: 'answer', id: 'join-of-ann-----', ok: true, version: owner.version },
    ]);
  });

  it('counts for the moderator only', async () => {
    delays = { ann: LONG, bob: LONG };
    const moderator = await enter('mo', 'moderator');
    const [ann, bob, cem] = [await enter('ann'), await enter('bob'), await enter('cem')];
    ask(ann, 'join-of-ann');
    ask(bob, 'join-of-bob');
    await moderator.until(() => delayed(moderator) === 2);
    bob.close();
    await moderator.until(() => delayed(moderator) === 1);
    ann.close();
    await moderator.until(() => delayed(moderator) === undefined);
    await cem.pong();
    expect(cem.of('presence').some((frame) => 'delayed' in frame)).toBe(false);
  });

  it('never reaches the game when its player disconnects first', async () => {
    delays = { ann: LONG };
    const before = owner.sentCommands.length;
    const [moderator, ann] = [await enter('mo', 'moderator'), await enter('ann')];
    ask(ann, 'join-of-ann');
    await moderator.until(() => delayed(moderator) === 1);
    ann.close();
    await moderator.until(() => delayed(moderator) === undefined);
    expect(owner.sentCommands).toHaveLength(before);
  });

  it('counts once however often it is resent', async () => {
    delays = { ann: LONG };
    const ann = await enter('ann');
    for (let i = 0; i < 3; i++) ask(ann, 'join-of-ann');
    await ann.pong();
    await ann.until(() => ann.of('delayed').length > 0);
    await ann.pong();
    expect(ann.of('delayed')).toHaveLength(1);
  });
});
