import type { EntityManager } from 'typeorm';
import { insertRowsInto } from './tally.sql.js';

/** By column name: the SQL type, the value of a row, and what the type is cast to (`unnest` flattens arrays). */
export type Columns<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row) => unknown, cast?: string]>
>;

/** One statement for any number of rows. */
export async function insertRows<Row>(
  manager: EntityManager,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  onConflict = '',
): Promise<void> {
  if (rows.length === 0) return;
  const entries = Object.entries(columns);
  const statement = insertRowsInto(
    table,
    entries.map(([name, [type, , cast]]) => ({ name, type, cast })),
    onConflict,
  );
  await manager.query(
    statement,
    entries.map(([, [, value]]) => rows.map(value)),
  );
}
