import type { BulkAct, ErrorCode, RoomId, ShowId } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What an operator asked to be done in many rooms at once. */
@Entity('bulk_act')
@Index('bulk_act_age', ['askedAt'])
@Index('bulk_act_of_show', ['showId'])
export class BulkActRow {
  @PrimaryColumn('text', { name: 'job_id' })
  jobId!: string;

  @Column('uuid', { name: 'show_id' })
  showId!: ShowId;

  @Column('jsonb')
  act!: BulkAct;

  @Column('text', { name: 'asked_by' })
  askedBy!: UserId;

  @Column('timestamptz', { name: 'asked_at' })
  askedAt!: Date;
}

/** One room of it, and what came of that. */
@Entity('bulk_act_room')
@Index('bulk_act_room_waiting', ['place'], { where: `state = 'waiting'` })
export class BulkActRoomRow {
  @PrimaryColumn('text', { name: 'job_id' })
  jobId!: string;

  @PrimaryColumn('uuid', { name: 'room_id' })
  roomId!: RoomId;

  /** In the order in which the rooms were named. */
  @Column('integer')
  place!: number;

  /** The game that the operator saw in the room. */
  @Column('text', { name: 'game_id' })
  gameId!: GameId;

  @Column('text', { default: 'waiting' })
  state!: 'waiting' | 'done' | 'refused';

  /** Why it was refused. */
  @Column('text', { nullable: true })
  code!: ErrorCode | null;

  /** The worker that does it until `claimedUntil`, after which another one may. */
  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil!: Date | null;
}
