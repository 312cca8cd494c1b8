import type { FeedbackStatus, FeedbackType, StoredContext } from '@earworm/contracts';
import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';

/** Times in ms since the epoch. */
@Entity('feedback')
@Index('feedback_newest', ['createdAt', 'feedbackId'])
@Unique('feedback_screenshot_key_key', ['screenshotKey'])
export class FeedbackRow {
  @PrimaryColumn('uuid', { name: 'feedback_id' })
  feedbackId!: string;

  @Column('text')
  type!: FeedbackType;

  @Column('text')
  title!: string;

  @Column('text')
  description!: string;

  @Column('text', { name: 'screenshot_key', nullable: true })
  screenshotKey!: string | null;

  @Column('bigint', { name: 'created_at' })
  createdAt!: string;

  @Column('text', { name: 'user_id' })
  userId!: string;

  @Column('text', { name: 'user_email', nullable: true })
  userEmail!: string | null;

  @Column('text', { default: 'new' })
  status!: FeedbackStatus;

  @Column('text', { name: 'game_version' })
  gameVersion!: string;

  /** Null: not reported by the page. */
  @Column('jsonb', { nullable: true })
  context!: StoredContext | null;

  @Column('text', { name: 'reply_note', default: '' })
  replyNote!: string;

  @Column('bigint', { name: 'handled_at', nullable: true })
  handledAt!: string | null;

  @Column('text', { name: 'handled_by', nullable: true })
  handledBy!: string | null;
}
