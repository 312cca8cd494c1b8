import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MoveUsers1764560000000 implements MigrationInterface {
  readonly name = 'MoveUsers1764560000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table moved_user (
      from_id text primary key,
      to_id text not null,
      moved_at timestamptz not null default now(),
      templates integer not null default 0,
      games integer not null default 0)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table moved_user`);
  }
}
