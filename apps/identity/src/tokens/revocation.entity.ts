import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A user, or one session of theirs, whose earlier access tokens no longer count although they have not run out. */
@Entity('revocation')
@Index('revocation_written', ['writtenAt', 'userId', 'session'])
@Index('revocation_of_guests', ['writtenAt'], { where: `"session" = "user_id"::text` })
export class RevocationRow {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Empty: the whole user. */
  @PrimaryColumn('text', { default: '' })
  session!: string;

  /** A whole second, as tokens carry it. */
  @Column('timestamptz', { name: 'not_before' })
  notBefore!: Date;

  /** When the last of those tokens has run out by itself. */
  @Index('revocation_expires')
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** From when the row counts, which is the order in which gateways read them. In the future for one that begins later. */
  @Column('timestamptz', { name: 'written_at', default: () => 'clock_timestamp()' })
  writtenAt!: Date;
}
