import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

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
