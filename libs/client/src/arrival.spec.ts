import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JoinInfo, RefusedError, ServerFrame, Tokens } from '@earworm/contracts';
import { type Arrival, createArrival, type Entered, type TakeSeat } from './arrival.js';
import { createGameClient } from './game-client.js';
import { GAME_ID, PLAYER } from './testing/game-in-play.js';
import { events, settle, snapshot } from './testing/playing.js';
import { ScriptedSocket } from './testing/scripted-socket.js';

const CODE = 'ABC234';
const aGame: JoinInfo = {
  gameId: GAME_ID,
  gameCode: CODE,
  status: 'playing',
  moderatorName: 'Mo',
  moderatorLeft: false,
  playerCount: 3,
  rejoin: false,
};
const TOKENS: Tokens = {
  access_token: 'of.a.guest',
  refresh_token: 'r',
  token_type: 'Bearer',
  expires_in: 600,
  refresh_expires_in: 6_000,
};

let arrival: Arrival;
beforeEach(() => {
  jest.useFakeTimers();
  ScriptedSocket.all = [];
  arrival = createArrival({ url: 'ws://game/ws', WebSocket: ScriptedSocket, random: () => 0.5 });
});
afterEach(() => {
  arrival.close();
  jest.useRealTimers();
});

type Game = Extract<ServerFrame, { type: 'game' }>;
const found = (more: Partial<JoinInfo> = {}, name?: string): Game => ({
  type: 'game',
  code: CODE,
  ...(name === undefined ? {} : { name }),
  ok: true,
  game: { ...aGame, ...more },
});
const notFound = (code = CODE): Game => ({ type: 'game', code, ok: false, refusal: { code: 'game-not-found' } });
const enteredAs = (id: string, more: object = {}): ServerFrame => ({
  type: 'entered',
  id,
  gameId: GAME_ID,
  userId: PLAYER,
  tokens: TOKENS,
  refusal: null,
  ...more,
});

/** What a promise is settled with so far. */
function outcomeOf<T>(promise: Promise<T>): { value?: T; code?: string; params?: unknown } {
  const outcome: { value?: T; code?: string; params?: unknown } = {};
  promise.then(
    (value) => (outcome.value = value),
    ({ code, params }: RefusedError) => Object.assign(outcome, { code, params }),
  );
  return outcome;
}
const look = (name?: string, code = CODE) => outcomeOf(arrival.look({ code, name }));
const joinAs =
  (name: string, seatSecret = 'a-secret-of-16-characters') =>
  ({ gameId }: JoinInfo): TakeSeat => ({ type: 'joinGame', name, seatSecret: `${gameId}-${seatSecret}` });
const tap = (token: string | null = null, seatIn = joinAs('Ann')) =>
  outcomeOf(arrival.enter({ code: CODE }, seatIn, token));
const last = () => ScriptedSocket.last;
const enters = () => last().of('enter');
/** The id of the last tap. */
const id = () => enters().at(-1)?.id ?? '';
/** Lets the back-off pass and accepts the next socket. */
async function comeBack(): Promise<ScriptedSocket> {
  const before = ScriptedSocket.all.length;
  await settle(500);
  expect(ScriptedSocket.all).toHaveLength(before + 1);
  last().accept();
  return last();
}
/** On a socket that knows the game. */
async function arrived(): Promise<void> {
  look();
  last().accept();
  last().say(found());
  await settle();
}

