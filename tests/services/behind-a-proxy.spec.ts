import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';
import { SOCKET_PATH } from '@earworm/contracts';
import { newId } from '@earworm/client';
import { eventually } from '@earworm/service-kit/testing';
import { afterEach, describe, expect, it } from '@jest/globals';
import { WebSocket } from 'ws';
import { type Product, startProduct } from '../harness/product.js';
import { signInGuest } from '../load/guests.js';

const ADDRESS = 'https://quiz.example.org';
const ignore = () => undefined;

/** As a proxy that ends TLS: it passes requests on under the name by which it knows the product. */
async function startProxy(target: number) {
  const forward = ({ method, url: path, headers }: IncomingMessage) =>
    request({
      ...{ host: '127.0.0.1', port: target, method, path },
      headers: { ...headers, host: `gateway.internal:${target}`, 'x-forwarded-proto': 'https' },
    });
  const server = createServer((asked, answer) => {
    const forwarded = forward(asked).on('response', (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, answer, ignore);
    });
    pipeline(asked, forwarded, ignore);
  });
  server.on('upgrade', (asked, near) => {
    const forwarded = forward(asked);
    const head = (response: IncomingMessage) =>
      `HTTP/1.1 ${response.statusCode} ${response.statusMessage}\r\n${Object.entries(response.headers)
        .map(([name, value]) => `${name}: ${String(value)}\r\n`)
        .join('')}\r\n`;
    forwarded.on('upgrade', (response, far) => {
      near.write(head(response));
      pipeline(near, far, near, ignore);
    });
    forwarded.on('response', (response) => near.end(head(response)));
    forwarded.on('error', () => near.destroy());
    near.on('error', () => forwarded.destroy());
    forwarded.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => (server.closeAllConnections(), server.close()) };
}

describe('a product behind a proxy that ends TLS and rewrites Host', () => {
  let product: Product | undefined;
  let proxy: Awaited<ReturnType<typeof startProxy>> | undefined;
  afterEach(async () => {
    proxy?.close();
    await product?.stop();
  });

  const start = async (env: Record<string, string>) => {
    product = await startProduct({ env: { TRUSTED_PROXIES: 'loopback', ...env } });
    proxy = await startProxy(product.port);
    return { product, url: proxy.url };
  };
  /** `open`, or the status of the refusal. */
  const socketOf = async (url: string) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATH}`, { origin: ADDRESS });
    const { promise, resolve } = Promise.withResolvers<string>();
    socket.on('open', () => resolve('open'));
    socket.on('unexpected-response', (_, { statusCode }) => resolve(String(statusCode)));
    socket.on('error', () => undefined);
    return promise.finally(() => socket.terminate());
  };
  const createGame = async (url: string) => {
    const { http } = await signInGuest(url);
    return http.call('createGame', { body: { requestId: newId(), moderatorName: 'Ada' } });
  };

  it('serves pages, requests and sockets once PUBLIC_URL names the address of people', async () => {
    const { url } = await start({ PUBLIC_URL: ADDRESS });
    expect(await (await fetch(url)).text()).toContain('<title>');
    expect(await createGame(url)).toHaveProperty('gameId');
    expect(await socketOf(url)).toBe('open');
  });

  it('refuses the socket without PUBLIC_URL, and logs which variable to set', async () => {
    const { product: refusing, url } = await start({});
    expect(await socketOf(url)).toBe('403');
    await eventually(() =>
      expect(refusing.output).toMatch(/refused a socket of a page at another address.*PUBLIC_URL/),
    );
    expect(refusing.output).toContain(ADDRESS);
  });
});
