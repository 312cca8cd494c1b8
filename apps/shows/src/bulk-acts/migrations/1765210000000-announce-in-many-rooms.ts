import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An act is more than its type: an announcement has a text. */
export class AnnounceInManyRooms1765210000000 implements MigrationInterface {
  readonly name = 'AnnounceInManyRooms1765210000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table bulk_act alter column act type jsonb using jsonb_build_object('type', act)`);
  }

  /** An announcement without its text cannot be made. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      `delete from bulk_act_room using bulk_act b where b.job_id = bulk_act_room.job_id and b.act->>'type' = 'announce'`,
    );
    await runner.query(`delete from bulk_act where act->>'type' = 'announce'`);
    await runner.query(`alter table bulk_act alter column act type text using act->>'type'`);
  }
}
