import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { CLOSE_CODES, type GameId } from '@earworm/contracts';
import { RawSocket } from '../testing/raw-socket.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ScriptedOwner } from '../testing/scripted-owner.js';

const GAME = 'game-1' as GameId;
const MODERATOR = 'mo';
const PING = { type: 'ping', t: 1, version: 1 };

let gateway: RunningGateway;
let owner: ScriptedOwner;
const open: RawSocket[] = [];

async function join(userId: string, wish: object = {}): Promise<RawSocket> {
  const token = await gateway.token(userId);
  const socket = await RawSocket.join(gateway.wsUrl, { gameId: GAME, token, ...wish });
  open.push(socket);
  return socket;
}

/** The nonce of the next pong; undefined if it has none. */
async function nonceOf(socket: RawSocket): Promise<number | undefined> {
  const before = socket.of('pong').length;
  socket.send({ ...PING, measure: true });
  await socket.until(() => socket.of('pong').length > before);
  return socket.of('pong')[before]?.nonce;
}

async function measure(socket: RawSocket, times: number): Promise<void> {
  for (let n = 0; n < times; n++) socket.send({ type: 'echo', nonce: await nonceOf(socket), at: performance.now() });
}

/** What the owner is sent of a buzz. */
async function buzz(socket: RawSocket, id: string, touchedMs?: number) {
  const command = { type: 'buzz', questionId: 'q1', ...(touchedMs !== undefined && { touchedMs }) };
  socket.send({ type: 'command', id, command });
  await socket.until(() => socket.of('answer').some((answer) => answer.id === id));
  return owner.sentCommands.find(({ commandId }) => commandId === id);
}

beforeAll(async () => {
  gateway = await runGateway();
  owner = new ScriptedOwner(gateway.bus, GAME, MODERATOR);
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.close();
});
afterAll(() => gateway.close());

describe('a socket of a player that measures', () => {
  it('sends owners how long before its arrival a buzz was touched, and not the time of the phone', async () => {
    const ann = await join('ann');
    await measure(ann, 4);
    const sent = await buzz(ann, 'measured-1', performance.now() - 25);
    expect(sent?.command).toEqual({ type: 'buzz', questionId: 'q1' });
    expect(sent?.timing?.agoMs).toBeGreaterThan(15);
    expect(sent?.timing?.roundTripMs).toBeGreaterThan(0);
    expect(sent?.timing?.venueMs).toBeNull();
  });

  it.each([
    ['has measured too little', 2, () => performance.now()],
    ['was touched an hour ago', 4, () => performance.now() - 3_600_000],
    ['was touched in the future', 4, () => performance.now() + 60_000],
  ])('sends no timing of a buzz that %s', async (name, times, touched) => {
    const ann = await join('ann');
    await measure(ann, times);
    const sent = await buzz(ann, `unknown-${name.length}`, touched());
    expect(sent?.command).toEqual({ type: 'buzz', questionId: 'q1' });
    expect(sent).not.toHaveProperty('timing');
  });

  it('shows desks what its connection is like, and players nothing of it', async () => {
    const [desk, ann] = [await join(MODERATOR, { as: 'moderator' }), await join('ann')];
    await measure(ann, 3);
    // Presence may go before the last echo, and with it again when the game changes.
    await join('bob');
    await desk.until(() => desk.of('presence').some(({ connections = [] }) => connections.includes('good')));
    const { users = [], connections = [] } = desk.of('presence').at(-1) ?? {};
    expect(connections[users.indexOf('ann')]).toBe('good');
    expect(ann.of('presence').filter((frame) => 'connections' in frame)).toEqual([]);
  });

  it('measures each device of one seat alone', async () => {
    const [phone, tablet] = [await join('ann'), await join('ann')];
    await measure(phone, 4);
    expect(await buzz(tablet, 'tablet-01', performance.now())).not.toHaveProperty('timing');
    expect(await buzz(phone, 'phone-001', performance.now())).toHaveProperty('timing');
  });

  it.each([
    ['a touch', { touchedMs: '1' }],
    ['a time of the song', { heardMs: '1' }],
    ['a time of the song (null)', { heardMs: null }],
  ])('refuses %s that is no number, and stays open', async (_name, more) => {
    const ann = await join('ann');
    ann.send({ type: 'command', id: 'no-number-1', command: { type: 'buzz', questionId: 'q1', ...more } });
    await ann.until(() => ann.of('answer').length > 0);
    expect(ann.of('answer')[0]).toMatchObject({ ok: false, code: 'bad-request' });
    expect(ann.closedWith).toBeNull();
  });

  it('gets a ping of the WebSocket with each nonce, which the browser answers with the same', async () => {
    const ann = await join('ann');
    const pings: string[] = [];
    ann.socket.on('ping', (data) => pings.push(String(data)));
    const nonce = await nonceOf(ann);
    await ann.until(() => pings.length > 0);
    expect(pings).toEqual([`${nonce}`]);
  });

  it.each([
    ['of made-up nonces', () => ({ type: 'echo', nonce: 1, at: 1 })],
    ['of one nonce again and again', (nonce: number) => ({ type: 'echo', nonce, at: 1 })],
  ])('ends after a flood of echoes %s', async (_name, echo) => {
    const eve = await join('eve');
    const nonce = (await nonceOf(eve)) ?? 0;
    for (let n = 0; n < 40; n++) eve.send(echo(nonce));
    expect(await eve.closed()).toBe(CLOSE_CODES.flood);
  });

  it.each<[string, object]>([
    ['without a nonce', { type: 'echo', at: 1 }],
    ['with a time that is a text', { type: 'echo', nonce: 1, at: '1' }],
    ['with a nonce that is no whole number', { type: 'echo', nonce: 1.5, at: 1 }],
  ])('ends after an echo %s', async (_name, echo) => {
    const eve = await join('eve');
    eve.send(echo);
    expect(await eve.closed()).toBe(CLOSE_CODES['bad-frame']);
  });
});

describe('a socket that does not measure', () => {
  it('gets the pongs that it always got, and its buzzes have no timing', async () => {
    const old = await join('old');
    await old.pong();
    expect(old.of('pong')[0]).not.toHaveProperty('nonce');
    const sent = await buzz(old, 'old-page-1');
    expect(sent?.command).toEqual({ type: 'buzz', questionId: 'q1' });
    expect(sent).not.toHaveProperty('timing');
  });

  it('gets no nonce at a desk, which has no buzzer', async () => {
    expect(await nonceOf(await join(MODERATOR, { as: 'moderator' }))).toBeUndefined();
  });
});
