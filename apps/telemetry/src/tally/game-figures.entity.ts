import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { GameFigure } from './figures.js';

/** The figures of one game within a quarter of an hour. */
@Entity('game_figures')
export class GameFigures implements Record<GameFigure, number> {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @Index('game_figures_quarter')
  @PrimaryColumn('timestamptz')
  quarter!: Date;

  @Column('integer')
  gamesCreated!: number;

  @Column('integer')
  gamesStarted!: number;

  @Column('integer')
  gamesCompleted!: number;

  @Column('integer')
  joins!: number;

  @Column('integer')
  presses!: number;

  @Column('integer')
  right!: number;

  @Column('integer')
  wrong!: number;

  @Column('integer')
  nobody!: number;

  /** Presses by the bars of `BARS.timeToPress`, the last one for all above: the first on each question, and all. */
  @Column('integer', { name: 'first_press_ms', array: true })
  firstPressMs!: number[];

  @Column('integer', { name: 'press_ms', array: true })
  pressMs!: number[];
}

/** How a question went in one game within a quarter of an hour. */
@Entity('game_question_tally')
export class GameQuestionTally {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @Index('game_question_tally_quarter')
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
