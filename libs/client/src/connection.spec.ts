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

describe('the connection', () => {
  it('waits between attempts anything up to a ceiling that doubles from a quarter second to eight', async () => {
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

  it('that answers no ping is left', async () => {
    await playing.online();
    await settle(4_000);
    expect(client.state.connection).toBe('online');
    await settle(1_500);
    expect(client.state.connection).toBe('reconnecting');
    expect(ScriptedSocket.all[0]?.closed).toBe(true);
  });

  it('that answers its pings is kept', async () => {
    await playing.online();
    for (let i = 0; i < 6; i++) {
      ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: Date.now() + 500, head: 10 });
      await settle(10_000);
    }
    expect(ScriptedSocket.all).toHaveLength(1);
    expect(client.state).toMatchObject({ connection: 'online', clockOffsetMs: 500, roundTripMs: 0 });
    expect(ScriptedSocket.last.of('ping').length).toBeGreaterThanOrEqual(6);
  });

  it('that is waiting connects at once when nudged', async () => {
    await playing.online();
    ScriptedSocket.last.cut();
    client.nudge();
    await settle();
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('that hangs in an attempt begins anew when nudged', async () => {
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
    await playing.online();
    ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: 1, head: 10 });
    client.nudge();
    await settle(2_100);
    expect(client.state.connection).toBe('reconnecting');
  });

  it('comes back when the server said when', async () => {
    await playing.online();
    ScriptedSocket.last.say({ type: 'bye', code: 'unavailable', retryInMs: 3_000 });
    await settle(2_900);
    expect(ScriptedSocket.all).toHaveLength(1);
    await settle(200);
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('stays closed when the server said so, and why', async () => {
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

  it('asks for a token at every attempt and goes on trying while there is none', async () => {
    await playing.online();
    let calls = 0;
    playing.token = () => (++calls < 3 ? Promise.reject(new Error('offline')) : Promise.resolve('a.b.c'));
    ScriptedSocket.last.cut();
    await settle(5_000);
    expect(calls).toBe(3);
    expect(ScriptedSocket.all).toHaveLength(2);
  });
});

describe('a connection whose token was ended', () => {
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

  it('comes back with a new one, made in a later second, and goes on where it was', async () => {
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

  it('is closed when the session has ended too, and says so', async () => {
    await playing.online();
    tokens(new RefusedError('token-expired'));
    ScriptedSocket.last.say(ended);
    await settle(2_000);
    expect(client.state).toMatchObject({ connection: 'closed', closedBy: 'token-expired' });
    expect(ScriptedSocket.all).toHaveLength(1);
  });

  it('is closed when the new one is not taken either', async () => {
    await playing.online();
    tokens('renewed');
    ScriptedSocket.last.say(ended);
    await settle(2_000);
    ScriptedSocket.last.accept();
    ScriptedSocket.last.say(ended);
    expect(client.state).toMatchObject({ connection: 'closed', closedBy: 'token-expired' });
  });

  it('tries again as long as the token cannot be renewed, without showing the old one', async () => {
    await playing.online();
    tokens('a.b.c', new RefusedError('unavailable'), 'renewed');
    ScriptedSocket.last.say(ended);
    await settle(10_000);
    expect(versions).toEqual([Infinity, Infinity, Infinity]);
    ScriptedSocket.last.accept();
    expect(hello()).toMatchObject({ token: 'renewed' });
    expect(ScriptedSocket.all).toHaveLength(2);
  });

  it('renews once more when a later token is ended', async () => {
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
