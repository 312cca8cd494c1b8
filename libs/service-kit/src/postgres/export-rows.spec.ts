import { describe, expect, it } from '@jest/globals';
import { exportRows } from './export-rows.js';

describe('the pages of an export', () => {
  const ROWS: Readonly<Record<string, readonly string[]>> = { seats: ['a', 'b', 'c'], none: [], links: ['x'] };
  const queries = Object.fromEntries(Object.keys(ROWS).map((kind) => [kind, kind]));
  const database = {
    query: ((kind: string, [userId, after]: [string, string]) =>
      Promise.resolve(
        (ROWS[kind] ?? [])
          .filter((key) => key > after)
          .slice(0, 2)
          .map((key) => ({ key, row: { userId, key } })),
      )) as never,
  };

  it('contain each row once, kind by kind, and end', async () => {
    const found: string[] = [];
    let after: string | null = null;
    do {
      const page = await exportRows(database, queries, { userId: 'ann', after });
      found.push(...page.rows.map(({ what, row }) => `${what} ${String(row['key'])} of ${String(row['userId'])}`));
      after = page.next;
    } while (after !== null);
    expect(found).toEqual(['seats a of ann', 'seats b of ann', 'seats c of ann', 'links x of ann']);
  });

  it('end at once after a place that is none', async () => {
    const nothing = { rows: [], next: null };
    expect(await exportRows(database, queries, { userId: 'ann', after: '9:' })).toEqual(nothing);
  });
});
