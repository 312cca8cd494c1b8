import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** One sign-in of a registered user, with the generation of its valid refresh token. */
@Entity('refresh_session')
export class RefreshSession {
  @PrimaryColumn('uuid')
  id!: string;

  @Index('refresh_session_user')
  @ForeignKey('User', { name: 'refresh_session_user_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('int')
  generation!: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'rotated_at' })
  rotatedAt!: Date;

  /** The browser's session at the realm's own pages, which ends with this one. */
  @Column('text', { name: 'provider_session', nullable: true })
  providerSession!: string | null;

  @Index('refresh_session_expires')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
