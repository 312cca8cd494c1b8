import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { HealthChecks } from './health-checks.js';

export interface HealthRoutes {
  readonly health: HealthChecks;
  readonly metrics: Registry;
}

export function healthRoutes({ health, metrics }: HealthRoutes) {
  const send = (res: ServerResponse, status: number, type: string, body: string) => {
    res.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' });
    res.end(body);
  };
  const json = 'application/json; charset=utf-8';
  const answers: Record<string, (res: ServerResponse) => Promise<void>> = {
    '/health/live': async (res) => send(res, 200, json, '{"live":true}'),
    '/health/ready': async (res) => {
      const readiness = await health.ready();
      // Reasons may name hosts and users: log only.
      const checks = readiness.checks.map(({ reason: _, ...check }) => check);
      send(res, readiness.ready ? 200 : 503, json, JSON.stringify({ ...readiness, checks }));
    },
    '/metrics': async (res) => send(res, 200, metrics.contentType, await metrics.metrics()),
  };
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const answer = req.method === 'GET' ? answers[req.url?.split('?')[0] ?? ''] : undefined;
    if (!answer) return next();
    answer(res).catch(() => res.destroy());
  };
}

/** `/health/live` only, for the public port. The others answer 404, or the web page would look like a success. */
export function livenessRoute(routes: HealthRoutes) {
  const answer = healthRoutes(routes);
  return (req: IncomingMessage, res: ServerResponse, next: () => void): void => {
    const path = req.url?.split('?')[0];
    if (path === '/health/live') answer(req, res, next);
    else if (path === '/health/ready' || path === '/metrics') res.writeHead(404).end();
    else next();
  };
}

export class HealthPortError extends Error {
  override readonly name = 'HealthPortError';
}

const SENTENCES: Partial<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port) => `Port ${port} is already in use: choose another one with HEALTH_PORT, or 0 for none.`,
  EADDRNOTAVAIL: (_, host) => `This machine has no address ${host}: choose one that it has with HEALTH_HOST.`,
};

/** Serves the routes on a port of their own; 0 takes any free one. Throws HealthPortError. */
export async function startHealthServer(
  { port, host }: { readonly port: number; readonly host: string },
  routes: HealthRoutes,
): Promise<{ port: number; close(): Promise<void> }> {
  const answer = healthRoutes(routes);
  const server = createServer((req, res) => answer(req, res, () => res.writeHead(404).end()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence = SENTENCES[error.code ?? '']?.(port, host);
      reject(sentence === undefined ? error : new HealthPortError(sentence, { cause: error }));
    });
    server.listen(port, host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
