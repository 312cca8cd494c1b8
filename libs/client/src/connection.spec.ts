import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RefusedError } from '@earworm/contracts';
import type { QuestionId } from '@earworm/rules';
import { Playing, settle, snapshot } from './testing/playing.js';
import { ScriptedSocket } from './testing/scripted-socket.js';
import type { GameClient } from './types.js';

const buzz = { type: 'buzz', questionId: 'q-1' as QuestionId } as const;

let playing: Playing;
let client: GameClient;

beforeEach(() => {
  playing = new Playing();
  client = playing.client;
});
afterEach(() => playing.end());

describe('connection of the game client', () => {
  it('waits a random time between attempts, up to a bound that doubles from a quarter of a second to eight', async () => {
    playing.random = 0.999;
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

  it('closes a socket that answers no ping', async () => {
    await playing.online();
    await settle(4_000);
    expect(client.state.connection).toBe('online');
    await settle(1_500);
    expect(client.state.connection).toBe('reconnecting');
    expect(ScriptedSocket.all[0]?.closed).toBe(true);
  });

  it('keeps a socket that answers its pings', async () => {
    await playing.online();
    for (let i = 0; i < 6; i++) {
      ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: Date.now() + 500, head: 10 });
      await settle(10_000);
    }
    expect(ScriptedSocket.all).toHaveLength(1);
    expect(client.state).toMatchObject({ connection: 'online', clockOffsetMs: 500, roundTripMs: 0 });
    expect(ScriptedSocket.last.of('ping').length).toBeGreaterThanOrEqual(6);
  });

  it('pings at once when it connects, and within five seconds after a reconnect', async () => {
    const pings = () => ScriptedSocket.last.of('ping').length;
    await playing.online();
    expect(pings()).toBe(1);
    playing.random = 0.8;
    ScriptedSocket.last.cut();
    await settle(250);
    await playing.online();
    await settle(3_900);
    expect([ScriptedSocket.all.length, pings()]).toEqual([2, 0]);
    await settle(200);
    expect(pings()).toBe(1);
  });

  it('connects at once when nudged while waiting', async () => {
    await playing.online();
    ScriptedSocket.last.cut();
    client.nudge();
    await settle();
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('starts a new attempt when nudged during one that hangs', async () => {
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

  it('detects a dead socket two seconds after a nudge', async () => {
    await playing.online();
    ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: 1, head: 10 });
    client.nudge();
    await settle(2_100);
    expect(client.state.connection).toBe('reconnecting');
  });

  it('detects a dead socket within four seconds of a command that it does not carry', async () => {
    await playing.online();
    ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: 1, head: 10 });
    void client.send(buzz);
    await settle(4_100);
    expect(client.state.connection).toBe('reconnecting');
  });

  it('reconnects at the time that the server named', async () => {
    await playing.online();
    ScriptedSocket.last.say({ type: 'bye', code: 'unavailable', retryInMs: 3_000 });
    await settle(2_900);
    expect(ScriptedSocket.all).toHaveLength(1);
    await settle(200);
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('shows why the server refused the last attempt until another one ends differently', async () => {
    const refusals: unknown[] = [];
    client.subscribe(() => refusals.push(client.state.refusedBy));
    for (let attempt = 0; attempt < 2; attempt++) {
      await settle();
      ScriptedSocket.last.say({ type: 'bye', code: 'busy', retryInMs: 500 });
      await settle(500);
    }
    expect([client.state.connection, ...new Set(refusals)]).toEqual(['connecting', 'busy']);
    ScriptedSocket.last.cut();
    expect(client.state.refusedBy).toBeNull();
    await settle(1_000);
    ScriptedSocket.last.say({ type: 'bye', code: 'busy', retryInMs: 500 });
    await settle(500);
    await playing.online();
    expect(client.state).toMatchObject({ connection: 'online', closedBy: null, refusedBy: null });
  });

  it('closes for good when the server asks for it, and reports why', async () => {
    await playing.online();
    const answer = client.send(buzz);
    ScriptedSocket.last.say({ type: 'bye', code: 'forbidden', retryInMs: null });
    expect(client.state).toMatchObject({ connection: 'closed', closedBy: 'forbidden' });
    expect(await answer).toMatchObject({ ok: false });
    await settle(60_000);
    client.nudge();
    await settle(60_000);
    expect(ScriptedSocket.all).toHaveLength(1);
  });

  it('requests a token at every attempt and keeps trying while there is none', async () => {
    await playing.online();
    let calls = 0;
    playing.token = () => (++calls < 3 ? Promise.reject(new Error('offline')) : Promise.resolve('a.b.c'));
    ScriptedSocket.last.cut();
    await settle(5_000);
    expect(calls).toBe(3);
    expect(ScriptedSocket.all).toHaveLength(2);
  });
});

describe('connection of the game client with a revoked token', () => {
  const ended = { type: 'bye', code: 'token-expired', retryInMs: null } as const;
  const versions: (number | undefined)[] = [];
  const tokens = (...renewed: (string | Error)[]) => {
    versions.length = 0;
    playing.token = (atLeastMs) => {
      versions.push(atLeastMs);
      const next = renewed.shift() ?? 'the-last-one';
      return typeof next === 'string' ? Promise.resolve(next) : Promise.reject(next);
    };
  };
  const hello = () => ScriptedSocket.last.of('hello')[0];

  it('resumes with a new token, issued in a later second', async () => {
    await playing.online(10);
    tokens('renewed');
    ScriptedSocket.last.say(ended);
    expect(client.state).toMatchObject({ connection: 'reconnecting', closedBy: null });
    await settle(999);
    expect(versions).toEqual([]);
    await settle(1_001);
    ScriptedSocket.last.accept();
    expect(versions).toEqual([Infinity]);
    expect(hello()).toMatchObject({ token: 'renewed', since: { version: 10 } });
    ScriptedSocket.last.say(snapshot(11));
    expect(client.state.connection).toBe('online');
  });

  it('closes when the session has ended too, and reports it', async () => {
    await playing.online();
    tokens(new RefusedError('token-expired'));
    ScriptedSocket.last.say(ended);
    await settle(2_000);
    expect(client.state).toMatchObject({ connection: 'closed', closedBy: 'token-expired' });
    expect(ScriptedSocket.all).toHaveLength(1);
  });

  it('closes when the new token is refused, too', async () => {
    await playing.online();
    tokens('renewed');
    ScriptedSocket.last.say(ended);
    await settle(2_000);
    ScriptedSocket.last.accept();
    ScriptedSocket.last.say(ended);
    expect(client.state).toMatchObject({ connection: 'closed', closedBy: 'token-expired' });
  });

  it('retries while the token cannot be renewed, without sending the old one', async () => {
    await playing.online();
    tokens('a.b.c', new RefusedError('unavailable'), 'renewed');
    ScriptedSocket.last.say(ended);
    await settle(10_000);
    expect(versions).toEqual([Infinity, Infinity, Infinity]);
    ScriptedSocket.last.accept();
    expect(hello()).toMatchObject({ token: 'renewed' });
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('renews again when a later token is revoked', async () => {
    await playing.online();
    for (const renewed of ['second', 'third']) {
      tokens(renewed);
      ScriptedSocket.last.say(ended);
      await settle(2_000);
      ScriptedSocket.last.accept();
      ScriptedSocket.last.say(snapshot(10));
      expect(hello()).toMatchObject({ token: renewed });
    }
    expect(client.state.connection).toBe('online');
  });
});
