import { Column, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** A cache of one game's state at a version, readable only by the same RULES; losing it costs time, nothing else. */
@Entity('snapshot')
export class SnapshotRow {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @Column('text', { name: 'log_id' })
  logId!: string;

  @Column('integer')
  rules!: number;

  @Column('integer')
  version!: number;

  @Column('json')
  state!: unknown;

  /** Ids of the commands answered lately, as `[userId, commandId, version, at]`. */
  @Column('json')
  answered!: unknown;

  @UpdateDateColumn({ name: 'saved_at', type: 'timestamptz' })
  savedAt!: Date;
}
