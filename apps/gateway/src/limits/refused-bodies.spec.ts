import { request as send } from 'node:http';
import { connect } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { RefusedBodies } from './refused-bodies.js';

const KB = 1024;
const MB = 1024 * KB;
const WAITING = { complete: false };

describe('the body of a refused request', () => {
  it('waits beyond the first 4 MB until it may be read, at 32 MB a second', () => {
    let now = 0;
    const bodies = new RefusedBodies(() => now);
    expect(Array.from({ length: 5 }, () => bodies.take(WAITING, MB))).toEqual([0, 0, 0, 0, 32]);
    now = 1_000;
    expect(bodies.take(WAITING, MB)).toBe(0);
  });

  it('costs nothing when it is short or has arrived', () => {
    const bodies = new RefusedBodies(() => 0);
    for (let i = 0; i < 500; i++) {
      expect(bodies.take(WAITING, 16 * KB)).toBe(0);
      expect(bodies.take({ complete: true }, MB)).toBe(0);
    }
    expect(bodies.take(WAITING, MB)).toBe(0);
  });

  it('remains unread when it is longer than any page sends, has no known length, or would wait more than five seconds', () => {
    const bodies = new RefusedBodies(() => 0);
    expect([MB + 1, Infinity].map((bytes) => bodies.take(WAITING, bytes))).toEqual([null, null]);
    const waits = Array.from({ length: 4 + 5 * 32 }, () => bodies.take(WAITING, MB));
    expect(waits.at(-1)).toBe(5_000);
    expect(bodies.take(WAITING, MB)).toBeNull();
  });
});

describe('the refusal of a request with a long body', () => {
  let gateway: RunningGateway;
  beforeEach(async () => {
    gateway = await runGateway();
  });
  afterEach(() => gateway.close());

  it('waits for its body, which is read at a bounded rate', async () => {
    const body = Buffer.alloc(256 * KB, 'x');
    const refused = async () => {
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const headers = { 'content-type': 'application/json', 'content-length': body.length };
      send(`${gateway.httpUrl}/api/games`, { method: 'POST', headers }, (response) => resolve(json(response)))
        .on('error', reject)
        .end(body);
      return promise;
    };
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 100 }, refused));
    expect(performance.now() - startedAt).toBeGreaterThan(((25 - 4) / 32) * 1_000);
    expect(answers).toEqual(answers.map(() => expect.objectContaining({ code: 'sign-in-to-create' })));
  });

  it('closes the connection before the body arrives when it is longer than any page sends', async () => {
    const tcp = connect(gateway.port, '127.0.0.1');
    tcp.write(
      `POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${4 * MB}\r\n\r\n{`,
    );
    expect(await text(tcp)).toMatch(/^HTTP\/1\.1 401 [^]*connection: close/i);
  });
});
