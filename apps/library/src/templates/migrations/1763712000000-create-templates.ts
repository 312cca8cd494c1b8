import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTemplates1763712000000 implements MigrationInterface {
  readonly name = 'CreateTemplates1763712000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table template (
      template_id text primary key,
      owner_id text not null,
      owner_name text not null,
      title text not null,
      description text not null,
      language text,
      tags text[] not null,
      version integer not null default 1,
      last_save_id text,
      published_at bigint,
      taken_down text,
      created_at bigint not null,
      updated_at bigint not null,
      category_count integer not null default 0,
      question_count integer not null default 0,
      use_count integer not null default 0,
      search tsvector not null default '')`);
    await runner.query(`create index template_owner on template (owner_id, updated_at desc)`);
    await runner.query(`create index template_search on template using gin (search) where published_at is not null`);
    await runner.query(`create index template_tags on template using gin (tags) where published_at is not null`);
    await runner.query(
      `create index template_popular on template (use_count desc, template_id) where published_at is not null`,
    );
    await runner.query(
      `create index template_newest on template (published_at desc, template_id) where published_at is not null`,
    );
    await runner.query(`create table template_category (
      template_id text not null references template on delete cascade,
      category_id text not null,
      position integer not null,
      name text not null,
      questions jsonb not null,
      primary key (template_id, category_id))`);
    await runner.query(`create table template_use (
      game_id text primary key,
      template_id text not null references template on delete cascade)`);
    await runner.query(`create index template_use_template on template_use (template_id)`);
    await runner.query(`create table template_report (
      template_id text not null references template on delete cascade,
      user_id text not null,
      reason text not null,
      text text not null,
      at bigint not null,
      primary key (template_id, user_id))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['template_report', 'template_use', 'template_category', 'template'])
      await runner.query(`drop table ${table}`);
  }
}
