import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { LOG_GROWN } from '@earworm/contracts';
import { game } from '@earworm/game';
import { library } from '@earworm/library';
import { makeKit } from '@earworm/service-kit/bootstrap';
import { createInProcessHub } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { startEmbeddedPostgres } from '@earworm/postgres-server';
import { withClient } from '@earworm/service-kit/postgres';
import { telemetry } from '@earworm/telemetry';
import { NestFactory } from '@nestjs/core';
import type { Client } from 'pg';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { playedGames, type LoggedRow } from './played-games.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { Turns } from './turns.js';
import { usageOf } from './usage.js';

/**
 * What following the log costs: `node --expose-gc dist/load/following.js [--rows 40000] [--times 3]`, with the flags of
 * `apps/standalone/launch/server-flags.json`; the first time warms up. The real services of games, history
 * and figures in one process on one bus, as in standalone; a log as full rooms write it; CPU time of this process and
 * of Postgres until both projections have read it.
 */
const { values } = parseArgs({ options: { rows: { type: 'string' }, times: { type: 'string' } } });
const rows = Number(values.rows ?? 40_000);
const times = Number(values.times ?? 3);

const dir = await temporaryFolder('following');
const postgres = await startEmbeddedPostgres({ dir });
const log = createLog('following', { level: 'warn' });
const hub = createInProcessHub(log);
const bus = hub.connect();
const env = { DATABASE_URL: postgres.url, DATA_DIR: dir };
const kit = (name: string) => makeKit({ name, log, bus: hub.connect() });
const modules = [
  game.module(kit('game'), game.load(env)),
  library.module(kit('library'), library.load(env)),
  telemetry.module(kit('telemetry'), telemetry.load(env)),
];
const apps = [];
for (const module of modules)
  apps.push(await NestFactory.createApplicationContext(module, { logger: false, abortOnError: false }));
try {
  for (let time = 0; time < times; time++) await follow();
} finally {
  for (const app of apps.reverse()) await app.close();
  await bus.drain();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function follow(): Promise<void> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const turns = new Turns();
  const [before, after, seconds, written] = await withClient(postgres.url, async (client) => {
    const written = await append(client);
    // What this program itself made is swept before, not while it is followed.
    globalThis.gc?.();
    const [before, startedAt] = [await usage(), performance.now()];
    delay.enable();
    turns.begin();
    bus.publish(LOG_GROWN, new Uint8Array());
    await read(client);
    turns.end();
    delay.disable();
    return [before, await usage(), (performance.now() - startedAt) / 1000, written];
  });
  const per1000 = (ms: number) => `${((ms / written) * 1000).toFixed(2)} ms`;
  console.log(
    `${written} rows in ${seconds.toFixed(1)} s; CPU per 1,000 rows: Node ` +
      `${per1000(after.node - before.node)}, Postgres ${per1000(after.postgres - before.postgres)}; event loop held ` +
      `p99 ${(delay.percentile(99) / 1e6).toFixed(1)} ms, longest ${(delay.max / 1e6).toFixed(1)} ms; of work in one turn ` +
      `p99 ${turns.at(99).toFixed(1)} ms, longest ${turns.at(100).toFixed(1)} ms, without the collector of garbage ` +
      `${turns.withoutCollector(100).toFixed(1)} ms`,
  );
}

/** In one transaction, so that no row is visible before all are. Resolves with their number. */
async function append(client: Client): Promise<number> {
  const games = playedGames(rows, () => randomUUID());
  await client.query('begin');
  for (let at = 0; at < games.length; at += 2_000) {
    const some = games.slice(at, at + 2_000);
    const column = <K extends keyof LoggedRow>(name: K) => some.map((row) => row[name]);
    await client.query(
      `insert into game.event (game_id, version, event, at, epoch)
        select *, 1 from unnest($1::text[], $2::int[], $3::json[], $4::bigint[])`,
      [column('gameId'), column('version'), column('event'), column('at')],
    );
  }
  await client.query('commit');
  return games.length;
}

/** CPU ms so far. */
async function usage(): Promise<{ node: number; postgres: number }> {
  const all = await usageOf([{ name: 'postgres', pid: process.pid, only: 'children' }]);
  const { user, system } = process.cpuUsage();
  return { node: (user + system) / 1000, postgres: (all?.cpuSeconds.get('postgres') ?? 0) * 1000 };
}

/** Both are where the log ends. On one connection: to make one costs Postgres more than to ask. */
async function read(client: Client): Promise<void> {
  for (;;) {
    const { rows: behind } = await client.query(
      `with last as (select position from game.event order by tx desc, position desc limit 1)
        select from last, (select position from library.checkpoint union all select position from telemetry.checkpoint) as read
          where read.position::bigint < last.position`,
    );
    if (behind.length === 0) return;
    await pause(50);
  }
}
