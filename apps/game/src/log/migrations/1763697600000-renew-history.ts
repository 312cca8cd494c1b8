import type { MigrationInterface, QueryRunner } from 'typeorm';

const BEFORE = `create or replace function renew_log_ids() returns bigint language sql as $$
  with renewed as (update game set log_id = gen_random_uuid()::text returning 1)
  select count(*) from renewed $$`;

/**
 * Run once by a superuser after a restore or a standby's promotion; services may run. Clients discard what they have,
 * gateways accept epochs that have gone back, and projections miss nothing.
 */
const AFTER = `create or replace function renew_log_ids() returns bigint language plpgsql set search_path from current as $$
declare
  renewed bigint;
  newest xid8;
  place regclass;
begin
  -- Whoever loads a game waits here until its new id is there.
  lock table game, event in access exclusive mode;
  -- A restored sequence may be behind epochs that gateways have heard of; the time in ms never is.
  perform setval('epoch', greatest(nextval('epoch'), floor(extract(epoch from clock_timestamp()) * 1000)::bigint));
  -- Owners hold games in memory under the old ids: without their locks they load them again.
  perform pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and granted and objsubid = 2 and objid = 1000
      and classid = (hashtext(current_schema()) & 2147483647)::oid and pid <> pg_backend_pid()
      and database = (select oid from pg_database where datname = current_database());
  select tx into newest from event order by tx desc, position desc limit 1;
  -- Rows of a server that had counted further than this one would stay invisible to followers, and newer ones come first.
  if newest >= pg_current_xact_id() then
    update event set tx = pg_current_xact_id();
    newest := '0';
  end if;
  -- What a follower has read is a place among the old numbers; it reads again from the start, which changes nothing twice.
  for place in select attrelid::regclass from pg_attribute join pg_class on pg_class.oid = attrelid
    where relname = 'checkpoint' and relkind = 'r' and attname in ('follower', 'tx', 'position')
    group by attrelid having count(*) = 3
  loop
    if not has_table_privilege(place, 'update') then
      raise exception 'the places in % cannot be reset: run this as superuser', place;
    end if;
    execute format('update %s set tx = ''0'', position = ''0'' where tx::xid8 > $1', place) using coalesce(newest, '0');
  end loop;
  update game set log_id = gen_random_uuid()::text;
  get diagnostics renewed = row_count;
  return renewed;
end $$`;

export class RenewHistory1763697600000 implements MigrationInterface {
  readonly name = 'RenewHistory1763697600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(AFTER);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(BEFORE);
  }
}
