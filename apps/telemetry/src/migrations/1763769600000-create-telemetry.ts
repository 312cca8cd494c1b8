import { CREATE_CHECKPOINT } from '@earworm/projections';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTelemetry1763769600000 implements MigrationInterface {
  readonly name = 'CreateTelemetry1763769600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(CREATE_CHECKPOINT);
    await runner.query(`create table tally (
      measure text not null,
      quarter timestamptz not null,
      part text not null,
      n bigint not null,
      primary key (measure, quarter, part))`);
    await runner.query(`create table user_session (
      session_id text primary key,
      user_id text not null,
      user_name text not null,
      user_type text not null,
      start_time timestamptz not null,
      last_active timestamptz not null,
      end_time timestamptz,
      user_agent text not null,
      language text not null)`);
    await runner.query(`create index user_session_start on user_session (start_time, user_type, user_id)`);
    await this.#errors(runner);
    await this.#facts(runner);
  }

  async #errors(runner: QueryRunner): Promise<void> {
    await runner.query(`create table error_group (
      fingerprint text primary key,
      name text not null,
      message text not null,
      source text not null,
      first_at timestamptz not null,
      last_at timestamptz not null)`);
    await runner.query(`create index error_group_first on error_group (first_at)`);
    await runner.query(`create table error_log (
      id bigserial primary key,
      fingerprint text not null,
      message text not null,
      name text not null,
      stack text not null,
      source text not null,
      additional_info text not null,
      timestamp timestamptz not null,
      user_id text,
      user_agent text not null,
      url text not null,
      referrer text not null,
      viewport_width integer not null,
      viewport_height integer not null)`);
    await runner.query(`create index error_log_group on error_log (fingerprint, timestamp)`);
    await runner.query(`create table error_user (
      fingerprint text not null,
      user_id text not null,
      first_at timestamptz not null,
      last_at timestamptz not null,
      primary key (fingerprint, user_id))`);
  }

  async #facts(runner: QueryRunner): Promise<void> {
    await runner.query(`create sequence game_changes`);
    await runner.query(`create table game (
      game_id text primary key,
      version integer not null,
      game_code text not null,
      status text not null,
      moderator_name text not null,
      moderator_left boolean not null,
      players integer not null,
      created_at bigint not null,
      last_action text not null,
      last_at bigint not null,
      question_at bigint,
      pressed boolean not null,
      changed bigint not null default nextval('game_changes'))`);
    await runner.query(`create index game_changed on game (changed)`);
    await runner.query(`create table question (
      key text primary key,
      answer text not null,
      song text not null)`);
    await runner.query(`create table game_question (
      game_id text not null,
      question_id text not null,
      key text not null,
      primary key (game_id, question_id))`);
    await runner.query(`create table question_tally (
      quarter timestamptz not null,
      key text not null,
      asked integer not null,
      "right" integer not null,
      wrong integer not null,
      nobody integer not null,
      primary key (quarter, key))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    const tables = 'question_tally game_question question game error_user error_log error_group user_session tally';
    for (const table of [...tables.split(' '), 'checkpoint']) await runner.query(`drop table ${table}`);
    await runner.query('drop sequence game_changes');
  }
}
