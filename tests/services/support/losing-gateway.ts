import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CommandFrame, EventsFrame, SnapshotFrame } from '@earworm/contracts';
import type { z } from 'zod';
import { WebSocket, WebSocketServer } from 'ws';

type ServerFrame = z.infer<typeof EventsFrame> | z.infer<typeof SnapshotFrame> | { readonly type: 'pong' };
type Sent = z.infer<typeof CommandFrame> | { readonly type: 'hello' };

/** Stands before a server and acknowledges every third buzz without handing it on. */
export async function losingGateway(serverUrl: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((req, res) => {
    const passed = request(
      new URL(req.url ?? '/', serverUrl),
      { method: req.method, headers: req.headers },
      (reply) => {
        res.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(res);
      },
    );
    passed.on('error', () => res.destroy());
    req.pipe(passed);
  });
  const sockets = new WebSocketServer({ server, path: '/ws' });
  let buzzes = 0;
  sockets.on('connection', (phone) => {
    const upstream = new WebSocket(`${serverUrl.replace(/^http/, 'ws')}/ws`);
    const opened = new Promise((resolve) => upstream.once('open', resolve));
    let version = 0;
    upstream.on('message', (bytes: Buffer) => {
      const frame = JSON.parse(bytes.toString()) as ServerFrame;
      if (frame.type === 'snapshot') version = frame.version;
      if (frame.type === 'events') version = frame.list.at(-1)?.v ?? version;
      phone.send(bytes.toString());
    });
    phone.on('message', (bytes: Buffer) => {
      const frame = JSON.parse(bytes.toString()) as Sent;
      if (frame.type === 'command' && frame.command.type === 'buzz' && ++buzzes % 3 === 0)
        phone.send(JSON.stringify({ type: 'answer', id: frame.id, ok: true, version }));
      else void opened.then(() => upstream.send(bytes.toString()));
    });
    phone.on('close', () => upstream.close());
    upstream.on('close', () => phone.close());
    upstream.on('error', () => phone.terminate());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const phone of sockets.clients) phone.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
