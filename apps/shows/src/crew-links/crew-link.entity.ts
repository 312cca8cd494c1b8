import type { CrewLink, CrewLinkPurpose, RoomId } from '@earworm/contracts';
import type { GameId, UserId } from '@earworm/rules';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link by which one person joins the crew of a game. */
@Entity('crew_link')
@Index('crew_link_newest', ['gameId', 'createdAt', 'linkId'])
@Index('crew_link_expiry', ['expiresAt'])
@Index('crew_link_member', ['usedBy'], { where: 'room_id is not null' })
@Index('crew_link_room', ['roomId'], { where: 'room_id is not null' })
export class CrewLinkRow {
  @PrimaryColumn('uuid', { name: 'link_id' })
  linkId!: string;

  @Column('text', { name: 'game_id' })
  gameId!: GameId;

  /** Set for a link to the crew of whatever game is played in this room of an event; `gameId` is the one at first. */
  @Column('uuid', { name: 'room_id', nullable: true })
  roomId!: RoomId | null;

  /** SHA-256. The secret itself is stored nowhere. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash!: Buffer;

  @Column('text', { array: true })
  rights!: CrewLink['rights'];

  @Column('text')
  purpose!: CrewLinkPurpose;

  @Column('text', { name: 'created_by' })
  createdBy!: UserId;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  /** Written before the game is called. */
  @Column('text', { name: 'used_by', nullable: true })
  usedBy!: UserId | null;

  @Column('timestamptz', { name: 'used_at', nullable: true })
  usedAt!: Date | null;

  /** Counts the uses that were begun, so that a refused one gives back only itself. */
  @Column('integer', { default: 0 })
  attempt!: number;

  /** When the game had added the user. */
  @Column('timestamptz', { name: 'joined_at', nullable: true })
  joinedAt!: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt!: Date | null;

  /** When a holder last asked for another link; null once that was made. */
  @Column('timestamptz', { name: 'asked_at', nullable: true })
  askedAt!: Date | null;
}
