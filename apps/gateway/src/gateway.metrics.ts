import { type ClientFrame, CLOSE_CODES, ERRORS } from '@earworm/contracts';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type GatewayMetrics = ReturnType<typeof createGatewayMetrics>;

const LIMITS = Object.keys(ERRORS).filter((code) => code.startsWith('limit-'));

export function createGatewayMetrics(registry: Registry) {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter<L>({ name: `gateway_${name}`, help, labelNames, registers });
  /** Prometheus sees no increase in a series' first value. */
  const labelled = <L extends string>(name: string, help: string, label: L, values: readonly string[]) => {
    const metric = counter(name, help, [label]);
    for (const value of values) metric.inc({ [label]: value } as Record<L, string>, 0);
    return metric;
  };
  const closeReasons = Object.keys(CLOSE_CODES);
  const gauge = (name: string, help: string) => new Gauge({ name: `gateway_${name}`, help, registers });
  /** Plain numbers until they are collected: counters are too slow for what happens several times per buzz. */
  const tally = (name: string, help: string) => {
    let count = 0;
    new Counter({
      name: `gateway_${name}`,
      help,
      registers,
      collect() {
        this.inc(count);
        count = 0;
      },
    });
    return () => void count++;
  };
  const frames: Record<ClientFrame['type'], number> = {
    hello: 0,
    arrive: 0,
    enter: 0,
    auth: 0,
    command: 0,
    ping: 0,
    echo: 0,
  };
  new Counter({
    name: 'gateway_frames_in_total',
    help: 'Frames received',
    labelNames: ['type'],
    registers,
    collect() {
      for (const type of Object.keys(frames) as ClientFrame['type'][]) {
        this.inc({ type }, frames[type]);
        frames[type] = 0;
      }
    },
  });
  return {
    sockets: gauge('sockets', 'Open sockets'),
    arrivals: gauge('arrivals_waiting', 'People who wait in line for a seat'),
    received: (type: ClientFrame['type']) => void frames[type]++,
    wrote: tally('writes_total', 'Writes to sockets'),
    closings: labelled('closings_total', 'Sockets closed', 'reason', [...closeReasons, 'client', 'broken']),
    broadcast: tally('broadcasts_total', 'Events sent to the sockets of a game, counted once for each kind of view'),
    gaps: counter('gaps_total', 'Gaps in role events filled from the owner'),
    overruns: counter('overruns_total', 'Slow consumers: sockets whose next event was no longer kept'),
    buzz: new Histogram({
      name: 'gateway_buzz_seconds',
      help: 'From receiving a buzz to its event written to the sockets of the game',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 4],
      registers,
    }),
    commands: new Histogram({
      name: 'gateway_command_seconds',
      help: 'From receiving a command to its answer',
      labelNames: ['command', 'outcome'],
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2, 4, 8],
      registers,
    }),
    requests: new Histogram({
      name: 'gateway_http_seconds',
      help: 'From a request of the API to its response',
      labelNames: ['route', 'status'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    refusals: labelled('refusals_total', 'Commands refused', 'code', LIMITS),
    busy: labelled('busy_total', 'Commands refused because a bound was reached', 'bound', [
      'connection',
      'shard',
      'user',
    ]),
    entered: labelled('entered_total', 'People who came in by one frame', 'outcome', [
      'seated',
      'without-seat',
      'refused',
    ]),
    hellos: labelled('hellos_total', 'Hellos', 'outcome', ['resumed', 'snapshot', ...closeReasons]),
  };
}
