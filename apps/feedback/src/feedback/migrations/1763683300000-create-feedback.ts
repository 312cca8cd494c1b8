import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFeedback1763683300000 implements MigrationInterface {
  readonly name = 'CreateFeedback1763683300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table feedback (
      feedback_id uuid primary key,
      type text not null,
      title text not null,
      description text not null,
      screenshot_key text unique,
      created_at bigint not null,
      user_id text not null,
      user_email text,
      status text not null default 'new',
      game_version text not null,
      reply_note text not null default '',
      handled_at bigint,
      handled_by text)`);
    await runner.query(`create index feedback_newest on feedback (created_at desc, feedback_id desc)`);
    await runner.query(`create table cooldown (
      user_id text primary key,
      last_at timestamptz not null)`);
    await runner.query(`create table upload (
      upload_id uuid primary key,
      user_id text not null,
      object_key text not null,
      file_name text not null,
      begun_at timestamptz not null default now())`);
    await runner.query(`create index upload_user on upload (user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['upload', 'cooldown', 'feedback']) await runner.query(`drop table ${table}`);
  }
}
