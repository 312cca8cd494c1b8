import { z } from 'zod';

const Days = z.number().int();
/** Null: the service that knows it does not answer. */
const DaysIfKnown = Days.nullable();

/** What the privacy page says about this installation. */
export const PrivacyFacts = z.strictObject({
  /** By the operator: who runs this server, whom to ask. */
  operatorText: z.string().nullable(),
  days: z.strictObject({
    /** After the last change of a game without an event. */
    games: DaysIfKnown,
    /** Of a new event, after its planned start; operators of the event choose. */
    events: Days,
    /** Of clips and templates of guests that nothing uses. */
    clips: DaysIfKnown,
    guestTemplates: DaysIfKnown,
    usage: DaysIfKnown,
    /** Without a visit. */
    guests: DaysIfKnown,
    /** Null: the operator has not said. */
    backups: DaysIfKnown,
  }),
  /** Null while unknown. */
  sendsMail: z.boolean().nullable(),
  /** Hosts besides this server's own that browsers contact: for the sign-in, and for files. */
  signInHost: z.string().nullable(),
  filesHost: z.string().nullable(),
});
export type PrivacyFacts = z.infer<typeof PrivacyFacts>;
