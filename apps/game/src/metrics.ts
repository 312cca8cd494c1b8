import { Counter, Gauge, Histogram, type Registry } from '@earworm/service-kit/metrics';
import type { ReadDiskSpace } from '@earworm/service-kit/disk-space';
import type { DataSource } from 'typeorm';
import { type Bound, BOUNDS } from './actor/dependencies.js';
import type { FlushMetrics } from './log/flush.js';

export interface Gauges {
  readonly shards: number;
  readonly games: number;
  readonly waiting: number;
  readonly bytes: number;
  readonly bytesLimit: number;
}

export interface GameMetrics extends FlushMetrics {
  busy(bound: Bound): void;
}

export function gameMetrics(registry: Registry, read: () => Gauges): GameMetrics {
  const registers = [registry];
  const counter = (name: string, help: string, ...labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });
  const histogram = (name: string, help: string, buckets: number[]) =>
    new Histogram({ name, help, buckets, registers });
  const rows = counter('game_appended_events_total', 'Events committed to the log');
  const batch = histogram('game_append_batch_rows', 'Events in one append', [1, 2, 4, 8, 16, 64, 256, 1024, 4096]);
  const secondsBuckets = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 3];
  const seconds = histogram('game_append_seconds', 'Time from sending an append to its commit', secondsBuckets);
  const outcomes = counter('game_appends_total', 'Appends by outcome', 'outcome');
  const busy = counter('game_busy_total', 'Commands refused because a bound was reached', 'bound');
  // Prometheus sees no increase in the first value of a series.
  for (const outcome of ['committed', 'refused', 'unknown']) outcomes.inc({ outcome }, 0);
  for (const bound of BOUNDS) busy.inc({ bound }, 0);
  const gauge = (name: string, help: string, value: (gauges: Gauges) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(read()));
      },
    });
  gauge('game_shards_owned', 'Shards whose lock this replica holds', (gauges) => gauges.shards);
  gauge('game_games_in_memory', 'Games in memory', (gauges) => gauges.games);
  gauge('game_memory_bytes', 'Heap that the games in memory take by estimate', (gauges) => gauges.bytes);
  gauge('game_memory_limit_bytes', 'Heap that games in memory may take', (gauges) => gauges.bytesLimit);
  gauge('game_commands_waiting', 'Commands that wait for an answer', (gauges) => gauges.waiting);
  return {
    batch: (count, took) => {
      rows.inc(count);
      batch.observe(count);
      seconds.observe(took);
    },
    outcome: (outcome) => outcomes.inc({ outcome }),
    busy: (bound) => busy.inc({ bound }),
  };
}

export const databaseSpace =
  (database: DataSource, capacityBytes: number | undefined): ReadDiskSpace =>
  async () => {
    const [row] = await database.query<{ bytes: string }[]>('select pg_database_size(current_database()) as bytes');
    return { usedBytes: Number(row?.bytes ?? 0), totalBytes: capacityBytes ?? null };
  };
