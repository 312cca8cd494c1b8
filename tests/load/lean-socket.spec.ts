import { eventually } from '@earworm/service-kit/testing/eventually';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { LeanSocket, leanSockets } from './lean-socket.js';

/** Against the server's own library, which refuses every frame that breaks the protocol. */
describe('WebSocket client of the load generator', () => {
  let server: WebSocketServer;
  beforeAll(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
    await once(server, 'listening');
  });
  afterAll(() => void server.close());

  async function pair(path = '/ws', Socket: new (address: string) => LeanSocket = LeanSocket) {
    const received: string[] = [];
    const closed: unknown[] = [];
    const socket = new Socket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    socket.onmessage = ({ data }) => void received.push(String(data));
    const gone = new Promise<void>((resolve) => (socket.onclose = (event) => (closed.push(event), resolve())));
    const opened = new Promise<void>((resolve) => (socket.onopen = () => resolve()));
    const [peer] = (await once(server, 'connection')) as [WebSocket];
    await opened;
    return { socket, peer, received, closed, gone };
  }

  it.each([0, 5, 125, 126, 65_535, 65_536, 700_000])('receives a text of %d bytes completely', async (size) => {
    const { socket, peer, received } = await pair();
    peer.send('a'.repeat(size));
    peer.send('after');
    await eventually(() => expect(received).toHaveLength(2));
    expect([received[0]?.length, received[1]]).toEqual([size, 'after']);
    socket.close();
  });

  it('distinguishes texts of one length when sockets share decoded frames', async () => {
    const Socket = leanSockets();
    const pairs = [await pair('/ws', Socket), await pair('/ws', Socket)];
    const sent = Array.from({ length: 40 }, (_, i) => `{"v":${String((i * 7) % 40).padStart(2, '0')}}`);
    for (const { peer } of pairs) for (const text of sent) peer.send(text);
    for (const { received, socket } of pairs) {
      await eventually(() => expect(received).toEqual(sent));
      socket.close();
    }
  });

  it('sends short and long texts in any script', async () => {
    const { socket, peer } = await pair();
    const sent: string[] = [];
    peer.on('message', (data) => sent.push(String(data)));
    for (const text of ['', 'Grüße 🎵', 'x'.repeat(126), 'y'.repeat(7_000)]) socket.send(text);
    await eventually(() => expect(sent).toEqual(['', 'Grüße 🎵', 'x'.repeat(126), 'y'.repeat(7_000)]));
    socket.close();
  });

  it('answers a ping and reports its close code', async () => {
    const { peer, closed, gone } = await pair();
    peer.ping('still there?');
    const [data] = (await once(peer, 'pong')) as [Buffer];
    expect(data.toString()).toBe('still there?');
    peer.close(4004, 'flood');
    await gone;
    expect(closed).toEqual([{ code: 4004 }]);
  });

  it('distinguishes a lost connection from a close frame', async () => {
    const { peer, closed, gone } = await pair();
    peer.terminate();
    await gone;
    expect(closed).toEqual([{ code: 1006 }]);
  });
});