describe('the look-up of an arrival', () => {
  it('asks with the first frame of its socket and gives the game of the code', async () => {
    const outcome = outcomeOf(arrival.look({ code: CODE, signature: 'a-signature', name: 'Ann' }));
    expect(last().received).toEqual([]);
    last().accept();
    expect(last().received).toEqual([
      expect.objectContaining({ type: 'arrive', code: CODE, signature: 'a-signature', name: 'Ann' }),
    ]);
    last().say(found({ rejoin: true }, 'Ann'));
    await settle();
    expect(outcome.value).toEqual({ ...aGame, rejoin: true });
  });

  it('gives the reason of a refusal, and finds another code on the same socket', async () => {
    const wrong = look(undefined, 'WRONG1');
    last().accept();
    last().say(notFound('WRONG1'));
    await settle();
    expect(wrong).toMatchObject({ code: 'game-not-found' });
    const right = look();
    last().say(found());
    await settle();
    expect(right.value).toEqual(aGame);
    expect(ScriptedSocket.all).toHaveLength(1);
  });

  it('ignores the answers to an earlier code and to an earlier name', async () => {
    const earlier = look(undefined, 'WRONG1');
    last().accept();
    const nameless = look();
    const outcome = look('Ann');
    last().say(notFound('WRONG1'));
    last().say(found());
    await settle();
    expect([earlier.code, nameless.code, outcome]).toEqual(['retry', 'retry', {}]);
    last().say(found({ rejoin: true }, 'Ann'));
    await settle();
    expect(outcome.value).toMatchObject({ rejoin: true });
  });

  it('asks again on another socket when the first one is lost', async () => {
    const outcome = look('Ann');
    last().accept();
    last().cut();
    expect((await comeBack()).of('arrive')).toMatchObject([{ code: CODE, name: 'Ann' }]);
    last().say(found({}, 'Ann'));
    await settle();
    expect(outcome.value).toEqual(aGame);
  });

  it('notices a dead connection by an unanswered ping, and keeps one that answers', async () => {
    look();
    last().accept();
    await settle(2_500);
    expect(last().of('ping')).toHaveLength(1);
    last().say({ type: 'pong', t: 1, now: 1, head: null });
    await settle(7_900);
    expect([last().of('ping').length, last().closed]).toEqual([2, false]);
    await settle(200);
    expect(ScriptedSocket.all[0]?.closed).toBe(true);
    expect((await comeBack()).of('arrive')).toHaveLength(1);
  });

  it('opens no socket by itself while nothing is asked', async () => {
    await arrived();
    last().say({ type: 'bye', code: 'retry', retryInMs: 500 });
    await settle(60_000);
    expect(ScriptedSocket.all).toHaveLength(1);
    look();
    expect(ScriptedSocket.all).toHaveLength(2);
  });
});

