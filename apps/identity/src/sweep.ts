import type { DataSource } from 'typeorm';
import { DELETE_EXPIRED, DELETE_OLD_GUESTS } from './sweep.sql.js';

/** Rows per statement. */
const BATCH = 500;

/** Deletes expired rows, finished moves, devices unused for a year, and guests without a visit for `days`. */
export async function sweep(db: DataSource, days: number, stopped: () => boolean = () => false): Promise<number> {
  let deleted = 0;
  const deleteAll = async (statement: string, ...further: readonly unknown[]) => {
    for (let batch = BATCH; batch === BATCH && !stopped(); deleted += batch)
      [, batch] = await db.query<[unknown, number]>(statement, [BATCH, ...further]);
  };
  for (const statement of DELETE_EXPIRED) await deleteAll(statement);
  await deleteAll(DELETE_OLD_GUESTS, days);
  return deleted;
}
