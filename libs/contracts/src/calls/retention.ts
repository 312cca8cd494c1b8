import { z } from 'zod';
import { defineCall } from '../call.js';

/* What each service is configured to keep, for the privacy page. */
const Days = z.number().int();

/** Days after the last change of a game without an event. */
export const gameRetention = defineCall({
  subject: 'game.retention',
  request: z.strictObject({}),
  reply: z.strictObject({ gameDays: Days }),
  errors: ['unavailable'],
});

/** Days until an unused clip is deleted, and a guest's template that was not changed. */
export const libraryRetention = defineCall({
  subject: 'library.retention',
  request: z.strictObject({}),
  reply: z.strictObject({ clipDays: Days, guestTemplateDays: Days }),
  errors: ['unavailable'],
});

/** Days of sessions, errors and figures. */
export const telemetryRetention = defineCall({
  subject: 'telemetry.retention',
  request: z.strictObject({}),
  reply: z.strictObject({ usageDays: Days }),
  errors: ['unavailable'],
});

/** Days without a visit until a sign-in ends and a guest is deleted; whether mails go to a mail server. */
export const identityRetention = defineCall({
  subject: 'identity.retention',
  request: z.strictObject({}),
  reply: z.strictObject({ sessionDays: Days, sendsMail: z.boolean() }),
  errors: ['unavailable'],
});
