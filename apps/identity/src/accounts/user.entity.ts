import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type UserKind = 'guest' | 'registered' | 'admin';

/** Everybody who ever signed in. Guests have no e-mail and no password. */
@Entity('user_account')
@Check('user_account_kind_check', `kind in ('guest', 'registered', 'admin')`)
@Check('user_account_check', `kind = 'guest' or (email is not null and password_hash is not null)`)
@Index('user_account_guests', ['lastSeen'], { where: `"kind" = 'guest'` })
@Index('user_account_listed', ['createdAt', 'id'], { where: `"kind" <> 'guest'` })
export class User {
  /** The token's `sub`. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  kind!: UserKind;

  /** Lower case, trimmed. */
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

  /** Kept to the day: it decides only when a guest is forgotten. */
  @Column('timestamptz', { name: 'last_seen' })
  lastSeen!: Date;

  /** A guest's tickets from before this no longer count; set by signing out. */
  @Column('timestamptz', { name: 'tickets_from', nullable: true })
  ticketsFrom!: Date | null;
}
