import { z } from 'zod';
import { UserId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { refusedWith } from '../errors.js';
import { SHOW_LIMITS } from '../show-limits.js';
import {
  NetworksAsked,
  OfShow,
  ShowActor,
  ShowBrand,
  ShowDetail,
  ShowFacts,
  ShowId,
  LogoOwner,
  ShowLogo,
  ShowNetworks,
  ShowQuota,
  ShowSummary,
  StaffRole,
} from '../show.js';

/* The shows service checks role and staff for every call. Administrators read every event and change none but its quota. */

const UNKNOWN = ['event-not-found', 'unavailable'] as const;
/** For operators of the event. */
const OPERATORS = [...UNKNOWN, 'event-not-operator', 'event-deleted'] as const;

/** Repeated with the same id by the same user, it answers the same. */
export const createShow = defineCall({
  subject: 'shows.create',
  request: OfShow.extend({ facts: ShowFacts }),
  reply: z.strictObject({ showId: ShowId, version: z.number().int() }),
  errors: [
    ...(['event-account-required', 'event-limit', 'event-limit-today', 'event-start-past'] as const),
    ...(['event-people-full', 'id-taken', 'unavailable'] as const),
  ],
});

/** Events whose staff the user is on, the latest start first; those deleted within a day are among them. */
export const listShows = defineCall({
  subject: 'shows.list',
  request: z.strictObject({ actor: ShowActor }),
  reply: z.strictObject({ shows: z.array(ShowSummary) }),
  errors: ['unavailable'],
});

/** The newest 200 events of all accounts, the latest start first. For administrators. */
export const listAllShows = defineCall({
  subject: 'shows.list-all',
  request: z.strictObject({}),
  reply: listShows.reply,
  errors: ['unavailable'],
});

/** For staff and administrators. */
export const readShow = defineCall({
  subject: 'shows.read',
  request: OfShow,
  reply: ShowDetail,
  errors: UNKNOWN,
});

/** Public for all who know the event's id, which its games contain. A deleted event has none. */
export const showBrand = defineCall({
  subject: 'shows.brand',
  request: z.strictObject({ showId: ShowId }),
  reply: ShowBrand,
  errors: UNKNOWN,
});

/** Games that are ready keep their settings. */
export const saveShow = defineCall({
  subject: 'shows.save',
  /** `basedOn`: the version that was edited. */
  request: OfShow.extend({ basedOn: z.number().int().min(1), facts: ShowFacts }),
  reply: z.strictObject({ version: z.number().int() }),
  errors: [...OPERATORS, 'event-changed', 'event-start-past', 'event-people-full'],
});

const Base64 = z
  .string()
  .max(Math.ceil(SHOW_LIMITS.logoBytes / 3) * 4, refusedWith('event-logo-too-large'))
  .regex(/^[A-Za-z0-9+/]*={0,2}$/);

/** Replaces a logo, or removes it (null). Its type is that of its bytes. Without `owner` it is the event's. */
export const setShowLogo = defineCall({
  subject: 'shows.set-logo',
  request: OfShow.extend({ picture: Base64.nullable(), owner: LogoOwner.optional() }),
  reply: z.strictObject({ logo: ShowLogo.nullable() }),
  errors: [
    ...OPERATORS,
    ...(['event-logo-not-image', 'event-logo-too-large', 'event-logo-too-many-pixels', 'event-logo-away'] as const),
  ],
});

/** A logo that the event or its sponsor has now, by the last part of its path. */
export const readShowLogo = defineCall({
  subject: 'shows.read-logo',
  request: z.strictObject({ showId: ShowId, hash: z.string().regex(/^[0-9a-f]{32}$/) }),
  reply: z.strictObject({ contentType: z.string(), base64: z.string() }),
  errors: ['not-found', 'unavailable'],
});

/** It can be restored for a day, then the event, its rooms and their games are erased. Succeeds also if repeated. */
export const deleteShow = defineCall({
  subject: 'shows.delete',
  request: OfShow,
  reply: z.strictObject({}),
  errors: [...UNKNOWN, 'event-not-operator'],
});

export const restoreShow = defineCall({
  subject: 'shows.restore',
  request: OfShow,
  reply: z.strictObject({}),
  errors: [...UNKNOWN, 'event-not-operator', 'event-limit'],
});

/** For administrators. */
export const setShowQuota = defineCall({
  subject: 'shows.set-quota',
  request: z.strictObject({ showId: ShowId, quota: ShowQuota }),
  reply: z.strictObject({}),
  errors: UNKNOWN,
});

/** For administrators. Refuses with `event-changed` if this is not what the event asks for now. */
export const decideShowNetworks = defineCall({
  subject: 'shows.decide-networks',
  request: z.strictObject({ showId: ShowId, approve: z.boolean(), asked: NetworksAsked }),
  reply: z.strictObject({}),
  errors: [...UNKNOWN, 'event-changed'],
});

/** Open events that name networks, the next one first; at most 200. For administrators. */
export const listShowNetworks = defineCall({
  subject: 'shows.list-networks',
  request: z.strictObject({}),
  reply: z.strictObject({
    shows: z.array(
      ShowNetworks.extend({
        ...ShowFacts.pick({ name: true, timeZone: true, place: true }).shape,
        showId: ShowId,
        /** The name of the account that created the event. */
        owner: z.string(),
      }),
    ),
  }),
  errors: ['unavailable'],
});

/** Approved networks of events whose hours are not over and begin within a day. Replicas of the callers ask again and again. */
export const raisedNetworks = defineCall({
  subject: 'shows.raised-networks',
  request: z.strictObject({}),
  reply: z.strictObject({
    shows: z.array(
      z.strictObject({
        showId: ShowId,
        networks: z.array(z.string()),
        people: z.number().int(),
        perRoom: z.number().int(),
        from: z.number(),
        until: z.number(),
      }),
    ),
  }),
  errors: ['unavailable'],
});

const InviteId = z.uuid();
/** 32 random bytes, base64url. */
const Secret = z.string().regex(/^[\w-]{43}$/);

/** A link by which one account joins the staff of an event. The secret is not stored and cannot be read again. */
export const inviteStaff = defineCall({
  subject: 'shows.invite-staff',
  request: OfShow.extend({ role: StaffRole }),
  reply: z.strictObject({ inviteId: InviteId, secret: Secret, expiresAt: z.number() }),
  errors: [...OPERATORS, 'event-staff-full'],
});

/** The account that has used the invitation may repeat it and gets the same answer. A role that it has stays if higher. */
export const joinStaff = defineCall({
  subject: 'shows.join-staff',
  request: z.strictObject({ actor: ShowActor, inviteId: InviteId, secret: Secret }),
  reply: z.strictObject({ showId: ShowId, role: StaffRole }),
  errors: ['event-account-required', 'event-invite-unknown', 'event-staff-full', 'event-not-found', 'unavailable'],
});

/** Operators remove any member but the owner, other members only themselves. Succeeds also if repeated. */
export const removeStaff = defineCall({
  subject: 'shows.remove-staff',
  request: OfShow.extend({ memberId: UserId }),
  reply: z.strictObject({}),
  errors: [...OPERATORS, 'not-allowed'],
});
