import { EventEmitter, once } from 'node:events';
import { connect, Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { PROTOCOL_VERSION, RULES } from '@earworm/contracts';
import { eventually } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
import { frameOf, upgradeOf } from '../testing/raw-connection.js';
import { RawSocket } from '../testing/raw-socket.js';
import { requestJson } from '../testing/request.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { ConnectionLimits } from './connection-limits.js';
import { Descriptors } from './descriptors.js';

const VENUE = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const OWN = '127.0.0.1';

describe('the connections of one address', () => {
  function server({ perAddress = 8_000, limit = 100_000, others = 0, trustedProxies = [] as string[] } = {}) {
    const refused: string[] = [];
    const descriptors = new Descriptors({
      reserve: 10,
      limit,
      connections: () => connections.open,
      count: () => Promise.resolve(others + connections.open),
    });
    const connections: ConnectionLimits = new ConnectionLimits({
      perAddress,
      trustedProxies,
      descriptors,
      addressOf: () => VENUE,
      onRefused: (reason) => refused.push(reason),
      onEvicted: () => refused.push('evicted'),
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

  it("count by the client's address: sockets and requests above the limit are refused, others proceed", async () => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '3' });
    const open = (address: string) => RawSocket.open(gateway.wsUrl, { headers: { 'x-forwarded-for': address } });
    const about = (address: string) => requestJson(gateway, '/api/about', { headers: { 'x-forwarded-for': address } });
    const join = async (address: string) => {
      const socket = await open(address);
      socket.hello({ gameId: 'any', token: await gateway.token('ann') });
      await socket.pong();
      return socket;
    };
    const sockets = [await join(VENUE), await join(VENUE), await join(VENUE)];
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
});
