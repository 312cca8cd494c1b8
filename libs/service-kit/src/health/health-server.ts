import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import type { HealthChecks } from './health-checks.js';

export interface HealthRoutes {
  readonly health: HealthChecks;
  readonly metrics: Registry;
}

/** `/health/live`, `/health/ready`, `/metrics`, in the shape of a Connect middleware: what is not its own goes to `next`. */
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
      // Reasons may name hosts and users: they are for the log, not for whoever reaches the port.
      const checks = readiness.checks.map(({ reason: _, ...shown }) => shown);
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

/** A small HTTP port for services that have none of their own. Port 0 takes any free one. Rejects when it is in use. */
export async function startHealthServer(
  port: number,
  routes: HealthRoutes,
): Promise<{ port: number; close(): Promise<void> }> {
  const answer = healthRoutes(routes);
  const server = createServer((req, res) => answer(req, res, () => res.writeHead(404).end()));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is already in use: choose another one with HEALTH_PORT, or 0 for none.`;
      reject(error.code === 'EADDRINUSE' ? new Error(taken, { cause: error }) : error);
    });
    server.listen(port, resolve);
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
