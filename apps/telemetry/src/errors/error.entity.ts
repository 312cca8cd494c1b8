import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Errors that are one to those who mend them. */
@Entity('error_group')
export class ErrorGroup {
  @PrimaryColumn('text')
  fingerprint!: string;

  @Column('text')
  name!: string;

  @Column('text')
  message!: string;

  @Column('text')
  source!: string;

  @Index('error_group_first')
  @Column('timestamptz', { name: 'first_at' })
  firstAt!: Date;

  @Column('timestamptz', { name: 'last_at' })
  lastAt!: Date;
}

/** One report with everything in it; of a group only so many an hour are kept, the rest are counted. */
@Entity('error_log')
@Index('error_log_group', ['fingerprint', 'timestamp'])
export class ErrorLogRow {
  @PrimaryColumn('bigint')
  id!: string;

  @Column('text')
  fingerprint!: string;

  @Column('text')
  message!: string;

  @Column('text')
  name!: string;

  @Column('text')
  stack!: string;

  @Column('text')
  source!: string;

  @Column('text', { name: 'additional_info' })
  additionalInfo!: string;

  @Column('timestamptz')
  timestamp!: Date;

  @Column('text', { name: 'user_id', nullable: true })
  userId!: string | null;

  @Column('text', { name: 'user_agent' })
  userAgent!: string;

  @Column('text')
  url!: string;

  @Column('text')
  referrer!: string;

  @Column('integer', { name: 'viewport_width' })
  viewportWidth!: number;

  @Column('integer', { name: 'viewport_height' })
  viewportHeight!: number;
}

/** Whom an error has met. */
@Entity('error_user')
export class ErrorUser {
  @PrimaryColumn('text')
  fingerprint!: string;

  @PrimaryColumn('text', { name: 'user_id' })
  userId!: string;

  @Column('timestamptz', { name: 'first_at' })
  firstAt!: Date;

  @Column('timestamptz', { name: 'last_at' })
  lastAt!: Date;
}
