import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Answer, ServerFrame } from '@earworm/contracts';
import type { QuestionId } from '@earworm/rules';
import { createGameClient } from './game-client.js';
import { GAME_ID, gameInPlay, PLAYER } from './testing/game-in-play.js';
import { ScriptedSocket } from './testing/scripted-socket.js';
import type { GameClient, SeenEvent } from './types.js';

const LOG = 'log-1';
const buzz = { type: 'buzz', questionId: 'q-1' as QuestionId } as const;

const snapshot = (version: number, logId = LOG): ServerFrame => ({
  type: 'snapshot',
  logId,
  version,
  role: 'player',
  now: 1_000_000,
  state: gameInPlay,
  seat: null,
  userId: PLAYER,
});
const events = (from: number, count: number, logId = LOG): ServerFrame => ({
  type: 'events',
  logId,
  from,
  list: Array.from({ length: count }, (_, i) => ({ v: from + i })),
});

let client: GameClient;
let random = 0.5;
let token: () => Promise<string>;

const start = () =>
  createGameClient({
    url: 'ws://game/ws',
    gameId: GAME_ID,
    as: 'player',
    token: () => token(),
    WebSocket: ScriptedSocket,
    random: () => random,
  });
const settle = (ms = 0) => jest.advanceTimersByTimeAsync(ms);

async function online(version = 10) {
  client = start();
  await settle();
  ScriptedSocket.last.accept();
  ScriptedSocket.last.say(snapshot(version));
}
/** Lets the back-off pass and greets the server, which has said nothing yet. */
async function comeBack() {
  await settle(8_000);
  ScriptedSocket.last.accept();
  return ScriptedSocket.last;
}

beforeEach(() => {
  jest.useFakeTimers();
  ScriptedSocket.all = [];
  random = 0.5;
  token = () => Promise.resolve('a.b.c');
});
afterEach(() => {
  client.close();
  jest.useRealTimers();
});

describe('a client in a game', () => {
  it('says hello with its token and shows the snapshot', async () => {
    await online();
    expect(ScriptedSocket.last.of('hello')).toEqual([
      expect.objectContaining({ token: 'a.b.c', gameId: GAME_ID, as: 'player', protocol: 1 }),
    ]);
    expect(client.state).toMatchObject({ connection: 'online', version: 10, view: gameInPlay });
  });

  it('applies the next event once and drops it when it comes again', async () => {
    await online();
    const seen: SeenEvent[] = [];
    client.onEvents((list) => seen.push(...list));
    const absent = { v: 11, type: 'moderatorLeft', at: 5, absent: false };
    ScriptedSocket.last.say({ type: 'events', logId: LOG, from: 11, list: [absent] });
    ScriptedSocket.last.say({ type: 'events', logId: LOG, from: 11, list: [absent, { v: 12 }] });
    expect(client.state.version).toBe(12);
    expect(client.state.view?.moderatorLeft).toBe(true);
    expect(seen.map(({ v }) => v)).toEqual([11, 12]);
  });

  it('tells its listener once for each frame, with a new state', async () => {
    await online();
    const states: unknown[] = [];
    client.subscribe(() => states.push(client.state));
    ScriptedSocket.last.say(events(11, 3));
    expect(states).toHaveLength(1);
    expect(states[0]).toBe(client.state);
  });

  it('comes back after a gap and goes on from what it has', async () => {
    await online();
    ScriptedSocket.last.say(events(12, 1));
    expect(client.state).toMatchObject({ version: 10, connection: 'reconnecting', counters: { gaps: 1 } });
    const socket = await comeBack();
    expect(socket.of('hello')[0]?.since).toEqual({ logId: LOG, version: 10 });
    socket.say(events(11, 2));
    expect(client.state).toMatchObject({ version: 12, connection: 'online', counters: { resumes: 1, snapshots: 1 } });
  });

  it('asks for a snapshot when it meets the same gap again', async () => {
    await online();
    ScriptedSocket.last.say(events(12, 1));
    (await comeBack()).say(events(12, 1));
    const socket = await comeBack();
    expect(socket.of('hello')[0]?.since).toBeUndefined();
    socket.say(snapshot(13));
    expect(client.state.version).toBe(13);
  });

  it('throws everything away when the history is another one', async () => {
    await online();
    ScriptedSocket.last.say(events(11, 1, 'log-2'));
    expect(client.state).toMatchObject({ logId: null, view: null, version: 0 });
    const socket = await comeBack();
    expect(socket.of('hello')[0]?.since).toBeUndefined();
    socket.say(snapshot(3, 'log-2'));
    expect(client.state).toMatchObject({ logId: 'log-2', version: 3 });
  });

  it('finds out that it missed the last event, from what the owner says with the next two pongs', async () => {
    await online();
    const [ping] = ScriptedSocket.last.of('ping');
    ScriptedSocket.last.say({ type: 'pong', t: ping?.t ?? 0, now: 1, head: 11 });
    expect(client.state.connection).toBe('online');
    await settle(10_000);
    ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: 1, head: 11 });
    expect(client.state).toMatchObject({ connection: 'reconnecting', counters: { gaps: 1 } });
  });

  it('hands over a new token when the server wants one', async () => {
    await online();
    token = () => Promise.resolve('new.er.token');
    ScriptedSocket.last.say({ type: 'auth', before: 1_000 });
    await settle();
    expect(ScriptedSocket.last.of('auth')).toEqual([{ type: 'auth', token: 'new.er.token' }]);
  });

  it('ignores what is no frame', async () => {
    await online();
    for (const text of ['', 'null', '[]', '{"type":"events"}', '{"type":"unheard-of"}', '{']) {
      ScriptedSocket.last.sayText(text);
    }
    expect(client.state).toMatchObject({ connection: 'online', version: 10 });
  });
});

