import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** One game as figures and live operations need it, made from the log. */
@Entity('game')
export class FactGame {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  /** The last event that is counted: an event counts once, whatever is delivered again. */
  @Column('integer')
  version!: number;

  @Column('text', { name: 'game_code' })
  gameCode!: string;

  @Column('text')
  status!: 'setup' | 'playing' | 'completed';

  @Column('text', { name: 'moderator_name' })
  moderatorName!: string;

  @Column('boolean', { name: 'moderator_left' })
  moderatorLeft!: boolean;

  @Column('integer')
  players!: number;

  /** ms since the epoch, like every time of a game. */
  @Column('bigint', { name: 'created_at' })
  createdAt!: string;

  @Column('text', { name: 'last_action' })
  lastAction!: string;

  @Column('bigint', { name: 'last_at' })
  lastAt!: string;

  /** When the question that is being played was shown; null between questions. */
  @Column('bigint', { name: 'question_at', nullable: true })
  questionAt!: string | null;

  /** Somebody has pressed on it. */
  @Column('boolean')
  pressed!: boolean;

  /** The last version that added or changed a question. */
  @Column('integer', { name: 'questions_changed' })
  questionsChanged!: number;

  /** Its place in the order in which games changed. */
  @Index('game_changed')
  @Column('bigint')
  changed!: string;
}

/** What was asked, the same song in every game being one question. */
@Entity('question')
export class FactQuestion {
  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  answer!: string;

  @Column('text')
  song!: string;
}

/** Which question a game means by an id: written when it is played, gone when the game is over. */
@Entity('game_question')
export class GameQuestion {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @PrimaryColumn('text', { name: 'question_id' })
  questionId!: string;

  @Column('text')
  key!: string;
}

/** How a question went within a quarter of an hour, a day and eight days: each fact stands in one row of each width. */
@Entity('question_tally')
export class QuestionTally {
  @PrimaryColumn('integer')
  minutes!: number;

  /** When it began. */
  @PrimaryColumn('timestamptz')
  quarter!: Date;

  @PrimaryColumn('text')
  key!: string;

  @Column('integer')
  asked!: number;

  @Column('integer')
  right!: number;

  @Column('integer')
  wrong!: number;

  @Column('integer')
  nobody!: number;
}
