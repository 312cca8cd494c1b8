import { type RoomRow, SHOW_LIMITS } from '@earworm/contracts';

/** Of the JSON of one request, below the 256 KB that the gateway accepts. */
export const PAGE_BYTES = 240_000;

/** Rows as requests take them: in their order, none too large. */
export function rowPages(rows: readonly RoomRow[]): RoomRow[][] {
  const encoder = new TextEncoder();
  const pages: RoomRow[][] = [];
  let left = 0;
  for (const row of rows) {
    const bytes = encoder.encode(JSON.stringify(row)).length + 1;
    const page = pages.at(-1);
    if (page === undefined || bytes > left || page.length === SHOW_LIMITS.rowsPerRequest) {
      pages.push([row]);
      left = PAGE_BYTES - bytes;
    } else {
      page.push(row);
      left -= bytes;
    }
  }
  return pages;
}