describe('a command', () => {
  it('is sent again under the same id after a reconnect and answered exactly once', async () => {
    await online();
    const answers: Answer[] = [];
    void client.send(buzz).then((answer) => answers.push(answer));
    const [first] = ScriptedSocket.last.of('command');
    ScriptedSocket.last.cut();
    expect(client.state.pending).toHaveLength(1);
    const socket = await comeBack();
    expect(socket.of('command')).toEqual([]);
    socket.say(events(11, 0));
    const [again] = socket.of('command');
    expect(again).toEqual(first);
    socket.say({ type: 'answer', id: first?.id ?? '', ok: true, version: 11 });
    socket.say({ type: 'answer', id: first?.id ?? '', ok: true, version: 12 });
    await settle();
    expect(answers).toEqual([{ type: 'answer', id: first?.id, ok: true, version: 11 }]);
    expect(client.state.pending).toEqual([]);
  });

  it('given before the connection stands goes out as soon as it does', async () => {
    client = start();
    void client.send(buzz);
    await settle();
    ScriptedSocket.last.accept();
    ScriptedSocket.last.say(snapshot(1));
    expect(ScriptedSocket.last.of('command')).toHaveLength(1);
  });

  it.each(['retry', 'busy'] as const)('answered %s is tried again after a while', async (code) => {
    await online();
    const answer = client.send(buzz);
    const [first] = ScriptedSocket.last.of('command');
    ScriptedSocket.last.say({ type: 'answer', id: first?.id ?? '', ok: false, code });
    expect(ScriptedSocket.last.of('command')).toHaveLength(1);
    await settle(1_000);
    expect(ScriptedSocket.last.of('command')).toEqual([first, first]);
    ScriptedSocket.last.say({ type: 'answer', id: first?.id ?? '', ok: false, code: 'no-active-question' });
    expect(await answer).toMatchObject({ ok: false, code: 'no-active-question' });
  });

  it('is given up after a minute', async () => {
    await online();
    const answer = client.send(buzz);
    ScriptedSocket.last.cut();
    await settle(61_000);
    expect(await answer).toMatchObject({ ok: false, code: 'retry' });
    expect(client.state.pending).toEqual([]);
  });

  it('left when the client is closed is answered, too', async () => {
    await online();
    const answer = client.send(buzz);
    client.close();
    expect(await answer).toMatchObject({ ok: false, code: 'retry' });
    expect(await client.send(buzz)).toMatchObject({ ok: false, code: 'unavailable' });
  });
});

describe('the connection', () => {
  it('waits between attempts anything up to a ceiling that doubles from a quarter second to eight', async () => {
    client = start();
    random = 0.999;
    for (const ceiling of [250, 500, 1_000, 2_000, 4_000, 8_000, 8_000]) {
      await settle();
      const sockets = ScriptedSocket.all.length;
      ScriptedSocket.last.cut();
      await settle(ceiling * 0.99);
      expect(ScriptedSocket.all).toHaveLength(sockets);
      await settle(ceiling * 0.01 + 1);
      expect(ScriptedSocket.all).toHaveLength(sockets + 1);
    }
  });

  it('that answers no ping is left', async () => {
    await online();
    await settle(4_000);
    expect(client.state.connection).toBe('online');
    await settle(1_500);
    expect(client.state.connection).toBe('reconnecting');
    expect(ScriptedSocket.all[0]?.closed).toBe(true);
  });

  it('that answers its pings is kept', async () => {
    await online();
    for (let i = 0; i < 6; i++) {
      ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: Date.now() + 500, head: 10 });
      await settle(10_000);
    }
    expect(ScriptedSocket.all).toHaveLength(1);
    expect(client.state).toMatchObject({ connection: 'online', clockOffsetMs: 500, roundTripMs: 0 });
    expect(ScriptedSocket.last.of('ping').length).toBeGreaterThanOrEqual(6);
  });

  it('that is waiting connects at once when nudged', async () => {
    await online();
    ScriptedSocket.last.cut();
    client.nudge();
    await settle();
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('that hangs in an attempt begins anew when nudged', async () => {
    client = start();
    await settle(1_000);
    client.nudge();
    await settle();
    expect(ScriptedSocket.all).toHaveLength(1);
    await settle(1_500);
    client.nudge();
    await settle();
    expect(ScriptedSocket.all).toHaveLength(2);
    expect(ScriptedSocket.all[0]?.closed).toBe(true);
  });

  it('that slept is found dead two seconds after a nudge', async () => {
    await online();
    ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: 1, head: 10 });
    client.nudge();
    await settle(2_100);
    expect(client.state.connection).toBe('reconnecting');
  });

  it('comes back when the server said when', async () => {
    await online();
    ScriptedSocket.last.say({ type: 'bye', code: 'unavailable', retryInMs: 3_000 });
    await settle(2_900);
    expect(ScriptedSocket.all).toHaveLength(1);
    await settle(200);
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('stays closed when the server said so, and why', async () => {
    await online();
    const answer = client.send(buzz);
    ScriptedSocket.last.say({ type: 'bye', code: 'forbidden', retryInMs: null });
    expect(client.state).toMatchObject({ connection: 'closed', closedBy: 'forbidden' });
    expect(await answer).toMatchObject({ ok: false });
    await settle(60_000);
    client.nudge();
    await settle(60_000);
    expect(ScriptedSocket.all).toHaveLength(1);
  });

  it('asks for a token at every attempt and goes on trying while there is none', async () => {
    let asked = 0;
    token = () => (++asked < 3 ? Promise.reject(new Error('offline')) : Promise.resolve('a.b.c'));
    client = start();
    await settle(10_000);
    expect(ScriptedSocket.all.length).toBeGreaterThan(0);
  });
});
