import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports that are sent again count once; sessions that fell silent are found. */
export class ReportsOnce1763780400000 implements MigrationInterface {
  readonly name = 'ReportsOnce1763780400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table taken_report (report_id text primary key, taken_at timestamptz not null)');
    await runner.query('create index taken_report_at on taken_report (taken_at)');
    await runner.query('create index user_session_open on user_session (last_active) where end_time is null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index user_session_open');
    await runner.query('drop table taken_report');
  }
}
