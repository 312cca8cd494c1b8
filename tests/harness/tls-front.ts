import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { pipeline } from 'node:stream';
import { createServer } from 'node:tls';
import { PRIVATE_AUTHORITY } from '@earworm/service-kit/testing';

/** Of a browser that is to trust it. One that ignores its errors instead would keep none of its files in its cache. */
export function trustsTlsFront(): string {
  const spki = new X509Certificate(PRIVATE_AUTHORITY.cert).publicKey.export({ type: 'spki', format: 'der' });
  return `--ignore-certificate-errors-spki-list=${createHash('sha256').update(spki).digest('base64')}`;
}

/** Ends TLS in front of a server on this machine, as a proxy does, with a certificate for `localhost` that no browser trusts by itself. */
export async function tlsFront(target: number) {
  const { cert, key } = PRIVATE_AUTHORITY;
  const open = new Set<{ destroy(): unknown }>();
  const server = createServer({ cert, key, noDelay: true }, (near) => {
    const far = connect({ port: target, host: '127.0.0.1', noDelay: true });
    open.add(near).add(far);
    // The end of one is that of the other.
    const ended = () => [near, far].forEach((socket) => open.delete(socket));
    pipeline(near, far, near, ended);
  });
  server.on('tlsClientError', () => undefined);
  server.listen(0);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
