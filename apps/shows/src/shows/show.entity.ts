import type { NetworksAsked, PublicNames, ShowFacts, ShowId, StandingsKind } from '@earworm/contracts';
import type { Counting, UserId } from '@earworm/rules';
import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Its bytes are in the object store, under the event's id and this hash. */
export interface StoredLogo {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
}

/** Its key is readable, because the stage shows it to the whole hall. */
export interface StoredPublicStandings {
  readonly key: string;
  readonly names: PublicNames;
}

/** Places as they were when it began, from the first. Who the entries are is looked up by their keys. */
export interface StoredReveal {
  readonly kind: StandingsKind;
  readonly counting: Counting;
  readonly entries: readonly { readonly key: string; readonly place: number }[];
  /** The best place that is revealed. */
  readonly best: number | null;
  /** How many entries it gets: the standings were frozen for it, and have not been read yet. All of them are hidden. */
  readonly awaits?: number;
}

/** An event with its plan. */
@Entity('show')
@Index('show_owner', ['ownerId'])
@Index('show_newest', ['startsAt', 'showId'])
@Index('show_networks', ['startsAt'], { where: `networks <> '{}'` })
export class ShowRow {
  @PrimaryColumn('uuid', { name: 'show_id' })
  showId!: ShowId;

  /** The account that created it. */
  @Column('text', { name: 'owner_id' })
  ownerId!: UserId;

  /** Incremented by every change of the facts; a change names the version that it is based on. */
  @Column('integer', { default: 1 })
  version!: number;

  @Column('text')
  name!: string;

  @Column('timestamptz', { name: 'starts_at' })
  startsAt!: Date;

  @Column('text', { name: 'time_zone' })
  timeZone!: string;

  @Column('text')
  place!: string;

  @Column('integer', { name: 'people_per_room' })
  peoplePerRoom!: number;

  @Column('text', { nullable: true })
  language!: string | null;

  @Column('jsonb')
  settings!: ShowFacts['settings'];

  @Column('boolean', { name: 'time_trial_mode' })
  timeTrialMode!: boolean;

  @Column('jsonb', { nullable: true })
  colours!: ShowFacts['colours'];

  @Column('jsonb', { nullable: true })
  logo!: StoredLogo | null;

  @Column('jsonb', { name: 'sponsor_logo', nullable: true })
  sponsorLogo!: StoredLogo | null;

  @Column('integer', { name: 'keep_days' })
  keepDays!: number;

  @Column('text', { array: true, default: [] })
  networks!: string[];

  /** What of them an administrator has approved. */
  @Column('jsonb', { name: 'approved_networks', nullable: true })
  approvedNetworks!: (NetworksAsked & { readonly at: number }) | null;

  @Column('jsonb', { default: {} })
  thresholds!: ShowFacts['thresholds'];

  @Column('integer', { name: 'most_rooms' })
  mostRooms!: number;

  @Column('integer', { name: 'most_people' })
  mostPeople!: number;

  /** Games of rooms that were removed. */
  @Column('integer', { name: 'removed_games', default: 0 })
  removedGames!: number;

  /** Since when others than operators see the standings unchanged. */
  @Column('timestamptz', { name: 'standings_frozen_at', nullable: true })
  standingsFrozenAt!: Date | null;

  /** Whom the stage and the public page rank. */
  @Column('text', { name: 'stage_kind', default: 'players' })
  stageKind!: StandingsKind;

  @Column('text', { name: 'stage_counting', default: 'points' })
  stageCounting!: Counting;

  /** SHA-256 of the key of the link to the stage; null: there is none. */
  @Column('bytea', { name: 'stage_key_hash', nullable: true })
  stageKeyHash!: Buffer | null;

  @Column('jsonb', { name: 'public_standings', nullable: true })
  publicStandings!: StoredPublicStandings | null;

  @Column('jsonb', { nullable: true })
  reveal!: StoredReveal | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'deleted_at', nullable: true })
  deletedAt!: Date | null;
}
