import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCrewLinks1764700000000 implements MigrationInterface {
  readonly name = 'CreateCrewLinks1764700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table crew_link (
      link_id uuid primary key,
      game_id text not null,
      secret_hash bytea not null,
      rights text[] not null,
      purpose text not null,
      created_by text not null,
      created_at timestamptz not null,
      expires_at timestamptz not null,
      used_by text,
      used_at timestamptz,
      attempt integer not null default 0,
      joined_at timestamptz,
      revoked_at timestamptz)`);
    await runner.query(`create index crew_link_newest on crew_link (game_id, created_at desc, link_id desc)`);
    await runner.query(`create index crew_link_expiry on crew_link (expires_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table crew_link');
  }
}
