import { randomUUID } from 'node:crypto';
import type { Kit } from '@earworm/service-kit/bootstrap';
import { currentIds, runWithRequestIds, traceIdsOf } from '@earworm/service-kit/log';
import type { TraceParent } from '@earworm/service-kit/tracing';
import type { Request, RequestHandler } from 'express';
import type { GatewayMetrics } from '../gateway.metrics.js';

/** Without a collector: an id for logs, not recorded. */
function unrecorded(): TraceParent {
  const id = randomUUID().replaceAll('-', '');
  return `00-${id}-${id.slice(16)}-00`;
}

function routeOf({ method, route }: Request): string {
  const path: unknown = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' ? `${method} ${path}` : 'none';
}

/** Assigns the request id: `x-request-id`, logs of all services. */
export function traceRequest({ log, tracing }: Kit, seconds: GatewayMetrics['requests']): RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method } = request;
    const [path = ''] = request.originalUrl.split('?');
    const span = tracing.start(`http ${method}`, { kind: 'server', parent: null });
    const traceParent = span?.traceParent ?? unrecorded();
    const ids = traceIdsOf(traceParent);
    response.setHeader('x-request-id', ids.requestId ?? '');
    runWithRequestIds(ids, traceParent, () => {
      const current = currentIds();
      response.once('close', () => {
        const { statusCode: status } = response;
        const took = performance.now() - startedAt;
        seconds.observe({ route: routeOf(request), status }, took / 1_000);
        span?.set({ 'http.response.status_code': status, 'game.id': current?.gameId, 'user.id': current?.userId });
        span?.end(status >= 500 ? 'internal' : undefined);
        if (log.isLevelEnabled('debug'))
          log.debug({ ...current, method, path, status, ms: Math.round(took) }, 'request answered');
      });
      next();
    });
  };
}
