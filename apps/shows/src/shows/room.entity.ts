import type { ErrorCode, RoomId, RoomState, ShowId, TemplateId } from '@earworm/contracts';
import type { GameId, PlannedTeam, UserId } from '@earworm/rules';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A room of an event, and how far the preparation of its game is. */
@Entity('room')
@Index('room_own_id', ['showId', 'ownId'], { unique: true })
@Index('room_by_number', ['showId', 'number', 'roomId'])
@Index('room_preparing', ['number'], { where: `state = 'preparing'` })
export class RoomRow {
  @PrimaryColumn('uuid', { name: 'room_id' })
  roomId!: RoomId;

  @Column('uuid', { name: 'show_id' })
  showId!: ShowId;

  /** The operator's own id of the room. */
  @Column('text', { name: 'own_id' })
  ownId!: string;

  @Column('integer')
  number!: number;

  @Column('text')
  name!: string;

  @Column('text', { name: 'room_group' })
  group!: string;

  @Column('text', { name: 'template_id', nullable: true })
  templateId!: TemplateId | null;

  /** Of the rounds after the first, in order. */
  @Column('text', { name: 'later_template_ids', array: true, default: [] })
  laterTemplateIds!: TemplateId[];

  /** Who planned these rounds: their templates are read with the rights of this operator. */
  @Column('text', { name: 'rounds_planned_by', nullable: true })
  roundsPlannedBy!: UserId | null;

  /** The round that was begun last. */
  @Column('integer', { default: 1 })
  round!: number;

  /** The game of the round after it, once it was created: everyone is being led there. */
  @Column('text', { name: 'next_game_id', nullable: true })
  nextGameId!: GameId | null;

  /** Of its template, when the questions were taken from it; null: not known. */
  @Column('integer', { name: 'template_version', nullable: true })
  templateVersion!: number | null;

  /** Whether preparing the room changes the questions of its game. */
  @Column('boolean', { name: 'updates_questions', default: false })
  updatesQuestions!: boolean;

  @Column('text', { nullable: true })
  language!: string | null;

  @Column('timestamptz', { name: 'starts_at', nullable: true })
  startsAt!: Date | null;

  @Column('text', { name: 'crew_emails', array: true })
  crewEmails!: string[];

  /** That its games have. */
  @Column('jsonb', { default: [] })
  teams!: PlannedTeam[];

  /** When it got its first game. */
  @Column('timestamptz', { name: 'ready_at', nullable: true })
  readyAt!: Date | null;

  /** Whether preparing the room holds or releases the start of its game, as the event has it by then. */
  @Column('boolean', { name: 'start_due', default: false })
  startDue!: boolean;

  @Column('text', { default: 'planned' })
  state!: RoomState;

  /** Why it failed. */
  @Column('text', { nullable: true })
  code!: ErrorCode | null;

  @Column('text', { name: 'game_id', nullable: true })
  gameId!: GameId | null;

  @Column('text', { name: 'game_code', nullable: true })
  gameCode!: string | null;

  /** Who asked for the game: templates are read with their rights. */
  @Column('text', { name: 'prepared_by', nullable: true })
  preparedBy!: UserId | null;

  /** Of all rooms that were asked for at once. */
  @Column('uuid', { name: 'batch_id', nullable: true })
  batchId!: string | null;

  /** The worker that prepares the room until `claimedUntil`, after which another one may. */
  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil!: Date | null;

  /** When its crew was mailed links; null: not since their addresses were changed. */
  @Column('timestamptz', { name: 'mailed_at', nullable: true })
  mailedAt!: Date | null;

  /** Links are being mailed, until then at the latest. */
  @Column('timestamptz', { name: 'mailing_until', nullable: true })
  mailingUntil!: Date | null;

  /** How often. */
  @Column('integer', { default: 0 })
  mails!: number;
}
