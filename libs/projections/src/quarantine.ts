import type { LogRow } from '@earworm/contracts';
import type { Logger } from '@earworm/service-kit/log';
import { Counter, type Registry } from '@earworm/service-kit/metrics';
import type { EntityManager, MigrationInterface, QueryRunner } from 'typeorm';

const ASIDE = 'follower_games_aside_total';
/** Of the database’s sentence; the log has all of it. */
const ERROR_LENGTH = 500;

/** For a service that follows: one row for each game that a follower of it leaves out. */
export class PutGamesAside1763798400000 implements MigrationInterface {
  readonly name = 'PutGamesAside1763798400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table game_aside (
      follower text not null,
      game_id text not null,
      version integer not null,
      error text not null,
      at timestamptz not null default now(),
      primary key (follower, game_id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table game_aside');
  }
}

/**
 * The games that a follower leaves out, from the first event on that could not be applied: what comes after it would stand
 * on what is missing, and could not be told from it when the cause is mended and the game followed again.
 */
export class Aside {
  readonly #counter: Counter | null;

  constructor(
    private readonly follower: string,
    private readonly parts: { readonly log: Logger; readonly metrics?: Registry },
  ) {
    this.#counter = parts.metrics === undefined ? null : counterIn(parts.metrics);
    this.#counter?.inc({ follower }, 0);
  }

  /** Those rows that are of no such game. */
  async leftOut(rows: readonly LogRow[], manager: EntityManager): Promise<readonly LogRow[]> {
    const games = [...new Set(rows.map(({ gameId }) => gameId))];
    const aside = await manager.query<{ game_id: string }[]>(
      'select game_id from game_aside where follower = $1 and game_id = any($2)',
      [this.follower, games],
    );
    if (aside.length === 0) return rows;
    const left = new Set(aside.map(({ game_id }) => game_id));
    return rows.filter(({ gameId }) => !left.has(gameId));
  }

  /** Notes, logs and counts the game of these rows. */
  async put(rows: readonly LogRow[], error: Error, manager: EntityManager): Promise<void> {
    const { follower, parts } = this;
    const { gameId, version } = rows[0] ?? {};
    await manager.query(
      'insert into game_aside (follower, game_id, version, error) values ($1, $2, $3, $4) on conflict do nothing',
      [follower, gameId, version, error.message.slice(0, ERROR_LENGTH)],
    );
    this.#counter?.inc({ follower });
    parts.log.error({ err: error, follower, gameId, version, rows: rows.length }, 'events of a game were put aside');
  }
}

const counterIn = (metrics: Registry): Counter => {
  const there = metrics.getSingleMetric(ASIDE);
  if (there instanceof Counter) return there;
  const help = 'Games that a follower of the log had to leave out';
  return new Counter({ name: ASIDE, help, labelNames: ['follower'], registers: [metrics] });
};
