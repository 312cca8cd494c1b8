import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A browser on which an account was signed in to, by the id in its device cookie. */
@Entity('known_device')
export class KnownDevice {
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @PrimaryColumn('text')
  device!: string;

  /** Kept to the day. */
  @Index('known_device_last_used')
  @Column('timestamptz', { name: 'last_used' })
  lastUsed!: Date;
}
