import type { ShowId, StaffRole } from '@earworm/contracts';
import type { UserId } from '@earworm/rules';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A member of an event's staff. */
@Entity('staff')
@Index('staff_user', ['userId'])
export class StaffRow {
  @PrimaryColumn('uuid', { name: 'show_id' })
  showId!: ShowId;

  @PrimaryColumn('text', { name: 'user_id' })
  userId!: UserId;

  /** As the account was called when it joined. */
  @Column('text')
  name!: string;

  @Column('text')
  role!: StaffRole;

  @Column('timestamptz')
  since!: Date;
}

/** A link by which one account joins the staff. */
@Entity('staff_invite')
@Index('staff_invite_show', ['showId'])
@Index('staff_invite_expiry', ['expiresAt'])
export class StaffInviteRow {
  @PrimaryColumn('uuid', { name: 'invite_id' })
  inviteId!: string;

  @Column('uuid', { name: 'show_id' })
  showId!: ShowId;

  /** SHA-256. The secret itself is stored nowhere. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash!: Buffer;

  @Column('text')
  role!: StaffRole;

  @Column('text', { name: 'created_by' })
  createdBy!: UserId;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('text', { name: 'used_by', nullable: true })
  usedBy!: UserId | null;
}
