import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

const ACCEPT_SUFFIX = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

/** `drop`: passes the request on without its `Upgrade`. `mute`: accepts the socket and passes no frame. */
type Fault = 'drop' | 'mute' | null;

/** An HTTP proxy in front of the product that passes requests, but no WebSocket unless `fault` is null. */
export async function socketBlockingProxy(productUrl: string, initial: Fault) {
  const { hostname, port: targetPort } = new URL(productUrl);
  const sockets = new Set<Socket>();
  const webSockets = new Set<Socket>();
  let fault = initial;
  const passed = ({ method, url: path, headers }: IncomingMessage, keep: readonly string[] = []) =>
    request({
      host: hostname,
      port: targetPort,
      method,
      path,
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => keep.includes(name) || !['connection', 'upgrade'].includes(name)),
      ),
    });
  const server = createServer((incoming, reply) => {
    const onward = passed(incoming);
    onward.on('response', (response) => {
      reply.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    incoming.pipe(onward);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('upgrade', (incoming: IncomingMessage, socket: Socket) => {
    socket.on('error', () => undefined);
    webSockets.add(socket);
    socket.on('close', () => webSockets.delete(socket));
    if (fault === 'mute') {
      const accept = createHash('sha1').update(`${incoming.headers['sec-websocket-key']}${ACCEPT_SUFFIX}`);
      const head = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'];
      socket.write([...head, `Sec-WebSocket-Accept: ${accept.digest('base64')}`, '', ''].join('\r\n'));
      socket.resume();
      return;
    }
    const onward = passed(incoming, fault === null ? ['connection', 'upgrade'] : []);
    onward.on('upgrade', (response, far) => {
      const lines = Object.entries(response.headers).map(([name, value]) => `${name}: ${String(value)}`);
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
      far.on('error', () => socket.destroy());
      socket.on('close', () => far.destroy());
      far.pipe(socket).pipe(far);
    });
    onward.on('response', (response) => socket.end(`HTTP/1.1 ${response.statusCode ?? 502} No Upgrade\r\n\r\n`));
    onward.on('error', () => socket.destroy());
    onward.end();
  });
  server.listen(0);
  await once(server, 'listening');
  return {
    url: `http://${hostname}:${(server.address() as AddressInfo).port}`,
    mend: () => void (fault = null),
    /** Open sockets end, and none passes any more. */
    break: (next: Fault) => {
      fault = next;
      for (const socket of webSockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
