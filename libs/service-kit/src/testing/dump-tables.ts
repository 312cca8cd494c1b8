import { withClient } from '../postgres/client.js';

const TABLES = `select format('%I.%I', schemaname, tablename) as name from pg_tables
  where schemaname not in ('pg_catalog', 'information_schema') order by 1`;

/** Every row of every table of a database, one a line: to show that something is in none of them. */
export const dumpTables = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const lines: string[] = [];
    for (const { name } of (await client.query<{ name: string }>(TABLES)).rows) {
      const { rows } = await client.query<{ row: string }>(`select '${name} ' || t::text as row from ${name} as t`);
      lines.push(...rows.map(({ row }) => row));
    }
    return lines;
  });

/** Lines that have one of these texts, in upper or lower case. */
export const linesWith = (lines: readonly string[], ...texts: readonly string[]): string[] => {
  const wanted = texts.map((text) => text.toLowerCase());
  return lines.filter((line) => {
    const lower = line.toLowerCase();
    return wanted.some((text) => lower.includes(text));
  });
};
