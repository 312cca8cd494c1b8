import type { LogRow } from '@earworm/contracts';
import type { Logger } from '@earworm/service-kit/log';
import { Counter, type Registry } from '@earworm/service-kit/metrics';
import type { EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_QUARANTINE, QUARANTINE_GAME, SELECT_SKIPPED } from './projections.sql.js';

const COUNTER = 'projection_quarantined_games_total';
/** Characters of the database's error that are stored; the log has all of it. */
const ERROR_LENGTH = 500;

export class CreateQuarantine1763798400000 implements MigrationInterface {
  /** Recorded in databases under this name. */
  readonly name = 'PutGamesAside1763798400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_QUARANTINE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table game_aside');
  }
}

/** The games that a projection skips, each from the first event that could not be applied; later events build on it. */
export class Quarantine {
  readonly #counter: Counter | null;

  constructor(
    private readonly projection: string,
    private readonly dependencies: { readonly log: Logger; readonly metrics?: Registry },
  ) {
    const { metrics } = dependencies;
    this.#counter = metrics === undefined ? null : counterIn(metrics);
    this.#counter?.inc({ projection }, 0);
  }

  /** Without games that are in quarantine or were erased. */
  async filter(rows: readonly LogRow[], manager: EntityManager): Promise<readonly LogRow[]> {
    const games = [...new Set(rows.map(({ gameId }) => gameId))];
    const found = await manager.query<{ game_id: string }[]>(SELECT_SKIPPED, [this.projection, games]);
    if (found.length === 0) return rows;
    const skipped = new Set(found.map(({ game_id }) => game_id));
    return rows.filter(({ gameId }) => !skipped.has(gameId));
  }

  async add(rows: readonly LogRow[], error: Error, manager: EntityManager): Promise<void> {
    const projection = this.projection;
    const { gameId, version } = rows[0] ?? {};
    await manager.query(QUARANTINE_GAME, [projection, gameId, version, error.message.slice(0, ERROR_LENGTH)]);
    this.#counter?.inc({ projection });
    this.dependencies.log.error({ err: error, projection, gameId, version, rows: rows.length }, 'game quarantined');
  }
}

function counterIn(metrics: Registry): Counter {
  const existing = metrics.getSingleMetric(COUNTER);
  if (existing instanceof Counter) return existing;
  return new Counter({
    name: COUNTER,
    help: 'Games that a projection quarantined',
    labelNames: ['projection'],
    registers: [metrics],
  });
}
