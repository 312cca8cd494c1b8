import { z } from 'zod';
import { charactersOf, cleanLine, GameId, plannedTeam, Settings, TEAMS_MAX, UserId } from '@earworm/rules';
import { COLOUR, hasContrast } from './colours.js';
import { type NetworkFault, networkFault } from './networks.js';
import type { ErrorCode } from './error-table.js';
import { refusedWith } from './errors.js';

import { SHOW_LIMITS } from './show-limits.js';
import { TimeZone } from './call.js';
import { TemplateActor, TemplateFacts, TemplateId } from './template.js';

/* An event is a `show` in code: an event is a fact in a game's log. */

/** Who asks, as the gateway has verified it. */
export const ShowActor = TemplateActor;
export type ShowActor = z.infer<typeof ShowActor>;

/** Made by the client, so that a repeated request creates one event. */
export const ShowId = z.uuid().brand<'ShowId'>();
export type ShowId = z.infer<typeof ShowId>;
export const RoomId = z.uuid().brand<'RoomId'>();
export type RoomId = z.infer<typeof RoomId>;

/** `operator`: does everything. `viewer`: sees everything but secrets and the crew's addresses, and changes nothing. */
export const StaffRole = z.enum(['operator', 'viewer']);
export type StaffRole = z.infer<typeof StaffRole>;

const UNITS_PER_CHARACTER = 8;
/** At most so many characters as people count them. The service cleans texts before it stores them. */
const Characters = (most: number, options?: { error: ErrorCode }) =>
  z
    .string()
    .max(most * UNITS_PER_CHARACTER, options)
    .refine((text) => [...charactersOf(cleanLine(text))].length <= most, options);
const isNotEmpty = (text: string): boolean => cleanLine(text) !== '';
export const Time = z.number().int().min(0).max(8_640_000_000_000_000);
const Colour = z.string().regex(COLOUR);

/** `text` on `background`, wherever the name of the event is. */
export const ShowColours = z
  .strictObject({ text: Colour, background: Colour })
  .refine(({ text, background }) => hasContrast(text, background), refusedWith('event-colours'));

const isNot = (fault: NetworkFault) => [(text: string) => networkFault(text) !== fault, refusedWith(fault)] as const;

/** An IPv4 address or a prefix up to /24, or an IPv6 prefix up to /48, of the place where an event is. */
export const Network = z
  .string()
  .max(SHOW_LIMITS.networkLength, refusedWith('event-network-invalid'))
  .refine(...isNot('event-network-invalid'))
  .refine(...isNot('event-network-wide'))
  .refine(...isNot('event-network-reserved'));
const Networks = z.array(Network).max(SHOW_LIMITS.networks, refusedWith('event-networks-full'));

const Seconds = z.number().int().min(SHOW_LIMITS.thresholdLeast).max(SHOW_LIMITS.thresholdMost);
/** After how many seconds each kind of reason is shown in the control room. What is missing is as in any event. */
export const ShowThresholds = z
  .strictObject({
    ...{ crewAway: Seconds, buzz: Seconds, song: Seconds, open: Seconds },
    ...{ offline: Seconds, quiet: Seconds, notStarted: Seconds },
  })
  .partial();
export type ShowThresholds = z.infer<typeof ShowThresholds>;

/** What operators write about an event. */
export const ShowFacts = z.strictObject({
  name: Characters(SHOW_LIMITS.nameLength).refine(isNotEmpty, refusedWith('event-name-required')),
  /** In ms since the epoch. */
  startsAt: Time,
  /** In which the start is shown, such as `Europe/Berlin`. */
  timeZone: TimeZone,
  place: Characters(SHOW_LIMITS.placeLength).default(''),
  peoplePerRoom: z.number().int().min(1).max(SHOW_LIMITS.peoplePerRoomMost),
  /** ISO 639, of sheets and new games; null if not chosen. */
  language: TemplateFacts.shape.language.default(null),
  /** Of all games that are prepared from now on; what is missing is as in any new game. */
  settings: Settings.partial().default({}),
  timeTrialMode: z.boolean().default(false),
  /** Null: those of the product. */
  colours: ShowColours.nullable().default(null),
  /** Days after the planned start until the event is erased. */
  keepDays: z.number().int().min(1).max(SHOW_LIMITS.keepDaysMost).default(SHOW_LIMITS.keepDays),
  /** Of the venue: during the event the limits of these addresses are raised, once an administrator has approved them. */
  networks: Networks.default([]),
  thresholds: ShowThresholds.default({}),
});
export type ShowFacts = z.infer<typeof ShowFacts>;

/** A picture of an event. Its path, which contains its hash, needs no token; what is there never changes. */
export const ShowLogo = z.strictObject({
  path: z.string(),
  /** In pixels. */
  width: z.number().int(),
  height: z.number().int(),
});
export type ShowLogo = z.infer<typeof ShowLogo>;

/** Whose logo it is. A sponsor's is on the stage of the event alone. */
export const LogoOwner = z.enum(['event', 'sponsor']);
export type LogoOwner = z.infer<typeof LogoOwner>;

/** What guests see of an event: on sheets, on the stage and on phones. */
export const ShowBrand = z.strictObject({
  name: z.string(),
  /** Null: those of the product. */
  colours: ShowColours.nullable(),
  logo: ShowLogo.nullable(),
});
export type ShowBrand = z.infer<typeof ShowBrand>;