describe('the tap of an arrival', () => {
  it('sends one frame at once when the game is known, and hands the socket over', async () => {
    await arrived();
    const outcome = tap();
    const command = { type: 'joinGame', name: 'Ann', seatSecret: `${GAME_ID}-a-secret-of-16-characters` };
    expect(enters()).toEqual([{ type: 'enter', id: id(), command }]);
    last().say(enteredAs(id()));
    last().say(snapshot(10));
    await settle();
    expect(outcome.value).toMatchObject({ gameId: GAME_ID, userId: PLAYER, tokens: TOKENS, refusal: null });
    expect(outcome.value?.socket).toMatchObject({ token: TOKENS.access_token, isClosed: false });
    expect(last().closed).toBe(false);
  });

  it('looks no game up between the tap and its answer, as the server may have made a player of the socket', async () => {
    await arrived();
    tap();
    expect(enters()).toHaveLength(1);
    const asked = last().of('arrive').length;
    const late = look('Ann');
    await settle();
    expect([late.code, last().of('arrive').length]).toEqual(['retry', asked]);
  });

  it('looks no game up any more after it has handed the socket over', async () => {
    look();
    last().accept();
    last().say(found());
    const entered = tap();
    last().say(enteredAs(id()));
    last().say(snapshot(10));
    await settle();
    expect(entered.value).toBeDefined();
    const late = look('Ann');
    await settle(10_000);
    expect([ScriptedSocket.all.length, late.code]).toEqual([1, 'retry']);
  });

  it('comes before the answer about a name', async () => {
    await arrived();
    look('Ann');
    tap();
    expect(enters()).toHaveLength(1);
    last().say(found({}, 'Ann'));
    expect(enters()).toHaveLength(1);
  });

  it('waits for the game of the code when it is not known yet, and asks for it once', async () => {
    look();
    tap();
    last().accept();
    expect([last().of('arrive').length, enters().length]).toEqual([1, 0]);
    last().say(found());
    expect(enters()).toHaveLength(1);
  });

  it('shows the token of a user who is signed in', async () => {
    await arrived();
    const outcome = tap('of.a.user');
    expect(enters()).toMatchObject([{ token: 'of.a.user' }]);
    last().say(enteredAs(id(), { tokens: undefined }));
    last().say(snapshot(10));
    await settle();
    expect(outcome.value).toMatchObject({ tokens: null, socket: { token: 'of.a.user' } });
  });

  it('twice takes one seat', async () => {
    await arrived();
    const [first, second] = [tap(), tap(null, joinAs('Anna'))];
    expect(enters()).toHaveLength(1);
    last().say(enteredAs(id()));
    last().say(snapshot(10));
    await settle();
    expect(second.value).toBe(first.value);
  });

  it('opens a socket when the one that waited was closed', async () => {
    await arrived();
    last().say({ type: 'bye', code: 'busy', retryInMs: 500 });
    tap();
    expect(ScriptedSocket.all).toHaveLength(2);
    last().accept();
    last().say(found());
    expect(enters()).toHaveLength(1);
  });

  it.each<[string, (socket: ScriptedSocket) => void]>([
    ['it is open', () => undefined],
    ['the game is found', (socket) => socket.accept()],
    [
      'the seat is answered',
      (socket) => {
        socket.accept();
        socket.say(found());
      },
    ],
    [
      'the snapshot has come',
      (socket) => {
        socket.accept();
        socket.say(found());
        socket.say(enteredAs(socket.of('enter')[0]?.id ?? ''));
      },
    ],
  ])('takes the same seat with the same id when a socket is lost before %s', async (_, before) => {
    const outcome = tap();
    before(last());
    const sent = last().of('enter')[0];
    last().cut();
    const next = await comeBack();
    next.say(found());
    expect(enters()).toHaveLength(1);
    if (sent !== undefined) expect(enters()[0]).toMatchObject({ id: sent.id, command: sent.command });
    next.say(enteredAs(id()));
    next.say(snapshot(10));
    await settle();
    expect(outcome.value).toMatchObject({ gameId: GAME_ID, tokens: TOKENS });
  });

  it('remains the guest that was made before the snapshot was lost', async () => {
    await arrived();
    const outcome = tap();
    last().say(enteredAs(id()));
    last().cut();
    const next = await comeBack();
    next.say(found());
    expect(enters()).toMatchObject([{ token: TOKENS.access_token }]);
    next.say(enteredAs(id(), { tokens: undefined }));
    next.say(snapshot(10));
    await settle();
    expect(outcome.value).toMatchObject({ tokens: TOKENS, socket: { token: TOKENS.access_token } });
  });

  it('takes a seat in the game that the code leads to by now', async () => {
    await arrived();
    tap();
    last().cut();
    (await comeBack()).say(found({ gameId: 'game-2' as JoinInfo['gameId'] }));
    expect(enters()).toMatchObject([{ command: { seatSecret: 'game-2-a-secret-of-16-characters' } }]);
  });

  it('shows the place in line for minutes, also over a lost socket, until it is served', async () => {
    await arrived();
    const outcome = tap();
    const report = (place: number) => last().say({ type: 'delayed', id: id(), ms: place * 10, place, everyMs: 10 });
    for (let place = 100; place > 50; place--) {
      report(place);
      expect(arrival.state.delay).toEqual({ until: Date.now() + place * 10, place, everyMs: 10 });
      await settle(2_000);
    }
    last().cut();
    expect(arrival.state.delay?.place).toBe(51);
    (await comeBack()).say(found());
    report(40);
    expect(arrival.state.delay?.place).toBe(40);
    last().say(enteredAs(id()));
    last().say(snapshot(10));
    await settle();
    expect([arrival.state.delay, outcome.value?.userId]).toEqual([null, PLAYER]);
  });

  it('tries again with the same id while the server is too busy, and tells after a minute', async () => {
    await arrived();
    const outcome = tap();
    const ids = new Set<string>();
    for (let waited = 0; outcome.code === undefined && waited < 120_000; waited += 2_000) {
      ids.add(id());
      const before = enters().length;
      last().say({ type: 'answer', id: id(), ok: false, code: 'busy' });
      await settle(2_000);
      if (outcome.code === undefined) expect(enters()).toHaveLength(before + 1);
      else expect(waited).toBeGreaterThanOrEqual(60_000);
    }
    expect([outcome.code, ids.size]).toEqual(['busy', 1]);
  });

  it('sends it once on another socket when the one with a busy server is lost', async () => {
    await arrived();
    tap();
    for (let refusal = 0; refusal < 5; refusal++) {
      last().say({ type: 'answer', id: id(), ok: false, code: 'busy' });
      if (refusal < 4) await settle(2_000);
    }
    last().cut();
    (await comeBack()).say(found());
    await settle(2_000);
    expect(enters()).toHaveLength(1);
  });

  it('gives up a server that pings but never answers, after a minute', async () => {
    await arrived();
    const outcome = tap();
    for (let waited = 0; waited <= 60_000; waited += 4_000) {
      expect(outcome).toEqual({});
      await settle(4_000);
      last().say({ type: 'pong', t: 1, now: 1, head: null });
    }
    await settle(4_000);
    expect([outcome.code, enters().length, ScriptedSocket.all.length]).toEqual(['unavailable', 1, 1]);
  });

  it('takes another id after a refusal, on the same socket', async () => {
    await arrived();
    const refused = tap();
    const first = id();
    last().say({ type: 'answer', id: first, ok: false, code: 'guest-wait', params: { n: 7 } });
    await settle();
    expect(refused).toEqual({ code: 'guest-wait', params: { n: 7 } });
    await settle(1);
    tap();
    expect(enters().map((frame) => frame.id === first)).toEqual([true, false]);
    expect(ScriptedSocket.all).toHaveLength(1);
  });

  it('hands the socket over with the reason when there is no seat', async () => {
    await arrived();
    const outcome = tap();
    const refusal = { code: 'name-taken', params: { proposal: 'Ann 2' } };
    last().say(enteredAs(id(), { refusal }));
    last().say(snapshot(10));
    await settle();
    expect(outcome.value).toMatchObject({ refusal, tokens: TOKENS });
  });

  it('sends nothing for a game that is over, or that is gone by then', async () => {
    look();
    last().accept();
    last().say(found({ status: 'completed' }));
    await settle();
    const over = tap();
    await settle();
    expect([over.code, enters()]).toEqual(['game-ended', []]);
    last().cut();
    const gone = tap();
    last().accept();
    last().say(notFound());
    await settle();
    expect([gone.code, enters()]).toEqual(['game-not-found', []]);
  });

  it('ignores the answers to another tap', async () => {
    await arrived();
    const outcome = tap();
    last().say({ type: 'answer', id: 'another-tap', ok: false, code: 'banned' });
    last().say(enteredAs('another-tap'));
    last().say(snapshot(10));
    await settle();
    expect(outcome).toEqual({});
  });

  it('ends when the form is closed', async () => {
    await arrived();
    const outcome = tap();
    arrival.close();
    await settle(60_000);
    expect([outcome.code, last().closed, ScriptedSocket.all.length]).toEqual(['retry', true, 1]);
  });
});

