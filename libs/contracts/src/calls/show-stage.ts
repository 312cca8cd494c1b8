import { z } from 'zod';
import { COUNTINGS } from '@earworm/rules';
import { defineCall } from '../call.js';
import { OfShow, Room, ShowId, ShowLogo, StaffRole } from '../show.js';
import { SHOW_LIMITS } from '../show-limits.js';
import { StandingsKind } from './standings.js';

/** What is in the fragment of a link to the stage of an event, or to its public standings. */
const Key = z.string().max(64);
/** Characters of the key of the public page, of 16 bytes: they keep its QR code coarse. */
export const PUBLIC_KEY_LENGTH = 22;
const ByKey = z.strictObject({ showId: ShowId, key: Key });

/** How names are shown on the public page; see `shortName` of the shows service. */
export const PublicNames = z.enum(['full', 'short']);
export type PublicNames = z.infer<typeof PublicNames>;

/** Places are revealed from the last to the first; entries that share one are revealed together. */
export const Reveal = z.strictObject({
  /** Entries in all, without people and games that were erased since. */
  entries: z.number().int(),
  /** The best place that is revealed; null: none yet. */
  best: z.number().int().nullable(),
  /** The place that is revealed next; null: all are revealed. */
  next: z.number().int().nullable(),
});
export type Reveal = z.infer<typeof Reveal>;

const Ranked = z.strictObject({
  /** From 1; entries that are level share one. */
  rank: z.number().int(),
  /** The place over all rounds but the latest one; null: there was none. */
  before: z.number().int().nullable(),
  /** A stand-in while the name waits for a review. */
  name: z.string(),
  /** What is ranked: points, points by question, or points for places. */
  value: z.number(),
});

const Shown = z.strictObject({
  kind: StandingsKind,
  counting: z.enum(COUNTINGS),
  /** Of all entries, also those that are not shown. */
  total: z.number().int(),
  /** The largest number of games that a room has begun. */
  rounds: z.number().int(),
  /** Since when the standings are frozen; null: they are live. */
  frozenAt: z.number().nullable(),
  /** Null: the standings are not being revealed. */
  reveal: Reveal.nullable(),
});

/** What the stage of an event shows. During a reveal, without the places that are not revealed yet. */
export const ShowStage = Shown.extend({
  name: z.string(),
  /** At most SHOW_LIMITS.stageEntries, the best ones. */
  entries: z.array(Ranked.extend({ room: Room.pick({ number: true, name: true, group: true }) })),
  /** Of the link to the public standings; null: there are none. */
  publicKey: Key.nullable(),
  sponsorLogo: ShowLogo.optional(),
});
export type ShowStage = z.infer<typeof ShowStage>;

/** What the public page shows: the first hundred places, and during a reveal only what is revealed. */
export const PublicStandings = Shown.extend({ name: z.string(), entries: z.array(Ranked) });
export type PublicStandings = z.infer<typeof PublicStandings>;

const Settings = z.strictObject({
  /** Whom the stage and the public page rank. */
  kind: StandingsKind,
  counting: z.enum(COUNTINGS),
  /** Names on the public page; null: there is no such page, and its link is no longer valid. */
  publicNames: PublicNames.nullable(),
});

/** The stage as all see it, and how operators set it up. For staff and administrators. */
export const readShowStage = defineCall({
  subject: 'shows.read-stage',
  request: OfShow,
  reply: z.strictObject({
    stage: ShowStage,
    settings: Settings,
    /** Null: of an administrator, each of whose looks is recorded. */
    role: StaffRole.nullable(),
    /** Whether there is a valid link to the stage. */
    isLinked: z.boolean(),
  }),
  errors: ['event-not-found', 'busy', 'unavailable'],
});

/** A page that is made public again gets a new link. A reveal that has begun keeps what it ranks. For operators. */
export const saveShowStage = defineCall({
  subject: 'shows.save-stage',
  request: OfShow.extend({ settings: Settings }),
  reply: z.strictObject({ publicKey: Key.nullable() }),
  errors: ['event-not-found', 'event-not-operator', 'event-deleted', 'busy', 'unavailable'],
});

/** Makes a link to the stage, whose key is shown once, or none; either way an earlier one is revoked. For operators. */
export const linkShowStage = defineCall({
  subject: 'shows.link-stage',
  request: OfShow.extend({ isLinked: z.boolean() }),
  reply: z.strictObject({ key: Key.nullable() }),
  errors: ['event-not-found', 'event-not-operator', 'event-deleted', 'busy', 'unavailable'],
});

/** Flat, as the audit log copies its fields. */
export const RevealAsked = z.strictObject({
  act: z.enum(['start', 'next', 'all', 'end']),
  /** Of `start`: how many entries are revealed, from the first place on. */
  entries: z.number().int().min(1).max(SHOW_LIMITS.stageEntries).default(SHOW_LIMITS.stageEntries),
  /** Of `start`: freezes the standings as they are now, instead of as they were when they were frozen. */
  isFresh: z.boolean().default(false),
  /** Of `next`: `best` as the operator saw it. Unless it is still that one, nothing more is revealed. */
  from: z.number().int().nullable().default(null),
});
export type RevealAsked = z.infer<typeof RevealAsked>;

/** Repeated, an act changes nothing more. For operators. */
export const revealStandings = defineCall({
  subject: 'shows.reveal-standings',
  request: OfShow.extend(RevealAsked.shape),
  reply: z.strictObject({ reveal: Reveal.nullable() }),
  errors: [
    ...(['standings-not-frozen', 'standings-not-revealed', 'standings-empty'] as const),
    ...(['event-not-found', 'event-not-operator', 'event-deleted', 'busy', 'unavailable'] as const),
  ],
});

/** For all who have the link. */
export const lookAtShowStage = defineCall({
  subject: 'shows.look-at-stage',
  request: ByKey,
  reply: ShowStage,
  errors: ['standings-link-unknown', 'busy', 'unavailable'],
});

/** For all who have the link. */
export const lookAtStandings = defineCall({
  subject: 'shows.look-at-standings',
  request: ByKey,
  reply: PublicStandings,
  errors: ['standings-link-unknown', 'busy', 'unavailable'],
});
