import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One game as its history shows it, made from the log. */
@Entity('game')
export class HistoryGame {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  /** The last event that this row knows: an event is applied once, whatever is delivered again. */
  @Column('integer')
  version!: number;

  @Column('text', { name: 'game_code' })
  gameCode!: string;

  @Column('text')
  status!: string;

  @Index('game_moderator')
  @Column('text', { name: 'moderator_id' })
  moderatorId!: string;

  @Column('text', { name: 'moderator_name' })
  moderatorName!: string;

  /** ms since the epoch, like every time of a game. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: string;

  @Column('bigint', { name: 'completed_at', nullable: true })
  completedAt!: string | null;

  @Column('integer', { name: 'player_count' })
  playerCount!: number;
}

/** One player's part in a game. */
@Entity('participant')
export class HistoryParticipant {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @Index('participant_player')
  @PrimaryColumn('text', { name: 'player_id' })
  playerId!: string;

  @Column('integer')
  seat!: number;

  @Column('text')
  name!: string;

  @Column('bigint')
  score!: string;

  /** The moderator took the player out of the game. */
  @Column('boolean', { default: false })
  removed!: boolean;
}

/** One verdict of the moderator; without a player when nobody got it. */
@Entity('verdict')
export class HistoryVerdict {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  /** Of the event that it was; verdicts are in this order. */
  @PrimaryColumn('integer')
  version!: number;

  @Column('text', { name: 'question_id' })
  questionId!: string;

  @Column('text', { name: 'player_id', nullable: true })
  playerId!: string | null;

  @Column('boolean')
  correct!: boolean;

  @Column('integer')
  gain!: number;
}
