import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type GatewayConfig, loadGatewayConfig } from '../gateway.config.js';
import { type RunningGateway, runGateway } from '../testing/running-gateway.js';
import { forwardToIdentity } from './forward-to-identity.js';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const TOKEN = '/realms/earworm/protocol/openid-connect/token';

let identity: Server;
let answer: Answer;
const gateways: RunningGateway[] = [];

async function gatewayTo(
  identityUrl: string,
  env: Record<string, string> = {},
  overrides: Partial<GatewayConfig> = {},
): Promise<RunningGateway> {
  const config = { ...loadGatewayConfig({ IDENTITY_URL: identityUrl, ...env }), ...overrides };
  const gateway = await runGateway(env, { realms: forwardToIdentity(config) });
  gateways.push(gateway);
  return gateway;
}

beforeAll(async () => {
  identity = createServer((request, response) => answer(request, response));
  await new Promise<void>((resolve) => identity.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  for (const gateway of gateways) await gateway.close();
  identity.closeAllConnections();
  identity.close();
});
const identityUrl = () => `http://127.0.0.1:${(identity.address() as AddressInfo).port}`;

describe('requests under /realms with a separate identity service', () => {
  it('reach it with their body, host, cookies and query, and come back with its status, cookies and headers', async () => {
    let seen: IncomingMessage['headers'] = {};
    let body = '';
    answer = (request, response) => {
      seen = request.headers;
      request.on('data', (part) => (body += String(part)));
      request.on('end', () => {
        response.writeHead(400, {
          'content-type': 'application/json',
          'set-cookie': ['a=1; Path=/', 'b=2; Path=/'],
          'content-security-policy': "default-src 'none'",
        });
        response.end(JSON.stringify({ error: 'invalid_grant', url: request.url }));
      });
    };
    const gateway = await gatewayTo(identityUrl());
    const response = await fetch(`${gateway.httpUrl}${TOKEN}?x=1%202`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: 'device=d' },
      body: 'grant_type=refresh_token',
    });
    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_grant', url: `${TOKEN}?x=1%202` },
    ]);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'");
    expect(body).toBe('grant_type=refresh_token');
    expect(seen).toMatchObject({ host: `127.0.0.1:${gateway.port}`, cookie: 'device=d' });
  });

  it('report the address of the connection, not what a browser claims', async () => {
    let seen: IncomingMessage['headers'] = {};
    answer = (request, response) => {
      seen = request.headers;
      response.end();
    };
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', forwarded: 'for=203.0.113.7' };
    await fetch(`${(await gatewayTo(identityUrl())).httpUrl}${TOKEN}`, { headers });
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
    expect(seen).not.toHaveProperty('forwarded');
    const behindProxy = await gatewayTo(identityUrl(), { TRUSTED_PROXIES: 'loopback' });
    await fetch(`${behindProxy.httpUrl}${TOKEN}`, { headers });
    expect(seen).toMatchObject({ 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' });
  });

  it('reach no other server that a request names', async () => {
    answer = (_, response) => response.end('identity');
    const { port } = await gatewayTo('http://127.0.0.1:1');
    const path = `${identityUrl()}/realms/earworm/x`;
    const status = await new Promise((resolve, reject) =>
      httpRequest({ port, host: '127.0.0.1', path }, (response) => resolve(response.statusCode))
        .on('error', reject)
        .end(),
    );
    expect(status).toBe(404);
  });

  it('get the answer unavailable while it is down, as JSON for the application and as a page for a visitor', async () => {
    const { httpUrl } = await gatewayTo('http://127.0.0.1:1');
    const reply = await fetch(httpUrl + TOKEN, { method: 'POST', body: 'x'.repeat(100_000) });
    expect([reply.status, await reply.json()]).toMatchObject([503, { code: 'unavailable' }]);
    const visited = await fetch(httpUrl + TOKEN, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([visited.status, visited.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
  });

  it('get the answer unavailable after the timeout', async () => {
    answer = () => undefined;
    const { httpUrl } = await gatewayTo(identityUrl(), {}, { identityWithinMs: 50 });
    expect((await fetch(httpUrl + TOKEN)).status).toBe(503);
  });

  it('end when the browser disconnects', async () => {
    const { port } = await gatewayTo(identityUrl());
    const ended = new Promise<void>((resolve) => {
      answer = (request) => {
        request.once('close', () => resolve());
        leaving.destroy();
      };
    });
    const leaving = httpRequest({ port, host: '127.0.0.1', path: TOKEN }).on('error', () => undefined);
    leaving.end();
    await ended;
  });
});
