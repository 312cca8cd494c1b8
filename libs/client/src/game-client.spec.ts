import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Answer } from '@earworm/contracts';
import { type QuestionId, RULES } from '@earworm/rules';
import { GAME_ID, gameInPlay } from './testing/game-in-play.js';
import { events, LOG, Playing, settle, snapshot } from './testing/playing.js';
import { ScriptedSocket } from './testing/scripted-socket.js';
import type { GameClient, SeenEvent } from './types.js';

const buzz = { type: 'buzz', questionId: 'q-1' as QuestionId } as const;

let playing: Playing;
let client: GameClient;

beforeEach(() => {
  playing = new Playing();
  client = playing.client;
});
afterEach(() => playing.end());

describe('game client', () => {
  it('sends hello with its token and shows the snapshot', async () => {
    await playing.online();
    expect(ScriptedSocket.last.of('hello')).toEqual([
      expect.objectContaining({ token: 'a.b.c', gameId: GAME_ID, as: 'player', protocol: 1 }),
    ]);
    expect(client.state).toMatchObject({ connection: 'online', version: 10, view: gameInPlay });
  });

  it.each([
    [RULES, false],
    [RULES + 1, true],
    [RULES - 1, false],
  ])('knows from a snapshot of a server with rules %s whether the page is outdated: %s', async (rules, isOutdated) => {
    await playing.online();
    expect(client.state.isOutdated).toBe(false);
    ScriptedSocket.last.say({ ...snapshot(12), rules });
    expect(client.state.isOutdated).toBe(isOutdated);
  });

  it('applies the next event once and drops a duplicate', async () => {
    await playing.online();
    const seen: SeenEvent[] = [];
    client.onEvents((list) => seen.push(...list));
    const absent = { v: 11, type: 'moderatorLeft', at: 5, absent: false };
    ScriptedSocket.last.say({ type: 'events', logId: LOG, from: 11, list: [absent] });
    ScriptedSocket.last.say({ type: 'events', logId: LOG, from: 11, list: [absent, { v: 12 }] });
    expect(client.state.version).toBe(12);
    expect(client.state.view?.moderatorLeft).toBe(true);
    expect(seen.map(({ v }) => v)).toEqual([11, 12]);
  });

  it('notifies its listener once per frame, with a new state', async () => {
    await playing.online();
    const states: unknown[] = [];
    client.subscribe(() => states.push(client.state));
    ScriptedSocket.last.say(events(11, 3));
    expect(states).toHaveLength(1);
    expect(states[0]).toBe(client.state);
  });

  it('reconnects after a gap and resumes from its version', async () => {
    await playing.online();
    ScriptedSocket.last.say(events(12, 1));
    expect(client.state).toMatchObject({ version: 10, connection: 'reconnecting', counters: { gaps: 1 } });
    const socket = await playing.comeBack();
    expect(socket.of('hello')[0]).toMatchObject({ since: { logId: LOG, version: 10 } });
    socket.say(events(11, 2));
    expect(client.state).toMatchObject({ version: 12, connection: 'online', counters: { resumes: 1, snapshots: 1 } });
  });

  it('applies the events before a gap within a frame and reconnects', async () => {
    await playing.online();
    ScriptedSocket.last.say({ type: 'events', logId: LOG, from: 11, list: [{ v: 11 }, { v: 13 }] });
    expect(client.state).toMatchObject({ version: 11, connection: 'reconnecting', counters: { gaps: 1 } });
  });

  it('requests a snapshot when it cannot apply an event, and goes on showing the game', async () => {
    await playing.online();
    const states: unknown[] = [];
    client.subscribe(() => states.push(client.state));
    // For this release no question is open.
    ScriptedSocket.last.say({ type: 'events', logId: LOG, from: 11, list: [{ v: 11, type: 'answerJudged', at: 5 }] });
    expect(client.state).toMatchObject({ connection: 'reconnecting', counters: { gaps: 1 } });
    expect(states).not.toHaveLength(0);
    const socket = await playing.comeBack();
    expect(socket.of('hello')[0]).not.toHaveProperty('since.version');
    socket.say(snapshot(12));
    expect(client.state).toMatchObject({ version: 12, connection: 'online', counters: { snapshots: 2 } });
  });

  it('requests a snapshot when it meets the same gap again', async () => {
    await playing.online();
    ScriptedSocket.last.say(events(12, 1));
    (await playing.comeBack()).say(events(12, 1));
    const socket = await playing.comeBack();
    expect(socket.of('hello')[0]).not.toHaveProperty('since');
    socket.say(snapshot(13));
    expect(client.state.version).toBe(13);
  });

  it('discards its state when the history is another one', async () => {
    await playing.online();
    ScriptedSocket.last.say(events(11, 1, 'log-2'));
    expect(client.state).toMatchObject({ logId: null, view: null, version: 0 });
    const socket = await playing.comeBack();
    expect(socket.of('hello')[0]).not.toHaveProperty('since');
    socket.say(snapshot(3, 'log-2'));
    expect(client.state).toMatchObject({ logId: 'log-2', version: 3 });
  });

  it('notices from the next two pongs that it missed the last event', async () => {
    await playing.online();
    const [ping] = ScriptedSocket.last.of('ping');
    ScriptedSocket.last.say({ type: 'pong', t: ping?.t ?? 0, now: 1, head: 11 });
    expect(client.state.connection).toBe('online');
    await settle(10_000);
    ScriptedSocket.last.say({ type: 'pong', t: Date.now(), now: 1, head: 11 });
    expect(client.state).toMatchObject({ connection: 'reconnecting', counters: { gaps: 1 } });
  });

  it('sends a new token when the server requests one', async () => {
    await playing.online();
    playing.token = () => Promise.resolve('new.er.token');
    ScriptedSocket.last.say({ type: 'auth', before: 1_000 });
    await settle();
    expect(ScriptedSocket.last.of('auth')).toEqual([{ type: 'auth', token: 'new.er.token' }]);
  });

  it('sends a new token of the same user when the page has one, once it is connected', async () => {
    playing.token = () => Promise.resolve('new.er.token');
    client.renewToken();
    await settle();
    expect(ScriptedSocket.last.of('auth')).toEqual([]);
    await playing.online();
    client.renewToken();
    await settle();
    expect(ScriptedSocket.last.of('auth')).toEqual([{ type: 'auth', token: 'new.er.token' }]);
    expect(client.state.connection).toBe('online');
  });

  it('ignores invalid frames', async () => {
    await playing.online();
    for (const text of ['', 'null', '[]', '{"type":"events"}', '{"type":"unheard-of"}', '{']) {
      ScriptedSocket.last.sayText(text);
    }
    expect(client.state).toMatchObject({ connection: 'online', version: 10 });
  });
});

