import { Column, Entity, PrimaryColumn } from 'typeorm';

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
