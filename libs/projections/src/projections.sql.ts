import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How far a follower has read the log of games. Stands in the follower's own schema, beside its effects. */
@Entity('checkpoint')
export class Checkpoint {
  @PrimaryColumn('text')
  follower!: string;

  @Column('text')
  tx!: string;

  @Column('text')
  position!: string;
}

/** For the migration of a service that follows. */
export const CREATE_CHECKPOINT = `create table checkpoint (
  follower text primary key,
  tx text not null default '0',
  position text not null default '0')`;
