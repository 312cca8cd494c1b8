import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The provider's private key, and the keys of cookies and devices, one row for all replicas and restarts. */
@Entity('signing_secret')
export class SigningSecret {
  /** `signing-key`, `cookie-key` or `device-key`. */
  @PrimaryColumn('text')
  name!: string;

  @Column('jsonb')
  value!: Record<string, unknown>;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
