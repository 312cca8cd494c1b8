import type { AdvanceWish, ErrorCode, RoomId, ShowId } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What an operator asked for: the best of the standings go on in other rooms. */
@Entity('advance')
@Index('advance_of_show', ['showId', 'askedAt'])
@Index('advance_age', ['askedAt'])
export class AdvanceRow {
  @PrimaryColumn('text', { name: 'job_id' })
  jobId!: string;

  @Column('uuid', { name: 'show_id' })
  showId!: ShowId;

  @Column('jsonb')
  wish!: AdvanceWish;

  @Column('text', { name: 'asked_by' })
  askedBy!: UserId;

  @Column('timestamptz', { name: 'asked_at' })
  askedAt!: Date;
}

/** One player of it, and how far they are. */
@Entity('advanced')
@Index('advanced_open', ['claimedUntil'], { where: `state in ('waiting', 'reserved', 'sent', 'releasing')` })
@Index('advanced_player', ['playerId'])
export class AdvancedRow {
  @PrimaryColumn('text', { name: 'job_id' })
  jobId!: string;

  @PrimaryColumn('text', { name: 'player_id' })
  playerId!: UserId;

  /** In the order of the standings; who takes a seat that was released comes last. */
  @Column('integer')
  place!: number;

  @Column('integer')
  rank!: number;

  @Column('text')
  name!: string;

  /** The name of the team in the room that they go to. */
  @Column('text', { nullable: true })
  team!: string | null;

  /** By which the event knows the team in all of its games. */
  @Column('text', { name: 'team_key', nullable: true })
  teamKey!: string | null;

  @Column('uuid', { name: 'from_room' })
  fromRoom!: RoomId;

  @Column('text', { name: 'from_game' })
  fromGame!: GameId;

  /** By which the game knows the player, also under another user id. Null in rows that are older than the column. */
  @Column('integer', { name: 'from_seat', nullable: true })
  fromSeat!: number | null;

  @Column('uuid', { name: 'to_room' })
  toRoom!: RoomId;

  @Column('text', { name: 'to_game' })
  toGame!: GameId;

  @Column('text', { name: 'to_code' })
  toCode!: string;

  /** The reserved seat, under any user id; null until the player is sent. */
  @Column('integer', { name: 'to_seat', nullable: true })
  toSeat!: number | null;

  /** `releasing`: the seat is released, and the player has to learn that they stay. */
  @Column('text')
  state!: 'waiting' | 'reserved' | 'sent' | 'arrived' | 'failed' | 'releasing' | 'released';

  /** Why it failed. */
  @Column('text', { nullable: true })
  code!: ErrorCode | null;

  /** When it came into its state. */
  @Column('timestamptz')
  since!: Date;

  @Column('timestamptz', { name: 'sent_at', nullable: true })
  sentAt!: Date | null;

  /** The worker that does the next step until `claimedUntil`, after which another one may. */
  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil!: Date | null;
}
