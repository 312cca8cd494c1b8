import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Who is being erased. The audit log takes one change: of a user who is being erased to their pseudonym, by the function
 * `erase_from_audit`, which records itself.
 */
export class ErasePeople1765300000000 implements MigrationInterface {
  readonly name = 'ErasePeople1765300000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table person_erasure (
        pseudonym uuid primary key default gen_random_uuid(),
        user_hash text not null unique,
        user_id text,
        email text,
        name text,
        keeps_templates boolean not null,
        noted_at timestamptz not null default now(),
        due_at timestamptz not null default now(),
        attempts integer not null default 0,
        erased_at timestamptz,
        finished_at timestamptz
      );
      create index person_erasure_due on person_erasure (due_at) where finished_at is null;

      create function audit_takes_pseudonyms() returns trigger language plpgsql set search_path from current as $$
        begin
          if not exists (
            select from person_erasure as person where finished_at is null
              and pseudonym::text = nullif(current_setting('earworm.erased_person', true), '')
              and (new.user_id = old.user_id or (old.user_id = person.user_id and new.user_id = pseudonym::text))
              and (new.target_id is not distinct from old.target_id
                or (old.target_id = person.user_id and new.target_id = pseudonym::text)))
            or (new.id, new.at, new.act) is distinct from (old.id, old.at, old.act)
            or (new.target_kind, new.reason) is distinct from (old.target_kind, old.reason)
          then
            raise exception 'the audit log is append-only';
          end if;
          return new;
        end
      $$;
      drop trigger append_only on audit_entry;
      create trigger append_only before delete or truncate on audit_entry
        for each statement execute function audit_is_append_only();
      create trigger takes_pseudonyms before update on audit_entry
        for each row execute function audit_takes_pseudonyms();

      create function erase_from_audit(person uuid, called text) returns integer
        language plpgsql security definer set search_path from current as $$
        declare
          erased person_erasure;
          changed integer;
          entry bigint;
        begin
          select * into erased from person_erasure where pseudonym = person and finished_at is null;
          if erased.user_id is null then
            raise exception 'this person is not being erased';
          end if;
          perform set_config('earworm.erased_person', person::text, true);
          update audit_entry set
            user_id = case when user_id = erased.user_id then person::text else user_id end,
            user_name = case when user_id = erased.user_id then called else user_name end,
            target_id = case when target_id = erased.user_id then person::text else target_id end,
            target_name = case when target_id = erased.user_id then called else target_name end,
            details = (
              select coalesce(jsonb_object_agg(key, case
                when value = erased.user_id then person::text
                when strpos(lower(value), lower(erased.email)) > 0 or value = erased.name then called
                else value end), '{}')
              from jsonb_each_text(details))
            where user_id = erased.user_id or target_id = erased.user_id or exists (
              select from jsonb_each_text(details) where value = erased.user_id or value = erased.name
                or strpos(lower(value), lower(erased.email)) > 0);
          get diagnostics changed = row_count;
          perform set_config('earworm.erased_person', '', true);
          if changed > 0 then
            insert into audit_entry (user_id, user_name, act, target_kind, target_id, target_name, details)
              values (person, called, 'person-erased', 'account', person, called,
                jsonb_build_object('entries', changed::text))
              returning id into entry;
            insert into audit_outcome (entry_id, outcome) values (entry, 'done');
          end if;
          return changed;
        end
      $$;
      revoke execute on function erase_from_audit from public;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop function erase_from_audit;
      drop trigger takes_pseudonyms on audit_entry;
      drop function audit_takes_pseudonyms;
      drop trigger append_only on audit_entry;
      create trigger append_only before update or delete or truncate on audit_entry
        for each statement execute function audit_is_append_only();
      drop table person_erasure;
    `);
  }
}
