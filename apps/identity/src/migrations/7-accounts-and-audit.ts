import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AccountsAndAudit1764600000000 implements MigrationInterface {
  readonly name = 'AccountsAndAudit1764600000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create index user_account_listed on user_account (created_at, id) where kind <> 'guest';

      create table audit_entry (
        id bigint generated always as identity primary key,
        at timestamptz not null default clock_timestamp(),
        user_id text not null,
        user_name text not null,
        act text not null,
        target_kind text,
        target_id text,
        target_name text,
        details jsonb not null,
        reason text
      );
      create index audit_entry_at on audit_entry (at);

      create table audit_outcome (
        entry_id bigint primary key references audit_entry (id),
        at timestamptz not null default clock_timestamp(),
        outcome text not null check (outcome in ('done', 'refused', 'failed')),
        code text
      );

      create function audit_is_append_only() returns trigger language plpgsql as $$
        begin
          raise exception 'the audit log is append-only';
        end
      $$;
      create trigger append_only before update or delete or truncate on audit_entry
        for each statement execute function audit_is_append_only();
      create trigger append_only before update or delete or truncate on audit_outcome
        for each statement execute function audit_is_append_only();
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table audit_outcome, audit_entry;
      drop function audit_is_append_only;
      drop index user_account_listed;
    `);
  }
}
