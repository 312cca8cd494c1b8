import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A reset link that was sent. Only its hash is kept, so the table opens no account. */
@Entity('password_reset')
export class PasswordReset {
  @PrimaryColumn('text', { name: 'token_hash' })
  tokenHash!: string;

  @Index('password_reset_user')
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Index('password_reset_expires')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
