import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { CREATE_ERASED, END_QUARANTINE, LOCK_CHECKPOINTS, NOTE_ERASED } from './projections.sql.js';

export class CreateErased1765200200000 implements MigrationInterface {
  readonly name = 'CreateErased1765200200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_ERASED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table erased_game');
  }
}

/**
 * Runs the statements, each with the ids of games as `$1`. From then on projections skip these games, also in pages of the
 * log that they have read already. Repeated, it changes nothing.
 */
export async function eraseFromProjections(
  database: DataSource,
  gameIds: readonly string[],
  statements: readonly string[],
): Promise<void> {
  await database.transaction(async (manager) => {
    // Waits for what is being applied.
    await manager.query(LOCK_CHECKPOINTS);
    for (const statement of [NOTE_ERASED, ...statements, END_QUARANTINE]) await manager.query(statement, [gameIds]);
  });
}
