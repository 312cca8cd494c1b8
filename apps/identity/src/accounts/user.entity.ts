import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type UserKind = 'guest' | 'registered' | 'admin';

@Entity('user_account')
@Check('user_account_kind_check', `kind in ('guest', 'registered', 'admin')`)
@Check('user_account_check', `kind = 'guest' or (email is not null and password_hash is not null)`)
@Index('user_account_guests', ['lastSeen'], { where: `"kind" = 'guest'` })
@Index('user_account_listed', ['createdAt', 'id'], { where: `"kind" <> 'guest'` })
export class User {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: UserKind;

  /** Lower case, trimmed; null for guests, like the password. */
  @Column('text', { nullable: true, unique: true })
  email!: string | null;

  @Column('text', { name: 'display_name' })
  displayName!: string;

  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  @Column('boolean', { default: false })
  disabled!: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'last_seen' })
  lastSeen!: Date;

  /** A guest's tickets from before this no longer count. */
  @Column('timestamptz', { name: 'tickets_from', nullable: true })
  ticketsFrom!: Date | null;
}
