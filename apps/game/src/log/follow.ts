import type { LogPlace } from '@earworm/contracts';
import type { DataSource } from 'typeorm';

/** A page of more is hard on a bus, and on the one thread that reads it. */
const PAGE_BYTES = 128 * 1024;

interface Page {
  /** JSON texts of rows, comma between. */
  readonly rows: string | null;
  readonly tx: string | null;
  readonly position: string | null;
  readonly fitting: number;
  readonly seen: number;
}

/**
 * Serials are drawn before they commit, so a row may appear behind one that was already read; transactions below the
 * oldest running one cannot bring any more rows. Ordered by the columns themselves: a bare `tx` would be the text that is
 * selected under that name, in which 1000 comes before 999. An event's type stands first in its text: there it is found
 * without reading on, and where it does not, the row is sent.
 */
const PAGE = `with seen as (
    select tx, position, game_id, version, event::text as event, event::text ^@ any($4::text[]) as unwanted from event
      where (tx, position) > ($1::xid8, $2::bigint) and tx < pg_snapshot_xmin(pg_current_snapshot())
      order by event.tx, event.position limit $3),
  sized as (select *, case when unwanted then 0 else octet_length(event) end as size from seen),
  page as (
    select *, sum(size) over (order by tx, position rows unbounded preceding) - size < ${PAGE_BYTES} as fits from sized)
  select
    string_agg('{"gameId":' || to_json(game_id) || ',"version":' || version || ',"event":' || event || '}', ',')
      filter (where fits and not unwanted) as rows,
    (array_agg(tx) filter (where fits))[count(*) filter (where fits)]::text as tx,
    (array_agg(position) filter (where fits))[count(*) filter (where fits)]::text as position,
    count(*) filter (where fits)::int as fitting,
    count(*)::int as seen
  from page`;

/** The reply's JSON text: rows after a place in the log, oldest first, for followers. */
export async function followLog(
  database: DataSource,
  { after, limit, without }: { after: LogPlace; limit: number; without: readonly string[] },
): Promise<string> {
  const beginnings = without.map((type) => `{"type":"${type}",`);
  const [page] = await database.query<Page[]>(PAGE, [after.tx, after.position, limit, beginnings]);
  if (!page?.tx) return '{"rows":[],"end":null,"more":false}';
  const { rows, tx, position, fitting, seen } = page;
  return `{"rows":[${rows ?? ''}],"end":{"tx":"${tx}","position":"${position}"},"more":${seen === limit || fitting < seen}}`;
}
