import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { connect, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type GameId, PROTOCOL_VERSION, RULES, type ShowId } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { ScriptedOwner } from '../testing/scripted-owner.js';
import { closings } from '../testing/closings.js';
import { frameOf, upgradeOf } from '../testing/raw-connection.js';
import { type HelloWish, RawSocket } from '../testing/raw-socket.js';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ConnectionLimits } from './connection-limits.js';
import { Descriptors } from './descriptors.js';

const VENUE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const OWN = '127.0.0.1';
const GAME = 'game-1' as GameId;

const raisedFor = (people: number | undefined) =>
  people === undefined ? null : { showId: randomUUID() as ShowId, people, perRoom: 20 };

describe('the connections of one address', () => {
  function server({
    perAddress = 8_000,
    limit = 100_000,
    others = 0,
    trustedProxies = [] as string[],
    stepMs = 2_000,
    peopleAt = {} as Record<string, number>,
  } = {}) {
    let clock = 0;
    const refused: string[] = [];
    const descriptors = new Descriptors({
      reserve: 10,
      limit,
      connections: () => connections.open,
      count: () => Promise.resolve(others + connections.open),
    });
    const connections: ConnectionLimits = new ConnectionLimits({
      perAddress,
      raised: { at: (address) => raisedFor(peopleAt[address ?? '']) },
      trustedProxies,
      descriptors,
      addressOf: () => VENUE,
      onRefused: (reason) => refused.push(reason),
      onEvicted: () => refused.push('evicted'),
      // Whatever happens is so long after what happened before.
      now: () => (clock += stepMs),
    });
    const emitter = new EventEmitter();
    connections.watch(emitter as never);
    const connect = (remoteAddress: string) => {
      const socket = new Socket().on('error', () => undefined);
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
      emitter.emit('connection', socket);
      return socket;
    };
    /** Sends a whole request or a first frame. */
    const connectAndSend = (remoteAddress: string) => {
      const socket = connect(remoteAddress);
      connections.endWait(socket);
      return socket;
    };
    return { connections, connect, connectAndSend, refused, emitter, descriptors };
  }

  it('respect the configured limit; the next one is closed, and a closed one makes room', async () => {
    const { connections, connect, connectAndSend, refused } = server({ perAddress: 3 });
    const open = [VENUE, VENUE, VENUE].map(connectAndSend);
    expect(open.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    expect(connect(VENUE).destroyed).toBe(true);
    expect(connect(ELSEWHERE).destroyed).toBe(false);
    expect(refused).toEqual(['address-connections']);
    open[0]?.destroy();
    await once(open[0] as Socket, 'close');
    expect(connect(VENUE).destroyed).toBe(false);
    expect(connections.open).toBe(4);
  });

  it('grow with the people of an event at its address, and there alone', () => {
    const { connectAndSend, refused } = server({ perAddress: 3, peopleAt: { [VENUE]: 2_500 } });
    const open = (address: string) =>
      Array.from({ length: 9 }, () => connectAndSend(address)).filter(({ destroyed }) => !destroyed).length;
    // Three times 2,500 people are 2.5 halls.
    expect([open(VENUE), open(ELSEWHERE)]).toEqual([7, 3]);
    expect(refused).toHaveLength(2 + 6);
  });

  it('keep their limit for an event with few people', () => {
    const { connectAndSend } = server({ perAddress: 3, peopleAt: { [VENUE]: 20 } });
    expect(Array.from({ length: 3 }, () => connectAndSend(VENUE)).map(({ destroyed }) => destroyed)).toEqual([
      ...[false, false, false],
    ]);
  });

  it('make room at the limit by closing the one that has waited longest for a request of the same address', () => {
    const { connect, connectAndSend, refused } = server({ perAddress: 3 });
    const elsewhere = connect(ELSEWHERE);
    const open = [connectAndSend(VENUE), connect(VENUE), connect(VENUE)];
    expect(connectAndSend(VENUE).destroyed).toBe(false);
    expect(open.map(({ destroyed }) => destroyed)).toEqual([false, true, false]);
    expect(elsewhere.destroyed).toBe(false);
    expect(refused).toEqual(['evicted']);
  });

  it('wait again, last in line, after a request was answered', () => {
    const { connect, emitter } = server({ perAddress: 2 });
    const [first, second] = [connect(VENUE), connect(VENUE)];
    const response = new EventEmitter();
    emitter.emit('request', { socket: first, headers: {} }, response);
    response.emit('close');
    connect(VENUE);
    expect([first.destroyed, second.destroyed]).toEqual([false, true]);
    connect(VENUE);
    expect(first.destroyed).toBe(true);
  });

  it('wait until the whole body of a request has arrived', () => {
    const { connect, emitter } = server({ perAddress: 1 });
    const slow = connect(VENUE);
    const request = Object.assign(new EventEmitter(), { socket: slow, headers: { 'content-length': '9' } });
    emitter.emit('request', request, new EventEmitter());
    const next = connect(VENUE);
    expect(slow.destroyed).toBe(true);
    const whole = Object.assign(new EventEmitter(), { socket: next, headers: { 'content-length': '9' } });
    emitter.emit('request', whole, new EventEmitter());
    whole.emit('end');
    expect(connect(VENUE).destroyed).toBe(true);
    expect(next.destroyed).toBe(false);
  });

  it('stay open while a request is answered, and wait afterwards, also when the rest of a refused body arrives later', () => {
    const { connect, emitter } = server({ perAddress: 1 });
    const answered = connect(VENUE);
    const response = new EventEmitter();
    emitter.emit('request', { socket: answered, headers: {} }, response);
    expect([connect(VENUE).destroyed, answered.destroyed]).toEqual([true, false]);
    const request = Object.assign(new EventEmitter(), { socket: answered, headers: { 'content-length': '9' } });
    const refusal = Object.assign(new EventEmitter(), { closed: false });
    emitter.emit('request', request, refusal);
    refusal.closed = true;
    refusal.emit('close');
    request.emit('end');
    expect([connect(VENUE).destroyed, answered.destroyed]).toEqual([false, true]);
  });

  it('give way, after those that wait, when their clients take nothing of a response', () => {
    const { connect, connectAndSend, emitter, refused } = server({ perAddress: 3 });
    const player = connectAndSend(VENUE);
    const [slow, waiting] = [connect(VENUE), connect(VENUE)];
    emitter.emit('request', { socket: slow, headers: {} }, new EventEmitter());
    Object.defineProperty(slow, 'writableLength', { value: 1 });
    expect(connectAndSend(VENUE).destroyed).toBe(false);
    expect([slow.destroyed, waiting.destroyed]).toEqual([false, true]);
    expect(connectAndSend(VENUE).destroyed).toBe(false);
    expect([slow.destroyed, player.destroyed]).toEqual([true, false]);
    expect(connect(VENUE).destroyed).toBe(true);
    expect(refused).toEqual(['evicted', 'evicted', 'address-connections']);
  });

  it('give way last when their requests wait in a line or they have no seat, and never in use', () => {
    const { connections, connect, connectAndSend, refused } = server({ perAddress: 4 });
    const inUse = connectAndSend(VENUE);
    const [unseated, queued, waiting] = [connect(VENUE), connect(VENUE), connect(VENUE)];
    connections.leaveUnseated(unseated);
    connections.queue(queued);
    const cut = () => [waiting, queued, unseated, inUse].map(({ destroyed }) => destroyed);
    connectAndSend(VENUE);
    expect(cut()).toEqual([true, false, false, false]);
    connectAndSend(VENUE);
    expect(cut()).toEqual([true, true, false, false]);
    connectAndSend(VENUE);
    expect(cut()).toEqual([true, true, true, false]);
    expect(connect(VENUE).destroyed).toBe(true);
    expect(refused).toEqual(['evicted', 'evicted', 'evicted', 'address-connections']);
  });

  it('give way after those without a seat when they have come within the last second', () => {
    const { connections, connect } = server({ perAddress: 2, stepMs: 100 });
    const [onlooker, newcomer] = [connect(VENUE), connect(VENUE)];
    connections.leaveUnseated(onlooker);
    connect(VENUE);
    expect([onlooker.destroyed, newcomer.destroyed]).toEqual([true, false]);
    connect(VENUE);
    expect(newcomer.destroyed).toBe(true);
  });

  it('move to the end of the line when they send more of a body', () => {
    const { connections, connect } = server({ perAddress: 2 });
    const [uploading, silent] = [connect(VENUE), connect(VENUE)];
    connections.renewWait(uploading);
    connect(VENUE);
    expect([uploading.destroyed, silent.destroyed]).toEqual([false, true]);
  });

  it('stay open in use when they send more bytes', () => {
    const { connections, connectAndSend, connect } = server({ perAddress: 1 });
    const player = connectAndSend(VENUE);
    connections.renewWait(player);
    expect([connect(VENUE).destroyed, player.destroyed]).toEqual([true, false]);
  });

  it('exclude this machine and trusted proxies, whose clients are counted instead', () => {
    const { connect } = server({ perAddress: 1, trustedProxies: ['10.0.0.0/8'] });
    for (const address of [OWN, '10.1.2.3']) for (let i = 0; i < 5; i++) expect(connect(address).destroyed).toBe(false);
  });

  it('take at most three quarters of the descriptors', () => {
    const { connectAndSend } = server({ limit: 18 });
    expect(Array.from({ length: 7 }, () => connectAndSend(VENUE).destroyed).filter((cut) => !cut)).toHaveLength(6);
  });

  it('close for every client once only reserved descriptors are left, also those that something else uses', async () => {
    const { connect, connectAndSend, refused, descriptors } = server({ limit: 100, others: 85 });
    await descriptors.start();
    const open = Array.from({ length: 5 }, (_, i) => connectAndSend(`203.0.113.${i}`));
    expect([5, 6].map((i) => connect(`203.0.113.${i}`).destroyed)).toEqual([true, true]);
    descriptors.stop();
    expect(open.some(({ destroyed }) => destroyed)).toBe(false);
    expect(refused).toEqual(['descriptors', 'descriptors']);
  });

  it('replace those of other addresses that have waited longest once only reserved descriptors are left', () => {
    const { connect, connectAndSend, refused } = server({ limit: 13 });
    const player = connectAndSend(VENUE);
    const silent = ['203.0.113.1', '203.0.113.2'].map(connect);
    const newcomers = ['203.0.113.3', '203.0.113.4'].map(connectAndSend);
    expect([player, ...silent, ...newcomers].map(({ destroyed }) => destroyed)).toEqual([
      ...[false, true, true],
      ...[false, false],
    ]);
    expect(refused).toEqual(['evicted', 'evicted']);
    expect(connect('203.0.113.5').destroyed).toBe(true);
  });
});

describe('the connections of a client behind a trusted proxy', () => {
  let gateway: RunningGateway;
  afterEach(() => gateway.close());

  /** As a client of this address. */
  const join = async (address: string, wish: Omit<HelloWish, 'gameId' | 'token'> & { readonly user: string }) => {
    const { user, ...hello } = wish;
    const socket = await RawSocket.open(gateway.wsUrl, { headers: { 'x-forwarded-for': address } });
    socket.hello({ gameId: GAME, token: await gateway.token(user), ...hello });
    await socket.until(() => socket.received.some(({ type }) => type === 'snapshot' || type === 'events'));
    return socket;
  };

  it("count by the client's address: sockets and requests above the limit are refused, others proceed", async () => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '3' });
    const open = (address: string) => RawSocket.open(gateway.wsUrl, { headers: { 'x-forwarded-for': address } });
    const about = (address: string) => requestJson(gateway, '/api/about', { headers: { 'x-forwarded-for': address } });
    new ScriptedOwner(gateway.bus, GAME, 'mo');
    const sockets = [await join(VENUE, { user: 'ann' }), await join(VENUE, { user: 'bob' })];
    sockets.push(await join(VENUE, { user: 'cyd' }));
    await expect(open(VENUE)).rejects.toThrow('503');
    expect(await about(VENUE)).toMatchObject([503, { code: 'busy' }]);
    expect(await closings(gateway, 'address-connections')).toBe(2);
    sockets.push(await open(ELSEWHERE));
    expect((await about(ELSEWHERE))[0]).toBe(200);
    expect((await about(OWN))[0]).toBe(200);
    sockets[0]?.close();
    await eventually(async () => expect((await about(VENUE))[0]).toBe(200));
    for (const socket of sockets) socket.close();
  });

  it('give way to new ones at the limit once the gateway has closed them, whether or not their clients do', async () => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '1' });
    const headers = { 'x-forwarded-for': VENUE };
    const refused = connect(gateway.port, '127.0.0.1');
    refused.write(upgradeOf(gateway.port).replace('\r\n\r\n', `\r\nX-Forwarded-For: ${VENUE}\r\n\r\n`));
    await once(refused, 'data');
    const hello = {
      type: 'hello',
      protocol: PROTOCOL_VERSION,
      rules: RULES,
      gameId: 'any',
      as: 'player',
      token: 'none',
    };
    refused.write(frameOf({ payload: JSON.stringify(hello) }));
    await once(refused, 'data');
    expect((await requestJson(gateway, '/api/about', { headers }))[0]).toBe(200);
    expect(await closings(gateway, 'evicted')).toBe(1);
    refused.destroy();
  });

  it('give way to new ones at the limit while the refusal of a flood is delayed', async () => {
    const env = { TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '1' };
    gateway = await runGateway(env, { overrides: { floodAnswerMs: 60_000 } });
    const headers = { 'x-forwarded-for': VENUE };
    const delayed = requestJson(gateway, '/api/identity/guest', { headers, text: '{' });
    const cut = expect(delayed).rejects.toThrow('fetch failed');
    await eventually(async () => expect(await gateway.connections()).toBe(1));
    await eventually(async () => expect((await requestJson(gateway, '/api/about', { headers }))[0]).toBe(200));
    await cut;
    expect(await closings(gateway, 'evicted')).toBe(1);
  });

  it('give way to new ones at the limit while they have sent no first frame', async () => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '2' });
    const headers = { 'x-forwarded-for': VENUE };
    const silent = [await RawSocket.open(gateway.wsUrl, { headers }), await RawSocket.open(gateway.wsUrl, { headers })];
    expect((await requestJson(gateway, '/api/about', { headers }))[0]).toBe(200);
    await silent[0]?.closed();
    expect(silent[1]?.closedWith).toBeNull();
    expect(await closings(gateway, 'evicted')).toBe(1);
    silent[1]?.close();
  });

  describe('at the limit, in a game', () => {
    let owner: ScriptedOwner;
    beforeEach(async () => {
      gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '1' });
      owner = new ScriptedOwner(gateway.bus, GAME, 'mo');
    });
    const request = () => requestJson(gateway, '/api/about', { headers: { 'x-forwarded-for': VENUE } });
    const command = async (socket: RawSocket, id: string, given: object) => {
      socket.send({ type: 'command', id, command: given });
      await socket.until(() => socket.of('answer').some((answer) => answer.id === id && answer.ok));
    };

    it('give way to new ones while their player has no seat', async () => {
      owner.seatless.add('ann');
      const onlooker = await join(VENUE, { user: 'ann' });
      expect((await request())[0]).toBe(200);
      expect(await onlooker.closed()).toBe(1006);
      expect(await closings(gateway, 'evicted')).toBe(1);
    });

    it.each<[string, Parameters<typeof join>[1]]>([
      ['a seated player', { user: 'ann' }],
      ['the moderator', { user: 'mo', as: 'moderator' }],
      ['a stage', { user: 'mo', as: 'stage' }],
    ])('never give way when they are used by %s', async (_, wish) => {
      const socket = await join(VENUE, wish);
      expect((await request())[0]).toBe(503);
      expect(socket.closedWith).toBeNull();
      socket.close();
    });

    it('never give way once their player took a seat, until they leave the game', async () => {
      owner.seatless.add('ann');
      const socket = await join(VENUE, { user: 'ann' });
      await command(socket, 'command-1', { type: 'joinGame', name: 'Ann' });
      expect((await request())[0]).toBe(503);
      await command(socket, 'command-2', { type: 'leaveGame' });
      expect((await request())[0]).toBe(200);
      await socket.closed();
    });

    it.each([
      ['never give way when a seated player goes on with events', 503],
      ['give way when a player without a seat goes on with events', 200],
    ])('%s, also one who is new to the gateway', async (_, status) => {
      const known = await join(ELSEWHERE, { user: 'bob' });
      if (status === 200) owner.seatless.add('ann');
      const asked = owner.requests.snapshot;
      const socket = await join(VENUE, { user: 'ann', since: { logId: owner.logId, version: owner.version } });
      await eventually(() => expect(owner.requests.snapshot).toBe(asked + 1));
      await socket.pong();
      expect(socket.of('snapshot')).toEqual([]);
      expect((await request())[0]).toBe(status);
      for (const each of [known, socket]) each.close();
    });
  });
});
