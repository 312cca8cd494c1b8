import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users in Keycloak have no row in `user_account`. */
export class Keycloak1764547000000 implements MigrationInterface {
  readonly name = 'Keycloak1764547000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      alter table revocation drop constraint revocation_user_id_fkey;
      alter table password_reset drop constraint password_reset_user_id_fkey;
      alter table known_device drop constraint known_device_user_id_fkey;

      create table keycloak_account (
        id uuid primary key,
        email text not null unique
      );

      create table keycloak_guest (
        subject uuid primary key,
        id uuid unique,
        created_at timestamptz not null default now(),
        handed_out_at timestamptz,
        last_seen timestamptz,
        tickets_from timestamptz
      );
      create index keycloak_guest_pool on keycloak_guest (created_at) where handed_out_at is null;
      create index keycloak_guest_last_seen on keycloak_guest (last_seen) where handed_out_at is not null;

      create table assertion_key (
        kid text primary key,
        private_jwk jsonb not null,
        created_at timestamptz not null default now(),
        used_from timestamptz not null,
        kept_until timestamptz
      );

      create table keycloak_events (
        kind text primary key,
        read_to timestamptz not null
      );
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      drop table keycloak_events, assertion_key, keycloak_guest, keycloak_account;
      delete from revocation where user_id not in (select id from user_account);
      delete from password_reset where user_id not in (select id from user_account);
      delete from known_device where user_id not in (select id from user_account);
      alter table revocation add foreign key (user_id) references user_account (id) on delete cascade;
      alter table password_reset add foreign key (user_id) references user_account (id) on delete cascade;
      alter table known_device add foreign key (user_id) references user_account (id) on delete cascade;
    `);
  }
}
