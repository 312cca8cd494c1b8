import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export interface GatewayMetrics {
  readonly sockets: Gauge;
  readonly framesIn: Counter<'type'>;
  /** Counts a write to a socket, which may carry several frames: too many a second for a counter's own bookkeeping. */
  readonly wrote: () => void;
  readonly closings: Counter<'reason'>;
  readonly rounds: Counter;
  readonly gaps: Counter;
  readonly fallen: Counter;
  /** Seconds from receiving a press to its event having been written to everybody. */
  readonly press: Histogram;
  readonly refusals: Counter<'code'>;
  /** By the bound: `credit` of the socket, or the commands that wait for a `shard`. */
  readonly busy: Counter<'bound'>;
  readonly hellos: Counter<'outcome'>;
}

/** Every number the gateway says of itself. Names start with `gateway_`. */
export function createGatewayMetrics(registry: Registry): GatewayMetrics {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: L[] = []) =>
    new Counter<L>({ name: `gateway_${name}`, help, labelNames, registers });
  const gauge = (name: string, help: string) => new Gauge({ name: `gateway_${name}`, help, registers });
  let writes = 0;
  new Counter({
    name: 'gateway_writes_total',
    help: 'Writes to sockets',
    registers,
    collect() {
      this.inc(writes);
      writes = 0;
    },
  });
  return {
    sockets: gauge('sockets', 'Open sockets'),
    framesIn: counter('frames_in_total', 'Frames received', ['type']),
    wrote: () => void writes++,
    closings: counter('closings_total', 'Sockets closed', ['reason']),
    rounds: counter('rounds_total', 'Role events delivered to a room'),
    gaps: counter('gaps_total', 'Gaps in role events filled from the owner'),
    fallen: counter('fallen_total', 'Sockets whose next event was no longer kept'),
    press: new Histogram({
      name: 'gateway_press_seconds',
      help: 'From receiving a press to its event written to the room',
      buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 4],
      registers,
    }),
    refusals: counter('refusals_total', 'Commands refused', ['code']),
    busy: counter('busy_total', 'Commands refused because a bound was reached', ['bound']),
    hellos: counter('hellos_total', 'Hellos', ['outcome']),
  };
}
