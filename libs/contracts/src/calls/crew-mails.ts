import { z } from 'zod';
import { defineCall } from '../call.js';
import { OfShow, RoomId, RoomRow, ShowFacts } from '../show.js';
import { SHOW_LIMITS } from '../show-limits.js';
import { createCrewLink } from './crew-links.js';

const Address = RoomRow.shape.crewEmails.unwrap().element;

/**
 * Mails the crews of these rooms links of their own, one mail for each person. Rooms without a game or an address are
 * skipped, and so are rooms whose crew has had its mail: repeated, it does the rest. `again`: they get another one, up to
 * SHOW_LIMITS.mailsPerRoom, and unused links that were made before are revoked once theirs are sent.
 */
export const mailRoomLinks = defineCall({
  subject: 'shows.mail-room-links',
  request: OfShow.extend({
    roomIds: z.array(RoomId).min(1).max(SHOW_LIMITS.mailedPerRequest),
    again: z.boolean().default(false),
  }),
  /** `failed`: addresses that the mail server has refused. */
  reply: z.strictObject({ sent: z.number().int(), failed: z.array(z.string()) }),
  errors: [
    ...['event-not-found', 'event-not-operator', 'event-deleted', 'room-not-found', 'too-many-links'],
    ...['mail-not-set-up', 'mail-failed', 'unavailable'],
  ] as const,
});

/** Unused links to these rooms cannot be used any more. Who has used one remains in the crew. */
export const revokeRoomLinks = defineCall({
  subject: 'shows.revoke-room-links',
  request: OfShow.extend({ roomIds: z.array(RoomId).min(1).max(SHOW_LIMITS.linksPerRequest) }),
  reply: z.strictObject({ revoked: z.number().int() }),
  errors: ['event-not-found', 'event-not-operator', 'event-deleted', 'unavailable'],
});

/** The identity service sends mail. It writes the text: no user can send their own in our name. */
export const mailCrews = defineCall({
  subject: 'identity.mail-crews',
  request: z.strictObject({
    showName: z.string(),
    timeZone: ShowFacts.shape.timeZone,
    mails: z
      .array(
        z.strictObject({
          to: Address,
          language: ShowFacts.shape.language.unwrap(),
          rooms: z
            .array(
              createCrewLink.reply.extend({
                ...{ number: RoomRow.shape.number, name: z.string() },
                /** In ms since the epoch. */
                startsAt: z.number(),
              }),
            )
            .min(1),
        }),
      )
      .min(1)
      .max(SHOW_LIMITS.mailedPerRequest * SHOW_LIMITS.crewEmails),
  }),
  reply: z.strictObject({ failed: z.array(z.string()) }),
  errors: ['mail-not-set-up', 'mail-failed', 'unavailable'],
});
