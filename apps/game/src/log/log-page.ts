import type { gameLog, RequestOf } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

/** A page of more is hard on a bus, and on the one thread that reads it. */
const SEND_BYTES = 128 * 1024;
/** Of events, decompressed: a page may leave most of them out, and then ends by this. */
const READ_BYTES = 4 * 1024 * 1024;

interface Page {
  /** JSON texts of rows, comma between. */
  readonly rows: string;
  /** Null when nothing was read. */
  readonly end_tx: string | null;
  readonly end_position: string | null;
  readonly more: boolean;
}

const PAGE = 'select * from read_log($1::xid8, $2::bigint, $3, $4::text[], $5, $6, $7)';

/** The reply's JSON text: rows after a place in the log, oldest first, for followers. */
export async function followLog(
  database: DataSource,
  { after, limit, without, categories }: RequestOf<typeof gameLog>,
): Promise<string> {
  const beginnings = without.map((type) => `{"type":"${type}",`);
  const values = [after.tx, after.position, limit, beginnings, categories, SEND_BYTES, READ_BYTES];
  const [page] = await database.query<Page[]>(PAGE, values);
  if (!page?.end_tx) return '{"rows":[],"end":null,"more":false}';
  const { rows, end_tx, end_position, more } = page;
  return `{"rows":[${rows}],"end":{"tx":"${end_tx}","position":"${end_position}"},"more":${more}}`;
}
