import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How often something happened in a quarter of an hour: every time zone begins its days at one. */
@Entity('tally')
export class TallyRow {
  @PrimaryColumn('text')
  measure!: string;

  @PrimaryColumn('timestamptz')
  quarter!: Date;

  /** What is told apart within the measure: a user type, a bar, a path, an error's fingerprint; else empty. */
  @PrimaryColumn('text')
  part!: string;

  @Column('bigint')
  n!: string;
}
