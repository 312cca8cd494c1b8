import type { DataSource } from 'typeorm';

/**
 * How the rows of a person are read, by what they are: `$1` is the user id, `$2` the key after which, each with a limit of its
 * own. Columns: `key`, a text in ascending order, and `row`, JSON.
 */
export type ExportQueries = Readonly<Record<string, string>>;

interface Page {
  readonly rows: { readonly what: string; readonly row: Record<string, unknown> }[];
  readonly next: string | null;
}

/** One page: rows of one kind. `after`: null for the first page, else the `next` of the page before. */
export async function exportRows(
  database: Pick<DataSource, 'query'>,
  queries: ExportQueries,
  { userId, after }: { readonly userId: string; readonly after: string | null },
): Promise<Page> {
  const kinds = Object.entries(queries);
  const [, at = '0', key = ''] = /^(\d+):(.*)$/s.exec(after ?? '') ?? [];
  const kind = kinds[Number(at)];
  if (kind === undefined) return { rows: [], next: null };
  const [what, sql] = kind;
  const found = await database.query<{ key: string; row: Record<string, unknown> }[]>(sql, [userId, key]);
  const last = found.at(-1);
  const isLastKind = Number(at) + 1 === kinds.length;
  return {
    rows: found.map(({ row }) => ({ what, row })),
    next: last !== undefined ? `${at}:${last.key}` : isLastKind ? null : `${Number(at) + 1}:`,
  };
}
