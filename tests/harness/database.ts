import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@earworm/postgres-server';
import { provisionSchemas } from '@earworm/service-kit/postgres';
import { eventually } from '@earworm/service-kit/testing/eventually';
import { processTree, signalAll } from './process-tree.js';
import type { Guard } from './guard.js';
import { lastingPort } from './ports.js';

/** One schema and role each, as the standalone process makes them. */
const SCHEMAS = ['game', 'library', 'identity', 'telemetry', 'feedback', 'shows'] as const;
export type Schema = (typeof SCHEMAS)[number];

/** A real Postgres that can be killed and started again on its port and data. */
export class Database {
  readonly name = 'postgres';
  #server: EmbeddedPostgres | null = null;
  #pid = 0;
  #urls: Record<Schema, string> | null = null;
  #adminUrl = '';

  private constructor(
    private readonly dir: string,
    private readonly port: number,
    private readonly guard: Guard,
  ) {}

  /** An existing server, by a superuser's URL: it cannot be stopped. */
  static async at(adminUrl: string, guard: Guard): Promise<Database> {
    const database = new Database('', 0, guard);
    database.#adminUrl = adminUrl;
    database.#urls = await provisionSchemas(adminUrl, SCHEMAS);
    return database;
  }

  static async start(dir: string, guard: Guard): Promise<Database> {
    const database = new Database(dir, await lastingPort(), guard);
    await database.start();
    return database;
  }

  /** Each service's own. */
  get urls(): Record<Schema, string> {
    if (!this.#urls) throw new Error('the database has not been started');
    return this.#urls;
  }
  /** A superuser's. */
  get adminUrl(): string {
    return this.#adminUrl;
  }
  get pid(): number {
    return this.#pid;
  }

  async start(): Promise<void> {
    const { dir, port } = this;
    // The checker compares the commit time of each append with when clients received it.
    const settings = { track_commit_timestamp: 'on' };
    // For a moment after a kill, shared memory is still in use and a new server refuses to start.
    this.#server = await eventually(() => startEmbeddedPostgres({ dir, port, settings }));
    this.#pid = Number((await readFile(join(dir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n', 1)[0]);
    this.guard.watch(this.#pid);
    this.#adminUrl = this.#server.url;
    this.#urls ??= await provisionSchemas(this.#server.url, SCHEMAS);
  }

  /** SIGKILL to every process of it. */
  async kill(): Promise<void> {
    if (this.#pid === 0) throw new Error('this database was not started here');
    signalAll(await processTree(this.#pid), 'SIGKILL');
    await this.stop();
  }

  /** Fast shutdown: disconnects clients. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (!server) return;
    await server.stop();
    this.guard.forget(this.#pid);
  }
}
