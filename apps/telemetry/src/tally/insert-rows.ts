import type { EntityManager } from 'typeorm';

/** By column name: the SQL type, the value of a row, and what the type is cast to (`unnest` flattens arrays). */
export type Columns<Row> = Readonly<
  Record<string, readonly [type: string, value: (row: Row) => unknown, cast?: string]>
>;

/** One statement for any number of rows, with one array parameter per column. */
export async function insertRows<Row>(
  manager: EntityManager,
  table: string,
  columns: Columns<Row>,
  rows: readonly Row[],
  onConflict = '',
): Promise<void> {
  if (rows.length === 0) return;
  const entries = Object.entries(columns);
  const names = entries.map(([name]) => `"${name}"`).join(', ');
  const values = entries.map(([name, [, , cast]]) => (cast === undefined ? `"${name}"` : `"${name}"::${cast}`));
  const arrays = entries.map(([, [type]], i) => `$${i + 1}::${type}[]`).join(', ');
  await manager.query(
    `insert into ${table} (${names}) select ${values.join(', ')} from unnest(${arrays}) as given (${names}) ${onConflict}`,
    entries.map(([, [, value]]) => rows.map(value)),
  );
}

export const addOnConflict = (table: string, key: string, counts: readonly string[], further: readonly string[] = []) =>
  `on conflict (${key}) do update set ${[
    ...counts.map((name) => `"${name}" = ${table}."${name}" + excluded."${name}"`),
    ...further,
  ].join(', ')}`;
