import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { connect, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { watchBody } from './middleware.js';

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

describe('the progress of a body', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  function bodyOf(headers: Record<string, string>) {
    const socket = new Socket();
    const progress = { bytes: 0 };
    Object.defineProperty(socket, 'bytesRead', { get: () => progress.bytes });
    const request = new IncomingMessage(socket);
    Object.assign(request.headers, headers);
    watchBody(request, 10_000);
    const periodWith = (bytes: number) => {
      progress.bytes += bytes;
      jest.advanceTimersByTime(10_000);
      return socket.destroyed;
    };
    return { request, periodWith };
  }

  it('passes at 4 KiB per period, and no lower', () => {
    const { periodWith } = bodyOf({ 'content-length': '100000' });
    expect([4_096, 4_096, 9_000, 4_096, 4_095].map(periodWith)).toEqual([false, false, false, false, true]);
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
