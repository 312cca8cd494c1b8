import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Mail of a server without a mail server; an admin reads it. */
@Entity('outbox_mail')
export class OutboxMail {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  to!: string;

  @Column('text')
  subject!: string;

  @Column('text')
  text!: string;

  @Index('outbox_mail_at')
  @Column('timestamptz')
  at!: Date;
}
