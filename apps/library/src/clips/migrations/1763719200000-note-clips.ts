import type { MigrationInterface, QueryRunner } from 'typeorm';

export class NoteClips1763719200000 implements MigrationInterface {
  readonly name = 'NoteClips1763719200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table game_clip (
      clip_id text not null,
      game_id text not null,
      primary key (clip_id, game_id))`);
    await runner.query(`create table clip_sweep (until timestamptz not null)`);
    await runner.query(`insert into clip_sweep values ('epoch')`);
    await runner.query(
      `create index template_category_clips on template_category using gin (jsonb_path_query_array(questions, '$[*].clipId'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop index template_category_clips`);
    await runner.query(`drop table clip_sweep`);
    await runner.query(`drop table game_clip`);
  }
}
