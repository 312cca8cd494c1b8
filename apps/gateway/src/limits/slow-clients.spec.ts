import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import type { GatewayConfig } from '../gateway.config.js';
import { requestJson } from '../testing/request.js';
import { closings } from '../testing/closings.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { watchBody } from './slow-clients.js';

describe('a request that does not arrive', () => {
  let gateway: RunningGateway;
  beforeEach(async () => {
    gateway = await runGateway({}, { overrides: { headersWithinMs: 200, bodyProgressMs: 200 } });
  });
  afterEach(() => gateway.close());

  it.each([
    ['a connection on which nothing is sent', ''],
    ['half of the headers', 'POST /api/identity/guest HTTP/1.1\r\nHost: x\r\n'],
    [
      'half of a body',
      'POST /api/identity/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
    [
      'a chunked body without an end',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n',
    ],
    ['half of a form for a file', 'POST /api/objects HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n-'],
  ])('leaves no open connection: %s', async (_, bytes) => {
    const tcp = connect(gateway.port, '127.0.0.1');
    tcp.on('error', () => undefined).resume();
    tcp.write(bytes);
    await once(tcp, 'close');
  });
});

describe('a response that its client does not take', () => {
  /** More than the kernel takes for a client. */
  const BYTES = 16 * 1024 * 1024;
  const CLIENT = { 'x-forwarded-for': '203.0.113.7' };
  let webRoot: string;
  let gateway: RunningGateway;
  let tcp: Socket;
  beforeEach(async () => {
    webRoot = await mkdtemp(join(tmpdir(), 'earworm-slow-'));
    await writeFile(join(webRoot, 'large.txt'), randomBytes(BYTES));
  });
  afterEach(async () => {
    tcp.destroy();
    await gateway.close();
    await rm(webRoot, { recursive: true });
  });

  /** Asks for a file and takes only its beginning. */
  const ask = async (env: Record<string, string>, overrides: Partial<GatewayConfig> = {}) => {
    gateway = await runGateway({ TRUSTED_PROXIES: 'loopback', ...env }, { webRoot, overrides });
    tcp = connect(gateway.port, '127.0.0.1');
    tcp.write(`GET /large.txt HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${CLIENT['x-forwarded-for']}\r\n\r\n`);
    await once(tcp, 'readable');
  };

  it('ends with its connection after the configured time', async () => {
    await ask({}, { responseProgressMs: 300 });
    await eventually(async () => expect(await gateway.connections()).toBe(0));
  });

  it('gives way to a new request at the limit of connections', async () => {
    await ask({ CONNECTIONS_PER_ADDRESS: '1' });
    await eventually(async () =>
      expect(await requestJson(gateway, '/api/about', { headers: CLIENT })).toMatchObject([200, {}]),
    );
    expect(await closings(gateway, 'evicted')).toBe(1);
  });
});

describe('the progress of a body', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function bodyOf(headers: Record<string, string>) {
    const socket = new Socket();
    const progress = { bytes: 0 };
    Object.defineProperty(socket, 'bytesRead', { get: () => progress.bytes });
    const request = new IncomingMessage(socket);
    Object.assign(request.headers, headers);
    let renewed = 0;
    watchBody(request, 10_000, () => (renewed += 1));
    const periodWith = (bytes: number) => {
      progress.bytes += bytes;
      jest.advanceTimersByTime(8_000);
      return socket.destroyed;
    };
    return { request, periodWith, socket, renewed: () => renewed };
  }

  it('passes at 4 KiB in eight tenths of the period, and no lower', () => {
    const { periodWith, renewed } = bodyOf({ 'content-length': '100000' });
    expect([4_096, 4_096, 9_000, 4_096, 4_095].map(periodWith)).toEqual([false, false, false, false, true]);
    expect(renewed()).toBe(4);
  });

  it('ends with its connection within the period, one check before its end', () => {
    const { socket } = bodyOf({ 'content-length': '100' });
    jest.advanceTimersByTime(7_999);
    expect(socket.destroyed).toBe(false);
    jest.advanceTimersByTime(1_001);
    expect(socket.destroyed).toBe(true);
  });

  it('matters only until the body is complete', () => {
    const { request, periodWith } = bodyOf({ 'transfer-encoding': 'chunked' });
    request.complete = true;
    expect([0, 0].map(periodWith)).toEqual([false, false]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('matters only with a body', () => {
    bodyOf({ 'content-length': '0' });
    expect(jest.getTimerCount()).toBe(0);
  });
});
