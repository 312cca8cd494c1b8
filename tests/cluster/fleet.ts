import { join } from 'node:path';
import { connectNatsBus, type Bus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { withClient } from '@earworm/service-kit/postgres';
import { Child } from '../harness/child.js';
import { Database } from '../harness/database.js';
import { Guard } from '../harness/guard.js';
import { natsChild, type NatsSource } from '../harness/nats-server.js';
import { lastingPort } from '../harness/ports.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { transactionPooler, type PoolerSource } from './pgbouncer.js';

const MAIN = join(import.meta.dirname, '../../apps/game/dist/main.js');

/** Shards by the session that holds them, as the database says. */
const HELD = `select count(*)::integer as shards from pg_locks
  where locktype = 'advisory' and granted and objsubid = 2 and objid < 64 group by pid order by shards desc`;

/** Nothing but game processes on a real NATS and a real Postgres, and a hand on the bus that does what gateways do. */
export class Fleet {
  readonly games: Child[] = [];

  private constructor(
    readonly database: Database,
    readonly natsUrl: string,
    readonly bus: Bus,
    private readonly folder: string,
    private readonly guard: Guard,
  ) {}

  static async start(nats: NatsSource): Promise<Fleet> {
    const folder = await temporaryFolder('fleet');
    const guard = new Guard(folder);
    try {
      const [database, { url, child }] = await Promise.all([Database.start(folder, guard), natsChild(nats, guard)]);
      await child?.start();
      const bus = await connectNatsBus({ url, name: 'spec', log: createLog('spec', { level: 'silent' }) });
      return new Fleet(database, url, bus, folder, guard);
    } catch (error) {
      await guard.cleanUp();
      throw error;
    }
  }

  /** One more process that has not been started. */
  async game(env: NodeJS.ProcessEnv = {}): Promise<Child> {
    const healthPort = await lastingPort();
    const game = new Child({
      name: `game-${this.games.length + 1}`,
      program: process.execPath,
      args: [MAIN],
      env: {
        ...process.env,
        NATS_URL: this.natsUrl,
        DATABASE_URL: this.database.urls.game,
        DATABASE_DIRECT_URL: undefined,
        HEALTH_PORT: String(healthPort),
        LOG_LEVEL: 'info',
        NODE_ENV: undefined,
        ...env,
      },
      isReady: () =>
        fetch(`http://127.0.0.1:${healthPort}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      guard: this.guard,
    });
    this.games.push(game);
    return game;
  }

  async addGame(env?: NodeJS.ProcessEnv): Promise<Child> {
    const game = await this.game(env);
    await game.start();
    return game;
  }

  /** Between the game processes and the database; ends with the fleet. */
  pooler(source: PoolerSource) {
    return transactionPooler(source, this.database.urls.game, join(this.folder, 'pooler'), this.guard);
  }

  /** How many shards each replica holds, most first. */
  async shares(): Promise<number[]> {
    const { rows } = await withClient(this.database.adminUrl, (client) => client.query<{ shards: number }>(HELD));
    return rows.map(({ shards }) => shards);
  }

  async close(): Promise<void> {
    await Promise.all(
      this.games.map((game) => {
        game.thaw();
        return game.stop();
      }),
    );
    await this.bus.drain();
    await this.guard.cleanUp();
  }
}