/** A room as operators write it. Rows with the same `ownId` are the same room. */
export const RoomRow = z.strictObject({
  /** The operator's own id of the room, such as a row's number in their file. */
  ownId: z.string().max(SHOW_LIMITS.ownIdLength).refine(isNotEmpty),
  number: z.number().int().min(1).max(99_999),
  name: Characters(SHOW_LIMITS.roomNameLength, refusedWith('room-name-too-long')).refine(
    isNotEmpty,
    refusedWith('room-name-required'),
  ),
  /** A venue or a block of tables; may be empty. */
  group: Characters(SHOW_LIMITS.groupLength).default(''),
  /** Null: the room's game has no questions yet. */
  templateId: TemplateId.nullable().default(null),
  /** Of the rounds after the first, in order. Their games are created when they begin. */
  laterTemplateIds: z
    .array(TemplateId)
    .max(SHOW_LIMITS.rounds - 1)
    .default([]),
  /** Null: as the event. */
  language: TemplateFacts.shape.language.default(null),
  /** In ms since the epoch; null: when the event starts. */
  startsAt: Time.nullable().default(null),
  crewEmails: z.array(z.email().max(254)).max(SHOW_LIMITS.crewEmails).default([]),
  /** Of the room's games. Without any, its crew makes teams if it wants them. */
  teams: z.array(plannedTeam()).max(TEAMS_MAX).default([]),
});
export type RoomRow = z.infer<typeof RoomRow>;

/**
 * `planned`: not asked for yet. `preparing`: its game is being created. `ready`: it has its game. `failed`: see `code`;
 * a retry may help.
 */
export const RoomState = z.enum(['planned', 'preparing', 'ready', 'failed']);
export type RoomState = z.infer<typeof RoomState>;

export const Room = RoomRow.extend({
  roomId: RoomId,
  state: RoomState,
  /** An error code of a failed room, or of one whose questions could not be updated. */
  code: z.string().nullable(),
  /** The first one that was played here. */
  gameId: GameId.nullable(),
  /** By which players join whatever game is played in the room. */
  gameCode: z.string().nullable(),
  /** When the crew was mailed its links; null: not since their addresses were changed. */
  mailedAt: z.number().nullable().default(null),
});
export type Room = z.infer<typeof Room>;

/** How far the rounds of a room are. */
export const RoomRounds = z.strictObject({
  /** The one that was begun last, from 1. */
  round: z.number().int(),
  /** All planned ones, in order. `title` null: without a template, or its template does not exist any more. */
  planned: z.array(z.strictObject({ title: z.string().nullable() })),
  /** What is played in the room now. */
  gameId: GameId,
  status: z.enum(['setup', 'playing', 'completed']),
});
export type RoomRounds = z.infer<typeof RoomRounds>;

/** How many rooms are in which state. */
export const RoomCounts = z.strictObject({
  planned: z.number().int(),
  preparing: z.number().int(),
  ready: z.number().int(),
  failed: z.number().int(),
});
export type RoomCounts = z.infer<typeof RoomCounts>;

/** An event in a list. `role` null: an administrator who is not on its staff. */
export const ShowSummary = ShowFacts.pick({ name: true, startsAt: true, timeZone: true, place: true }).extend({
  showId: ShowId,
  role: StaffRole.nullable(),
  counts: RoomCounts,
  /** When it was deleted; it can be restored for a day. */
  deletedAt: z.number().nullable(),
});
export type ShowSummary = z.infer<typeof ShowSummary>;

export const StaffMember = z.strictObject({
  userId: UserId,
  name: z.string(),
  role: StaffRole,
  /** Who created the event; stays an operator. */
  isOwner: z.boolean(),
  since: z.number(),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** How many rooms and people an event may have. */
export const ShowQuota = z.strictObject({
  rooms: z.number().int().min(1).max(SHOW_LIMITS.roomsMost),
  people: z.number().int().min(1).max(SHOW_LIMITS.peopleMost),
});
export type ShowQuota = z.infer<typeof ShowQuota>;

/**
 * What an administrator approves, and what of it may change the decision: other networks or another start need a new one.
 * More people than approved do not count until they are approved, too.
 */
export const NetworksAsked = z.strictObject({
  networks: Networks,
  people: z.number().int().min(1).max(SHOW_LIMITS.peopleMost),
  startsAt: Time,
});
export type NetworksAsked = z.infer<typeof NetworksAsked>;

/** The networks of an event, and whether they are approved. */
export const ShowNetworks = NetworksAsked.extend({
  /** When their limits are raised. */
  from: z.number(),
  until: z.number(),
  /** Null: an administrator has not approved these networks for this start. */
  approved: z.strictObject({ people: z.number().int(), at: z.number() }).nullable(),
});
export type ShowNetworks = z.infer<typeof ShowNetworks>;

export const ShowDetail = z.strictObject({
  showId: ShowId,
  /** Raised by every change of the facts. */
  version: z.number().int(),
  facts: ShowFacts,
  logo: ShowLogo.nullable(),
  sponsorLogo: ShowLogo.optional(),
  role: StaffRole.nullable(),
  /** False once its planned start is more than a day ago: its rooms can be read, and no games prepared. */
  isOpen: z.boolean(),
  quota: ShowQuota,
  /** Null: it names none. */
  networks: ShowNetworks.nullable(),
  counts: RoomCounts,
  staff: z.array(StaffMember),
  createdAt: z.number(),
  deletedAt: z.number().nullable(),
});
export type ShowDetail = z.infer<typeof ShowDetail>;

/** Base of the requests about one event. */
export const OfShow = z.strictObject({ actor: ShowActor, showId: ShowId });
