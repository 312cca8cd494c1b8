import { inboxPrefix } from '@earworm/contracts';
import { connect } from 'nats';
import type { Logger } from 'pino';
import { createLog } from '../log/index.js';
import type { Tracing } from '../tracing/port.js';
import type { Registry } from 'prom-client';
import { busMetrics } from './bus-metrics.js';
import { makeBus } from './make-bus.js';
import { natsServers } from './nats-servers.js';
import { NatsWire } from './nats-wire.js';
import type { Bus } from './port.js';

export interface NatsOptions {
  /** One or more servers, comma-separated, with credentials if they ask for any. */
  readonly url: string;
  /** The service's: shown by the server's monitoring, and the name of its inboxes. */
  readonly name?: string;
  readonly log?: Logger;
  /** Default: none. */
  readonly tracing?: Tracing;
  /** Default: nothing is counted. */
  readonly metrics?: Registry;
}

/** What the largest game needs when its moderator opens it, bytes; `max_payload` of deploy/nats/services.conf. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;

/** Connects once, waiting for the first server as long as it takes, and never gives up reconnecting. */
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
  const taken = connection.info?.max_payload ?? 0;
  if (taken < LONGEST_MESSAGE)
    log.warn({ taken, needed: LONGEST_MESSAGE }, 'the NATS server takes too short messages: raise its max_payload');
  return makeBus(new NatsWire(connection, log, inboxPrefix(name)), log, tracing, metrics && busMetrics(metrics));
}
