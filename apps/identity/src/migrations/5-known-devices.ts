import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KnownDevices1764400000000 implements MigrationInterface {
  readonly name = 'KnownDevices1764400000000';

  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      create table known_device (
        user_id uuid not null references user_account (id) on delete cascade,
        device text not null,
        last_used timestamptz not null,
        primary key (user_id, device)
      );
      create index known_device_last_used on known_device (last_used);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query('drop table known_device');
  }
}
