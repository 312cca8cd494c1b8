import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

@Entity('oidc_record')
export class OidcRecord {
  @PrimaryColumn('text')
  model!: string;

  @PrimaryColumn('text')
  id!: string;

  @Column('jsonb')
  payload!: Record<string, unknown>;

  @Index('oidc_record_grant')
  @Column('text', { name: 'grant_id', nullable: true })
  grantId!: string | null;

  @Index('oidc_record_uid')
  @Column('text', { nullable: true })
  uid!: string | null;

  @Index('oidc_record_account')
  @Column('text', { name: 'account_id', nullable: true })
  accountId!: string | null;

  @Index('oidc_record_expires')
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt!: Date | null;

  @Column('timestamptz', { name: 'consumed_at', nullable: true })
  consumedAt!: Date | null;
}
