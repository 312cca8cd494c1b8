import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddNetworks1764990000000 implements MigrationInterface {
  readonly name = 'AddNetworks1764990000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table show add column networks text[] not null default '{}',
      add column approved_networks jsonb`);
    await runner.query(`create index show_networks on show (starts_at) where networks <> '{}'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index show_networks');
    await runner.query('alter table show drop column networks, drop column approved_networks');
  }
}
