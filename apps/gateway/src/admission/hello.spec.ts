import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@earworm/service-kit/testing';
import { closings } from '../testing/closings.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';

let gateway: RunningGateway;
beforeAll(async () => {
  gateway = await runGateway({ PUBLIC_URL: 'http://play.example', ALLOWED_ORIGINS: 'https://friends.example:8443' });
});
afterAll(() => gateway.close());

const GOOD = {
  Connection: 'Upgrade',
  Upgrade: 'websocket',
  'Sec-WebSocket-Version': '13',
  'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
};

/** The server's response to an upgrade with these headers (null: left out), in lower case. */
async function answerTo(headers: Record<string, string | null> = {}, start = 'GET /ws'): Promise<string> {
  const tcp = connect({ port: gateway.port, host: '127.0.0.1' });
  const lines = Object.entries({ Host: `127.0.0.1:${gateway.port}`, ...GOOD, ...headers });
  tcp.write(`${start} HTTP/1.1\r\n`);
  for (const [name, value] of lines) if (value !== null) tcp.write(`${name}: ${value}\r\n`);
  tcp.write('\r\n');
  const [data] = (await once(tcp, 'data')) as [Buffer];
  tcp.destroy();
  return data.toString().toLowerCase();
}
const statusOf = (answer: string) => Number(/^http\/1\.1 (\d{3})/.exec(answer)?.[1]);

describe('a WebSocket upgrade', () => {
  it('answers upgrades without compression or subprotocol, whatever is offered', async () => {
    const answer = await answerTo({
      'Sec-WebSocket-Extensions': 'permessage-deflate; client_max_window_bits',
      'Sec-WebSocket-Protocol': 'secret.token, another',
    });
    expect(statusOf(answer)).toBe(101);
    expect(answer).not.toMatch(/sec-websocket-(extensions|protocol)|secret/);
  });

  it.each<[string, Record<string, string | null>, string, number]>([
    ['without a key', { 'Sec-WebSocket-Key': null }, 'GET /ws', 400],
    ['with a key that is none', { 'Sec-WebSocket-Key': 'none' }, 'GET /ws', 400],
    ['of another version of the protocol', { 'Sec-WebSocket-Version': '7' }, 'GET /ws', 400],
    ['to another protocol', { Upgrade: 'h2c' }, 'GET /ws', 400],
    ['that is not asked with GET', {}, 'POST /ws', 405],
    ['of another path', {}, 'GET /api/ws', 404],
    ['of a path that only begins like ours', {}, 'GET /ws/../ws', 404],
    ['with more headers than a browser sends', { Cookie: 'x'.repeat(20_000) }, 'GET /ws', 431],
  ])('%s is refused', async (_, headers, start, status) => {
    expect(statusOf(await answerTo(headers, start))).toBe(status);
  });

  it.each([
    ['http://play.example', 101],
    ['https://friends.example:8443', 101],
    ['https://play.example', 403],
    ['http://play.example:81', 403],
    ['https://friends.example', 403],
    ['http://play.example.evil.example', 403],
    ['http://evil.example/http://play.example', 403],
    ['null', 403],
    ['file://', 403],
    ['nothing that is an origin', 403],
    ['', 403],
  ])('gives a page of "%s" the answer %s', async (origin, status) => {
    const before = await closings(gateway, 'foreign-origin');
    const answer = await answerTo({ Origin: origin });
    expect(statusOf(answer)).toBe(status);
    // A foreign page learns nothing: the answer has no cookie and no body text.
    if (status === 403) expect(answer).toBe('http/1.1 403 forbidden\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    const refused = status === 403 ? 1 : 0;
    await eventually(async () => expect(await closings(gateway, 'foreign-origin')).toBe(before + refused));
  });
});
