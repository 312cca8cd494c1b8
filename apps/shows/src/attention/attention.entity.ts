import type { RoomId, ShowId } from '@earworm/contracts';
import type { AttentionKind, UserId } from '@earworm/rules';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One reason why a room needs or needed attention. A room has at most one of each kind that is not solved. */
@Entity('attention')
@Index('attention_open', ['showId', 'roomId', 'kind'], { unique: true, where: 'ended_at is null' })
@Index('attention_solved', ['showId', 'endedAt'], { where: 'ended_at is not null' })
export class AttentionRow {
  @PrimaryColumn('uuid', { name: 'attention_id' })
  attentionId!: string;

  @Column('uuid', { name: 'show_id' })
  showId!: ShowId;

  @Column('uuid', { name: 'room_id' })
  roomId!: RoomId;

  @Column('text')
  kind!: AttentionKind;

  @Column('timestamptz')
  since!: Date;

  /** Who is on it. */
  @Column('text', { name: 'claimed_by', nullable: true })
  claimedBy!: UserId | null;

  @Column('text', { name: 'claimed_name', nullable: true })
  claimedName!: string | null;

  @Column('timestamptz', { name: 'claimed_at', nullable: true })
  claimedAt!: Date | null;

  @Column('timestamptz', { name: 'snoozed_until', nullable: true })
  snoozedUntil!: Date | null;

  @Column('text', { name: 'snooze_reason', nullable: true })
  snoozeReason!: string | null;

  @Column('text', { name: 'snoozed_name', nullable: true })
  snoozedName!: string | null;

  /** When it was solved. */
  @Column('timestamptz', { name: 'ended_at', nullable: true })
  endedAt!: Date | null;
}
