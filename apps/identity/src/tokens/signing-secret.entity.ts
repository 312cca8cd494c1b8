import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider's private key and cookie key, one row for all replicas and restarts. */
@Entity('signing_secret')
export class SigningSecret {
  /** `signing-key` or `cookie-key`. */
  @PrimaryColumn('text')
  name!: string;

  @Column('jsonb')
  value!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
