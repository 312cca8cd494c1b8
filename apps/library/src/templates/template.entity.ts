import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** ms since the epoch as a number: Postgres hands a bigint over as text. */
const time = { from: (kept: string | null) => (kept === null ? null : Number(kept)), to: (at: number | null) => at };

/** A quiz on somebody's shelf; its words for the search stand in a column that only SQL touches. */
@Entity('template')
export class Template {
  @PrimaryColumn('text', { name: 'template_id' })
  templateId!: string;

  @Index('template_owner')
  @Column('text', { name: 'owner_id' })
  ownerId!: string;

  @Column('text', { name: 'owner_name' })
  ownerName!: string;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text', { nullable: true })
  language!: string | null;

  @Column('text', { array: true })
  tags!: string[];

  /** Raised by every change; a change says which one its author saw. */
  @Column('integer')
  version!: number;

  /** The save that made this version: sent again, it is answered and not refused. */
  @Column('text', { name: 'last_save_id', nullable: true })
  lastSaveId!: string | null;

  @Column('bigint', { name: 'published_at', nullable: true, transformer: time })
  publishedAt!: number | null;

  @Column('text', { name: 'taken_down', nullable: true })
  takenDown!: string | null;

  @Column('bigint', { name: 'created_at', transformer: time })
  createdAt!: number;

  @Column('bigint', { name: 'updated_at', transformer: time })
  updatedAt!: number;

  @Column('integer', { name: 'category_count' })
  categoryCount!: number;

  @Column('integer', { name: 'question_count' })
  questionCount!: number;

  /** Of its questions as JSON. */
  @Column('integer', { name: 'content_bytes' })
  contentBytes!: number;

  @Column('integer', { name: 'use_count' })
  useCount!: number;

  /** Made by a guest: who is gone one day, and nobody else can reach what they kept to themselves. */
  @Column('boolean', { name: 'by_guest' })
  byGuest!: boolean;
}

/** A category with its questions as drafts; a row of its own, so that saving one leaves the others alone. */
@Entity('template_category')
export class TemplateCategory {
  @PrimaryColumn('text', { name: 'template_id' })
  templateId!: string;

  @PrimaryColumn('text', { name: 'category_id' })
  categoryId!: string;

  @Column('integer')
  position!: number;

  @Column('text')
  name!: string;

  @Column('jsonb')
  questions!: unknown;
}

/** Which template a game was started from. */
@Entity('template_use')
export class TemplateUse {
  @PrimaryColumn('text', { name: 'game_id' })
  gameId!: string;

  @Column('text', { name: 'template_id' })
  templateId!: string;
}

/** Games started from a template within a quarter of an hour. */
@Entity('template_tally')
export class TemplateTally {
  /** When it began. */
  @PrimaryColumn('timestamptz')
  quarter!: Date;

  @PrimaryColumn('text', { name: 'template_id' })
  templateId!: string;

  @Column('integer')
  games!: number;
}

/** What one person says is wrong with a template. */
@Entity('template_report')
export class TemplateReport {
  @PrimaryColumn('text', { name: 'template_id' })
  templateId!: string;

  @PrimaryColumn('text', { name: 'user_id' })
  userId!: string;

  @Column('text')
  reason!: string;

  @Column('text')
  text!: string;

  @Column('bigint', { transformer: time })
  at!: number;
}
