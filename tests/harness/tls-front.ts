import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request as ask } from 'node:http';
import { createServer as createHttp2, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';
import { PRIVATE_AUTHORITY } from '@earworm/service-kit/testing';

/** Headers of a connection, which HTTP/2 does not have. */
const OF_CONNECTION = /^(?::|connection$|keep-alive$|transfer-encoding$)/;
const others = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)));
const ignore = () => undefined;

/** Of a browser that is to trust it. One that ignores its errors instead would keep none of its files in its cache. */
export function trustsTlsFront(): string {
  const spki = new X509Certificate(PRIVATE_AUTHORITY.cert).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`;
}

/**
 * Ends TLS in front of a server on this machine, as a proxy does: HTTP/2 for requests, HTTP/1.1 for sockets. No browser trusts
 * its certificate, which is for `localhost`, by itself.
 */
export async function tlsFront(target: number) {
  const { cert, key } = PRIVATE_AUTHORITY;
  const open = new Set<{ destroy(): unknown }>();
  const agent = new Agent({ keepAlive: true });
  const pages = createHttp2({}, (request: Http2ServerRequest, response: Http2ServerResponse) => {
    const { method, url: path, authority: host, headers } = request;
    const to = { host: '127.0.0.1', port: target, agent, method, path, headers: { ...others(headers), host } };
    const asked = ask(to, (answer) => {
      response.writeHead(answer.statusCode ?? 502, others(answer.headers));
      pipeline(answer, response, ignore);
    });
    asked.on('error', () => response.stream.destroy());
    pipeline(request, asked, ignore);
  });
  const server = createServer({ cert, key, noDelay: true, ALPNProtocols: ['h2', 'http/1.1'] }, (near) => {
    open.add(near);
    // Each of its streams listens.
    near.setMaxListeners(0);
    near.on('close', () => open.delete(near));
    if (near.alpnProtocol === 'h2') return void pages.emit('connection', near);
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    pipeline(near, far, near, ignore);
  });
  server.on('tlsClientError', ignore);
  server.listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of open) socket.destroy();
      agent.destroy();
      server.close();
    },
  };
}
