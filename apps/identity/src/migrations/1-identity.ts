import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Identity1763700000000 implements MigrationInterface {
  readonly name = 'Identity1763700000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table user_account (
        id uuid primary key,
        kind text not null check (kind in ('guest', 'registered', 'admin')),
        email text unique,
        display_name text not null,
        password_hash text,
        disabled boolean not null default false,
        created_at timestamptz not null,
        last_seen timestamptz not null,
        tickets_from timestamptz,
        check (kind = 'guest' or (email is not null and password_hash is not null))
      );
      create index user_account_guests on user_account (last_seen) where kind = 'guest';

      create table refresh_session (
        id uuid primary key,
        user_id uuid not null references user_account (id) on delete cascade,
        generation int not null,
        created_at timestamptz not null,
        rotated_at timestamptz not null,
        expires_at timestamptz not null
      );
      create index refresh_session_user on refresh_session (user_id);
      create index refresh_session_expires on refresh_session (expires_at);

      create table password_reset (
        token_hash text primary key,
        user_id uuid not null references user_account (id) on delete cascade,
        expires_at timestamptz not null
      );
      create index password_reset_user on password_reset (user_id);
      create index password_reset_expires on password_reset (expires_at);

      create table outbox_mail (
        id uuid primary key,
        "to" text not null,
        subject text not null,
        text text not null,
        at timestamptz not null
      );
      create index outbox_mail_at on outbox_mail (at);

      create table oidc_record (
        model text not null,
        id text not null,
        payload jsonb not null,
        grant_id text,
        uid text,
        account_id text,
        expires_at timestamptz,
        consumed_at timestamptz,
        primary key (model, id)
      );
      create index oidc_record_grant on oidc_record (grant_id) where grant_id is not null;
      create index oidc_record_uid on oidc_record (uid) where uid is not null;
      create index oidc_record_account on oidc_record (account_id) where account_id is not null;
      create index oidc_record_expires on oidc_record (expires_at);

      create table signing_secret (
        name text primary key,
        value jsonb not null,
        created_at timestamptz not null
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(
      'drop table signing_secret, oidc_record, outbox_mail, password_reset, refresh_session, user_account cascade',
    );
  }
}
