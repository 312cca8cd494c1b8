import type { MigrationInterface, QueryRunner } from 'typeorm';
import { READ_LOG } from './1763802000000-read-log.js';

/**
 * As the function before, but `unwanted` holds types, which are compared with the type of each event. For a history, which
 * leaves out 32 types, that takes a third of the time. An older replica passes beginnings of events, which equal no type:
 * its projections get all events, and skip those that they do not use.
 */
const READ_LOG_BY_TYPE = `create or replace function read_log(
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
    if split_part(body, '"', 4) <> all (unwanted) then
      if categories <> 'all' and body ^@ '{"type":"gameCreated",' then
        -- What counts the characters of a long text, as right() does, costs ten times as much as decompressing it.
        beginning := left(body, 4096);
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

export class ReadLogByType1764100800000 implements MigrationInterface {
  readonly name = 'ReadLogByType1764100800000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(READ_LOG_BY_TYPE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(READ_LOG.replace('create function', 'create or replace function'));
  }
}
