import { messageOf, RefusedError } from '@earworm/contracts';
import { clientAddressResolver } from '@earworm/service-kit/client-address';
import type { Request, RequestHandler, Response } from 'express';
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { urlToHttpOptions } from 'node:url';
import type { GatewayConfig } from '../gateway.config.js';
import { schemeRule } from '../admission/origins.js';

const MAX_REQUESTS = 256;
/** RFC 9110, 7.6.1. */
const HOP_BY_HOP =
  /^(connection|keep-alive|proxy-authenticate|proxy-authorization|proxy-connection|te|trailer|transfer-encoding|upgrade|expect)$/;
const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip)$/;

type Options = Pick<GatewayConfig, 'IDENTITY_URL' | 'identityWithinMs' | 'PUBLIC_URL' | 'TRUSTED_PROXIES'>;

/** Keeps the browser's host. Refuses `unavailable` while the identity service is down or too slow. */
export function forwardToIdentity(config: Options): RequestHandler {
  const { IDENTITY_URL, identityWithinMs: timeout } = config;
  const { protocol, hostname, port } = urlToHttpOptions(new URL(IDENTITY_URL));
  const client = protocol === 'https:' ? https : http;
  // No keep-alive: a closing connection would fail a request that cannot be repeated.
  const agent = new client.Agent({ keepAlive: false, maxSockets: MAX_REQUESTS });
  const clientOf = clientAddressResolver(config.TRUSTED_PROXIES);
  const schemeOf = schemeRule(config);

  return (request, response, next) => {
    const { method, originalUrl: path, headers } = request;
    if (!path.startsWith('/realms/')) return next();
    const refuse = () => {
      if (response.headersSent || response.destroyed) response.destroy();
      else if (wantsPage(request)) sendRefusal(response);
      else next(new RefusedError('unavailable'));
    };
    const forwarded = client.request({
      protocol,
      hostname,
      port,
      agent,
      method,
      path,
      timeout,
      headers: {
        ...endToEnd(headers),
        'x-forwarded-for': clientOf(request),
        'x-forwarded-proto': schemeOf(request),
        'x-forwarded-host': headers.host ?? '',
      },
    });
    forwarded.on('timeout', () => forwarded.destroy(new Error('no answer in time')));
    forwarded.on('error', refuse);
    forwarded.on('response', (answer) => pipeResponse(answer, response));
    response.once('close', () => forwarded.destroy());
    // `pipeline` would close the browser's connection before the refusal is sent.
    request.pipe(forwarded);
  };
}

function pipeResponse(answer: IncomingMessage, response: Response): void {
  response.statusCode = answer.statusCode ?? 502;
  for (const [name, value] of Object.entries(endToEnd(answer.headers))) {
    if (value !== undefined) response.setHeader(name, value);
  }
  pipeline(answer, response, () => undefined);
}

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').toLowerCase().split(/\s*,\s*/));
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => !HOP_BY_HOP.test(name) && !named.has(name) && !FORWARDED.test(name)),
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
