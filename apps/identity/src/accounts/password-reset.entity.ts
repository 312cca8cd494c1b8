import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A mailed link; only its hash is stored. */
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
