import { z } from 'zod';
import { GameId, NAME_MAX_UNITS, UserId } from '@earworm/rules';
import { defineCall } from '../call.js';
import { changeCrew, crewRights, Rights } from './crew.js';
import { JoinInfo } from './game.js';

export const CREW_LINK_LIMITS = {
  /** Of one game that can still be used. */
  open: 20,
  /** Of one game that are kept and listed, the newest; open ones are always kept. */
  kept: 200,
} as const;

/** `way-back`: for a member who may lose their session, such as a guest. */
export const CrewLinkPurpose = z.enum(['co-host', 'way-back']);
export type CrewLinkPurpose = z.infer<typeof CrewLinkPurpose>;

const LinkId = z.uuid();
/** 32 random bytes, base64url. */
const Secret = z.string().regex(/^[\w-]{43}$/);

/** `<linkId>.<secret>`, as the fragment of a link's address. */
export const CrewLinkText = z.string().max(128);

/** Null where the text cannot be a link. */
export function crewLinkOf(text: string): { linkId: string; secret: string } | null {
  const [linkId, secret, ...rest] = text.split('.');
  const parsed = z.strictObject({ linkId: LinkId, secret: Secret }).safeParse({ linkId, secret });
  return parsed.success && rest.length === 0 ? parsed.data : null;
}

/** What a new link gives. */
export const CrewLinkWish = z.strictObject({
  rights: Rights,
  purpose: CrewLinkPurpose,
  /** The link whose holder has asked for a new one. */
  insteadOf: LinkId.optional(),
});

/** A link by which one person joins the crew of a game. For members of the crew with all rights. */
export const createCrewLink = defineCall({
  subject: 'shows.create-crew-link',
  request: CrewLinkWish.extend({ gameId: GameId, by: UserId }),
  /** The secret is not stored and cannot be read again. */
  reply: z.strictObject({ linkId: LinkId, secret: Secret, expiresAt: z.number() }),
  errors: ['not-allowed', 'too-many-links', ...crewRights.errors, 'unavailable'],
});

/** Times in ms since the epoch. */
export const CrewLink = z.strictObject({
  linkId: LinkId,
  purpose: CrewLinkPurpose,
  rights: Rights,
  createdAt: z.number(),
  createdBy: UserId,
  expiresAt: z.number(),
  usedBy: UserId.nullable(),
  usedAt: z.number().nullable(),
  revokedAt: z.number().nullable(),
  /** When a holder of the link last asked for a new one; null once it was made. */
  askedAt: z.number().nullable(),
});
export type CrewLink = z.infer<typeof CrewLink>;

/** Newest first, without secrets. For members of the crew with all rights. */
export const listCrewLinks = defineCall({
  subject: 'shows.list-crew-links',
  request: z.strictObject({ gameId: GameId, by: UserId }),
  reply: z.strictObject({ links: z.array(CrewLink) }),
  errors: ['not-allowed', ...crewRights.errors, 'unavailable'],
});

/** Succeeds also if the link is already revoked. A member who came by it stays. For members with all rights. */
export const revokeCrewLink = defineCall({
  subject: 'shows.revoke-crew-link',
  request: z.strictObject({ gameId: GameId, by: UserId, linkId: LinkId }),
  reply: z.strictObject({}),
  errors: ['not-allowed', 'crew-link-unknown', ...crewRights.errors, 'unavailable'],
});

const Shown = z.strictObject({ linkId: LinkId, secret: Secret });

/** Changes nothing: browsers inside chat apps and previews open links, too. */
export const lookAtCrewLink = defineCall({
  subject: 'shows.look-at-crew-link',
  request: Shown,
  reply: JoinInfo.pick({ gameId: true, gameCode: true, status: true, moderatorName: true }).extend({
    purpose: CrewLinkPurpose,
    rights: Rights,
    /** `suspended`: while the maker of the link may not act, because another member has taken over. */
    state: z.enum(['open', 'used', 'expired', 'revoked', 'suspended']),
    /** Of a link that an operator made for a room of an event. */
    room: z.strictObject({ number: z.number().int(), name: z.string(), showName: z.string() }).optional(),
  }),
  errors: ['crew-link-unknown', 'game-not-found', 'busy', 'unavailable'],
});

/** Adds the user to the crew. The user who has used the link may repeat it and gets the same answer. */
export const useCrewLink = defineCall({
  subject: 'shows.use-crew-link',
  request: Shown.extend({ userId: UserId, name: z.string().max(NAME_MAX_UNITS) }),
  reply: z.strictObject({ gameId: GameId, rights: Rights }),
  errors: [
    'crew-link-unknown',
    'crew-link-used',
    'crew-link-expired',
    'crew-link-revoked',
    'crew-link-suspended',
    ...changeCrew.errors,
    'unavailable',
  ],
});

/** A holder of a link that was used or has expired would like a new one. Members with all rights see that. */
export const askForCrewLink = defineCall({
  subject: 'shows.ask-for-crew-link',
  request: Shown,
  reply: z.strictObject({}),
  errors: ['crew-link-unknown', 'crew-link-revoked', 'unavailable'],
});
