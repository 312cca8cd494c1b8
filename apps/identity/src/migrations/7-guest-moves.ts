import type { MigrationInterface, QueryRunner } from 'typeorm';

export class GuestMoves1764570000000 implements MigrationInterface {
  readonly name = 'GuestMoves1764570000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table guest_move (
        guest_id text primary key,
        account_id text not null,
        created_at timestamptz not null default now(),
        done text[] not null default '{}',
        games text[] not null default '{}',
        templates integer not null default 0,
        past_games integer not null default 0,
        attempts integer not null default 0,
        due_at timestamptz not null default now(),
        moved_at timestamptz,
        finished_at timestamptz
      );
      create index guest_move_account on guest_move (account_id, created_at);
      create index guest_move_due on guest_move (due_at) where finished_at is null;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('drop table guest_move');
  }
}
