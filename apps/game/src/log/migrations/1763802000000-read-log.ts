import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One page of the log: at most `most` rows, `send_bytes` of text and `read_bytes` of events. A loop, for a query over a
 * window would decompress all rows. Only transactions below the oldest running one: serials do not commit in order. An
 * event's text begins with its type, that of `gameCreated` ends with the categories: both are found without parsing.
 */
export const READ_LOG = `create function read_log(
    after_tx xid8, after_position bigint, most integer, unwanted text[], categories text,
    send_bytes integer, read_bytes integer,
    out rows text, out end_tx xid8, out end_position bigint, out more boolean)
  language plpgsql stable set search_path from current as $$
declare
  entry record;
  body text;
  beginning text;
  ending bytea;
  head text;
  cut integer;
  texts text[] := '{}';
  seen integer := 0;
  sent integer := 0;
  was_read bigint := 0;
begin
  for entry in
    select event.tx, event.position, event.game_id, event.version, event.event from event
      where (event.tx, event.position) > (after_tx, after_position)
        and event.tx < pg_snapshot_xmin(pg_current_snapshot())
      order by event.tx, event.position limit most
  loop
    seen := seen + 1;
    end_tx := entry.tx;
    end_position := entry.position;
    body := entry.event;
    was_read := was_read + octet_length(body);
    -- What counts the characters of a long text, as right() does, costs ten times as much as decompressing it.
    beginning := left(body, 4096);
    if not beginning ^@ any (unwanted) then
      if categories <> 'all' and beginning ^@ '{"type":"gameCreated",' then
        cut := strpos(beginning, ',"categories":[');
        -- What ends with the end of a list ends with that of the categories: nothing else in it is one.
        ending := substr(convert_to(body, 'UTF8'), octet_length(body) - 1);
        head := case when cut > 0 and ending = convert_to(']}', 'UTF8') then left(beginning, cut - 1)
          else left((body::jsonb - 'categories')::text, -1) end;
        if categories = 'clips' then
          head := head || ',"clipIds":' || to_json(array(
            select distinct 'up-' || left(piece, 32)
              from string_to_table(body, '"clipId":"up-') with ordinality as pieces (piece, n) where n > 1));
        end if;
        body := head || '}';
      end if;
      sent := sent + octet_length(body);
      texts := array_append(texts, '{"gameId":' || to_json(entry.game_id) || ',"version":' || entry.version
        || ',"event":' || body || '}');
    end if;
    exit when sent >= send_bytes or was_read >= read_bytes;
  end loop;
  rows := array_to_string(texts, ',');
  more := seen = most or sent >= send_bytes or was_read >= read_bytes;
end $$`;

export class ReadLog1763802000000 implements MigrationInterface {
  readonly name = 'ReadLog1763802000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(READ_LOG);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function read_log');
  }
}
