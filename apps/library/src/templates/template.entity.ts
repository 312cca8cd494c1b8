import { BUILT_IN_ID } from '@earworm/contracts';
import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** ms since the epoch as a number: Postgres returns a bigint as text. */
const time = { from: (at: string | null) => (at === null ? null : Number(at)), to: (at: number | null) => at };
const where = 'published_at is not null';

/** The owner of templates that ship with the product; the identity provider never creates this id. */
export const BUILT_IN = { ownerId: BUILT_IN_ID, ownerName: 'Earworm', isGuest: false } as const;

/** A quiz that can be used again. Its categories are in template_category, which SQL alone reads and writes. */
@Entity('template')
@Index('template_owner', ['ownerId', 'updatedAt'])
@Index('template_of_guest', ['updatedAt'], { where: 'by_guest' })
@Index('template_search', ['search'], { where, type: 'gin' })
@Index('template_tags', ['tags'], { where, type: 'gin' })
@Index('template_popular', ['useCount', 'templateId'], { where })
@Index('template_newest', ['publishedAt', 'templateId'], { where })
export class Template {
  @PrimaryColumn('text', { name: 'template_id' })
  templateId!: string;

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

  /** Incremented by every save; a save names the version that it is based on. */
  @Column('integer', { default: 1 })
  version!: number;

  /** The save that made this version: a retry of it gets the same answer. */
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

  @Column('integer', { name: 'category_count', default: 0 })
  categoryCount!: number;

  @Column('integer', { name: 'question_count', default: 0 })
  questionCount!: number;

  @Column('integer', { name: 'content_bytes', default: 0 })
  contentBytes!: number;

  @Column('integer', { name: 'use_count', default: 0 })
  useCount!: number;

  /** Unpublished templates of guests are deleted after a time. */
  @Column('boolean', { name: 'by_guest', default: false })
  byGuest!: boolean;

  @Column('tsvector', { default: '', select: false })
  search!: string;
}

@Entity('template_report')
export class TemplateReport {
  @PrimaryColumn('text', { name: 'template_id' })
  @ForeignKey(() => Template, { name: 'template_report_template_id_fkey', onDelete: 'CASCADE' })
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
