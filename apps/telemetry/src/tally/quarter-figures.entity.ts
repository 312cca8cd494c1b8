import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Figure } from './figures.js';

/** All figures of a quarter of an hour in one row: a month of days in any zone is read from 3,000 of them. */
@Entity('quarter_figures')
export class QuarterFigures implements Record<Figure, string> {
  @PrimaryColumn('timestamptz')
  quarter!: Date;

  @Column('bigint')
  guestSessions!: string;

  @Column('bigint')
  registeredSessions!: string;

  @Column('bigint')
  views!: string;

  @Column('bigint')
  gamesCreated!: string;

  @Column('bigint')
  gamesStarted!: string;

  @Column('bigint')
  gamesCompleted!: string;

  @Column('bigint')
  joins!: string;

  @Column('bigint')
  presses!: string;

  @Column('bigint')
  right!: string;

  @Column('bigint')
  wrong!: string;

  @Column('bigint')
  nobody!: string;

  @Column('bigint')
  errors!: string;
}
