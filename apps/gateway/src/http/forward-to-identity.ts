import { messageOf, RefusedError } from '@earworm/contracts';
import { clientAddressResolver } from '@earworm/service-kit/client-address';
import type { Request, RequestHandler, Response } from 'express';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import type { GatewayConfig } from '../gateway.config.js';
import { schemeRule } from '../admission/origins.js';

/** Requests to the identity service at once; the next ones wait, and hold a connection of ours, which are bounded. */
const MAX_REQUESTS = 256;
/** They belong to one connection (RFC 9110, 7.6.1). */
const HOP_BY_HOP = new Set([
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade', 'expect'],
]);
/** Written here: what a browser says of them is not believed. */
const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

type Terms = Pick<GatewayConfig, 'IDENTITY_URL' | 'IDENTITY_WITHIN_MS' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'>;

/**
 * Forwards a request as it is to the identity service, under the host that the browser asked: the service sends people back
 * to no other. Refuses with `unavailable` while the service is down or does not answer in time.
 */
export function forwardToIdentity(config: Terms): RequestHandler {
  const { IDENTITY_URL, IDENTITY_WITHIN_MS: timeout } = config;
  const { protocol, hostname, port } = urlToHttpOptions(new URL(IDENTITY_URL));
  const client = protocol === 'https:' ? https : http;
  // Without keep-alive: a connection that the other end closes at the same moment would fail a request that cannot be repeated.
  const agent = new client.Agent({ keepAlive: false, maxSockets: MAX_REQUESTS });
  const clientOf = clientAddressResolver(config.TRUSTED_PROXIES);
  const schemeOf = schemeRule(config);

  return (request, response, next) => {
    const { method, originalUrl: path, headers } = request;
    // A request may name another server in front of its path.
    if (!path.startsWith('/realms/')) return next();
    const refuse = () => {
      if (response.headersSent || response.destroyed) response.destroy();
      else if (wantsPage(request)) sendRefusal(response);
      else next(new RefusedError('unavailable'));
    };
    const forwarded = client.request({
      ...{ protocol, hostname, port, agent, method, path, timeout },
      headers: {
        ...endToEnd(headers),
        'x-forwarded-for': clientOf(request),
        'x-forwarded-proto': schemeOf(request),
        'x-forwarded-host': headers.host ?? '',
      },
    });
    forwarded.on('timeout', () => forwarded.destroy(new Error('no answer in time')));
    forwarded.on('error', refuse);
    forwarded.on('response', (answer) => passOn(answer, response));
    response.once('close', () => forwarded.destroy());
    // Not `pipeline`, which would end the browser's connection where this one fails, before the refusal is sent.
    request.pipe(forwarded);
  };
}

function passOn(answer: IncomingMessage, response: Response): void {
  response.statusCode = answer.statusCode ?? 502;
  for (const [name, value] of Object.entries(endToEnd(answer.headers))) {
    if (value !== undefined) response.setHeader(name, value);
  }
  pipeline(answer, response, () => undefined);
}

/** Without what belongs to one connection, and what only a proxy may say. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name) && !named.has(name) && !FORWARDED.test(name)),
  );
}

const wantsPage = (request: Request): boolean => request.accepts(['json', 'html']) === 'html';

function sendRefusal(response: Response): void {
  const text = messageOf('unavailable');
  response.status(503).set('cache-control', 'no-store').type('html');
  response.send(
    `<!doctype html><html lang="en"><title>Earworm</title><p>${text}</p><p><a href="/">Earworm</a></p></html>`,
  );
}
