import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A report that was counted: the same one sent again is not. */
@Entity('taken_report')
export class TakenReport {
  @PrimaryColumn('text', { name: 'report_id' })
  reportId!: string;

  @Index('taken_report_at')
  @Column('timestamptz', { name: 'taken_at' })
  takenAt!: Date;
}
