import { inboxPrefix } from '@earworm/contracts';
import { connect } from '@nats-io/transport-node';
import type { Logger } from 'pino';
import { createLog } from '../log/log.js';
import type { Tracing } from '../tracing/tracing.js';
import type { Registry } from 'prom-client';
import { busMetrics } from './bus-metrics.js';
import { createBus } from './create-bus.js';
import { natsServers } from './nats-servers.js';
import { NatsTransport } from './nats-transport.js';
import type { Bus } from './port.js';

export interface NatsOptions {
  readonly url: string;
  readonly name?: string;
  readonly log?: Logger;
  readonly tracing?: Tracing;
  readonly metrics?: Registry;
}

/** Bytes of the largest game's snapshot; `max_payload` of deploy/nats/services.conf. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;

export async function connectNatsBus(options: NatsOptions): Promise<Bus> {
  const { url, name = 'earworm', log = createLog('bus'), tracing, metrics } = options;
  const connection = await connect({
    ...natsServers(url),
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 100,
    reconnectJitter: 200,
    reconnectJitterTLS: 200,
    timeout: 2000,
    pingInterval: 2000,
    maxPingOut: 2,
    noAsyncTraces: true,
    ignoreAuthErrorAbort: true,
  });
  const maxPayload = connection.info?.max_payload ?? 0;
  if (maxPayload < LONGEST_MESSAGE)
    log.warn({ maxPayload, needed: LONGEST_MESSAGE }, 'max_payload of the NATS server is too small: raise it');
  return createBus(new NatsTransport(connection, log, inboxPrefix(name)), log, tracing, metrics && busMetrics(metrics));
}
