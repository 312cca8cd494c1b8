import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One row per event and version: the log of every game, append only. Written by the flush, never by TypeORM. */
@Entity('event')
@Index('event_follow', ['tx', 'position'])
export class GameEventRow {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  /** The primary key (game, version) is the fence: the second writer of a version is refused. */
  @PrimaryColumn('integer')
  version!: number;

  /** A serial; it does not commit in order, so followers read by (tx, position). */
  @Column('bigint', { default: () => "nextval('event_position_seq')" })
  position!: string;

  /** An xid8 in the table, which TypeORM has no name for; its text travels. */
  @Column('text', { default: () => 'pg_current_xact_id()' })
  tx!: string;

  @Column('text', { name: 'user_id', nullable: true })
  userId!: string | null;

  /** The id of the command that caused it: what makes a retry answerable after a restart. */
  @Column('text', { name: 'command_id', nullable: true })
  commandId!: string | null;

  @Column('json')
  event!: unknown;

  /** Server time, ms since the epoch. */
  @Column('bigint')
  at!: string;

  /** The ownership under which it was written. */
  @Column('bigint')
  epoch!: string;
}
