import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';

/** One act of an administrator, written before it is done. Rows are never changed nor deleted. */
@Entity('audit_entry')
export class AuditEntryRow {
  /** Later acts have greater ids. */
  @PrimaryGeneratedColumn('identity', { type: 'bigint', generatedIdentity: 'ALWAYS' })
  id!: string;

  @Index('audit_entry_at')
  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text', { name: 'user_name' })
  userName!: string;

  @Column('text')
  act!: string;

  @Column('text', { name: 'target_kind', nullable: true })
  targetKind!: string | null;

  @Column('text', { name: 'target_id', nullable: true })
  targetId!: string | null;

  @Column('text', { name: 'target_name', nullable: true })
  targetName!: string | null;

  @Column('jsonb')
  details!: Record<string, string>;

  @Column('text', { nullable: true })
  reason!: string | null;
}

/** What came of an act; none for one that is under way or whose gateway ended. Rows are never changed nor deleted. */
@Entity('audit_outcome')
export class AuditOutcomeRow {
  @PrimaryColumn('bigint', { name: 'entry_id' })
  entryId!: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  at!: Date;

  @Column('text')
  outcome!: 'done' | 'refused' | 'failed';

  @Column('text', { nullable: true })
  code!: string | null;
}