describe('an arrival where there are no such sockets', () => {
  it.each<[string, () => Promise<void>]>([
    [
      'the network drops them',
      async () => {
        last().cut();
        await settle(250);
        last().cut();
      },
    ],
    ['a proxy never answers them', () => settle(5_000 + 250 + 5_000)],
    [
      'a proxy opens them and carries nothing',
      async () => {
        last().accept();
        await settle(5_000 + 250);
        last().accept();
        await settle(5_000);
      },
    ],
    [
      'an older server does not know its frames',
      async () => {
        last().accept();
        last().say({ type: 'bye', code: 'bad-request', retryInMs: 3_000 });
      },
    ],
  ])('leaves it to HTTP at once because %s', async (_, fail) => {
    const looked = look();
    const tapped = tap();
    const changes: boolean[] = [];
    arrival.subscribe(() => changes.push(arrival.state.isUsable));
    await fail();
    await settle();
    expect([looked.code, tapped.code, arrival.state.isUsable]).toEqual(['unavailable', 'unavailable', false]);
    expect(changes.at(-1)).toBe(false);
    expect(last().closed).toBe(true);
    const sockets = ScriptedSocket.all.length;
    const [again, tappedAgain] = [look(), tap()];
    await settle(60_000);
    expect([again.code, tappedAgain.code]).toEqual(['unavailable', 'unavailable']);
    expect(ScriptedSocket.all).toHaveLength(sockets);
  });

  it('leaves it to HTTP where the browser throws', async () => {
    const refused = createArrival({
      url: 'ws://game/ws',
      WebSocket: class extends ScriptedSocket {
        constructor() {
          super('');
          throw new Error('insecure');
        }
      },
    });
    const outcome = outcomeOf(refused.look({ code: CODE }));
    await settle(250);
    expect([outcome.code, refused.state.isUsable]).toEqual(['unavailable', false]);
  });

  it('remains usable offline once a frame has come', async () => {
    await arrived();
    last().cut();
    const outcome = tap();
    for (let n = 0; n < 5; n++) {
      last().cut();
      await settle(8_000);
    }
    expect([arrival.state.isUsable, outcome.code]).toEqual([true, undefined]);
    last().accept();
    last().say(found());
    last().say(enteredAs(id()));
    last().say(snapshot(10));
    await settle();
    expect(outcome.value?.userId).toBe(PLAYER);
  });
});

