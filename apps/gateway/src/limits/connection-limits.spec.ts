import { EventEmitter, once } from 'node:events';
import { Socket } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
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
    });
    const emitter = Object.assign(new EventEmitter(), {
      idleClosed: 0,
      closeIdleConnections: () => emitter.idleClosed++,
    });
    connections.watch(emitter as never);
    const connect = (remoteAddress: string) => {
      const socket = new Socket();
      Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress });
      emitter.emit('connection', socket);
      return socket;
    };
    return { connections, connect, refused, emitter, descriptors };
  }

  it('are limited as configured; the next one is closed, and a closed one makes room', async () => {
    const { connections, connect, refused } = server({ perAddress: 3 });
    const open = [VENUE, VENUE, VENUE].map(connect);
    expect(open.map(({ destroyed }) => destroyed)).toEqual([false, false, false]);
    expect(connect(VENUE).destroyed).toBe(true);
    expect(connect(ELSEWHERE).destroyed).toBe(false);
    expect(refused).toEqual(['address-connections']);
    open[0]?.destroy();
    await once(open[0] as Socket, 'close');
    expect(connect(VENUE).destroyed).toBe(false);
    expect(connections.open).toBe(4);
  });

  it('are not counted for this machine and for trusted proxies, whose clients are counted instead', () => {
    const { connect } = server({ perAddress: 1, trustedProxies: ['10.0.0.0/8'] });
    for (const address of [OWN, '10.1.2.3']) for (let i = 0; i < 5; i++) expect(connect(address).destroyed).toBe(false);
  });

  it('are at most three quarters of the descriptors', () => {
    const { connect } = server({ limit: 18 });
    expect(Array.from({ length: 7 }, () => connect(VENUE).destroyed).filter((cut) => !cut)).toHaveLength(6);
  });

  it('are closed for every client once only reserved descriptors are left, also those that something else uses', async () => {
    const { connect, refused, emitter, descriptors } = server({ limit: 100, others: 85 });
    await descriptors.start();
    const cut = Array.from({ length: 7 }, (_, i) => connect(`203.0.113.${i}`).destroyed);
    descriptors.stop();
    expect(cut).toEqual([false, false, false, false, false, true, true]);
    expect(refused).toEqual(['descriptors', 'descriptors']);
    expect(emitter.idleClosed).toBe(2);
  });
});

describe('the connections of a client behind a trusted proxy', () => {
  let gateway: RunningGateway;
  afterEach(() => gateway.close());

  it("are counted by the client's address: sockets and requests above the limit are refused, others proceed", async () => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', CONNECTIONS_PER_ADDRESS: '3' });
    const open = (address: string) => RawSocket.open(gateway.wsUrl, { headers: { 'x-forwarded-for': address } });
    const about = (address: string) => requestJson(gateway, '/api/about', { headers: { 'x-forwarded-for': address } });
    const sockets = [await open(VENUE), await open(VENUE), await open(VENUE)];
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
});