describe('commands of the game client', () => {
  it('resends a command under the same id after a reconnect, and answers it exactly once', async () => {
    await playing.online();
    const answers: Answer[] = [];
    void client.send(buzz).then((answer) => answers.push(answer));
    const [first] = ScriptedSocket.last.of('command');
    ScriptedSocket.last.cut();
    expect(client.state.pending).toHaveLength(1);
    const socket = await playing.comeBack();
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

  it('sends a command given while connecting as soon as the connection is open', async () => {
    void client.send(buzz);
    await settle();
    ScriptedSocket.last.accept();
    ScriptedSocket.last.say(snapshot(1));
    expect(ScriptedSocket.last.of('command')).toHaveLength(1);
  });

  it.each(['retry', 'busy'] as const)('retries a command answered %s after a while', async (code) => {
    await playing.online();
    const answer = client.send(buzz);
    const [first] = ScriptedSocket.last.of('command');
    ScriptedSocket.last.say({ type: 'answer', id: first?.id ?? '', ok: false, code });
    expect(ScriptedSocket.last.of('command')).toHaveLength(1);
    await settle(1_000);
    expect(ScriptedSocket.last.of('command')).toEqual([first, first]);
    ScriptedSocket.last.say({ type: 'answer', id: first?.id ?? '', ok: false, code: 'no-active-question' });
    expect(await answer).toMatchObject({ ok: false, code: 'no-active-question' });
  });

  it('gives a command up after a minute', async () => {
    await playing.online();
    const answer = client.send(buzz);
    ScriptedSocket.last.cut();
    await settle(61_000);
    expect(await answer).toMatchObject({ ok: false, code: 'retry' });
    expect(client.state.pending).toEqual([]);
  });

  it('gives commands up after a minute on an open connection, too, and reconnects', async () => {
    await playing.online();
    const { last } = ScriptedSocket;
    const answers = [client.send(buzz)];
    playing.random = 0.25;
    answers.push(client.send({ type: 'leaveGame' }));
    for (let second = 0; second < 61; second++) {
      last.say({ type: 'pong', t: Date.now(), now: 1, head: 10 });
      await settle(1_000);
    }
    for (const answer of answers) expect(await answer).toMatchObject({ ok: false, code: 'retry' });
    expect(last.closed).toBe(true);
    const socket = await playing.comeBack();
    expect(ScriptedSocket.all).toHaveLength(2);
    expect(socket.of('hello')[0]).toMatchObject({ since: { logId: LOG, version: 10 } });
  });

  it('answers a command that is pending when the client is closed, and refuses later ones', async () => {
    await playing.online();
    const answer = client.send(buzz);
    client.close();
    expect(await answer).toMatchObject({ ok: false, code: 'retry' });
    expect(await client.send(buzz)).toMatchObject({ ok: false, code: 'unavailable' });
  });
});