describe('a game client on the socket of an arrival', () => {
  async function handedOver(): Promise<Entered> {
    await arrived();
    const outcome = tap();
    last().say(enteredAs(id()));
    last().say(snapshot(10));
    await settle();
    if (outcome.value === undefined) throw new Error('nobody has entered');
    return outcome.value;
  }
  const clientOn = ({ socket }: Entered, tokens: string[] = []) =>
    createGameClient({
      url: 'ws://game/ws',
      gameId: GAME_ID,
      as: 'player',
      token: () => {
        tokens.push('asked');
        return Promise.resolve('renewed.a.token');
      },
      WebSocket: ScriptedSocket,
      random: () => 0.5,
      entered: socket,
    });

  it('shows the game at once with everything that came before it was there, and asks for no token', async () => {
    const entered = await handedOver();
    last().say({ type: 'presence', online: 4, moderator: true });
    last().say(events(11, 2));
    const tokens: string[] = [];
    const client = clientOn(entered, tokens);
    expect(client.state).toMatchObject({ connection: 'online', version: 12, presence: { online: 4 } });
    last().say(events(13, 1));
    expect(client.state.version).toBe(13);
    await settle(1_000);
    expect([ScriptedSocket.all.length, last().of('hello'), tokens]).toEqual([1, [], []]);
    client.close();
    expect(last().closed).toBe(true);
  });

  it('sends commands and pings on that socket', async () => {
    const client = clientOn(await handedOver());
    void client.send({ type: 'leaveGame' });
    expect([last().of('command').length, last().of('ping').length]).toEqual([1, 1]);
    client.close();
  });

  it('resumes on another socket when that one is lost', async () => {
    const client = clientOn(await handedOver());
    last().cut();
    expect((await comeBack()).of('hello')).toMatchObject([
      { token: 'renewed.a.token', since: { logId: 'log-1', version: 10 } },
    ]);
    last().say(events(11, 1));
    expect(client.state).toMatchObject({ connection: 'online', version: 11, counters: { resumes: 1 } });
    client.close();
  });

  it('opens another socket when that one was closed before it was there', async () => {
    const entered = await handedOver();
    last().cut();
    const client = clientOn(entered);
    await settle();
    expect(ScriptedSocket.all).toHaveLength(2);
    last().accept();
    expect(last().of('hello')).toHaveLength(1);
    client.close();
  });

  it('sends the token that the server asked for before it was there', async () => {
    const entered = await handedOver();
    last().say({ type: 'auth', before: 60_000 });
    const client = clientOn(entered);
    await settle();
    expect(last().of('auth')).toEqual([{ type: 'auth', token: 'renewed.a.token' }]);
    client.close();
  });

  it('reconnects when the server said good-bye before it was there', async () => {
    const entered = await handedOver();
    last().say({ type: 'bye', code: 'unavailable', retryInMs: 500 });
    const client = clientOn(entered);
    await settle(600);
    expect(ScriptedSocket.all).toHaveLength(2);
    client.close();
  });
});
