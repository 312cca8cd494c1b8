import { z } from 'zod';
import { LiveGame } from './calls/telemetry.js';

/** Asked by a gateway once a second while the operations page is open; every service answers with its vitals. */
export const VITALS_WANTED = 'operations.wanted';
export const VITALS_SUBJECT = 'operations.vitals';

export const Space = z.strictObject({
  usedBytes: z.number(),
  /** Null: unbounded. */
  totalBytes: z.number().nullable(),
});
export type Space = z.infer<typeof Space>;

/** An instance that has sent no vitals for this long is shown as silent. */
export const SILENT_AFTER_MS = 5_000;

/** What the figures need: without the bus only those of one gateway are known. */
export const Dependency = z.enum(['bus', 'database']);
export type Dependency = z.infer<typeof Dependency>;

export const Vitals = z.strictObject({
  service: z.string(),
  instance: z.string(),
  lagMs: z.strictObject({ p50: z.number(), p99: z.number() }),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      ok: z.boolean(),
      ms: z.number(),
      /** The service is of use without it, if of less. */
      optional: z.boolean().optional(),
    }),
  ),
  /** What it fills, by name, such as a disk; those that are not known are left out. */
  spaces: z.record(z.string(), Space).optional(),
  /** Further figures by name, such as open sockets; `upMs`: how long it has been running. */
  numbers: z.record(z.string(), z.number()),
  /** Counts by bucket of a distribution, by name, such as press times of the last minute. */
  spreads: z.record(z.string(), z.array(z.number().int())),
});
export type Vitals = z.infer<typeof Vitals>;

const ServiceState = Vitals.omit({ numbers: true, spreads: true }).extend({
  /** How long ago its vitals last came, in ms; null: not since the page was opened. */
  heardAgoMs: z.number().nullable(),
});
export type ServiceState = z.infer<typeof ServiceState>;

/** server → browser, once a second: how all services are, and which games changed. */
export const OperationsFrame = z.object({
  type: z.literal('operations'),
  now: z.number(),
  /** Whether `games` are all there are, or what changed since the last frame. */
  whole: z.boolean(),
  games: z.array(LiveGame),
  /** False: the list of games is not available, and what was shown last is old. */
  gamesKnown: z.boolean(),
  services: z.array(ServiceState),
  sockets: z.number().int(),
  /** Buzz times of the last minute in ms; null without any. */
  press: z.strictObject({ p50: z.number().nullable(), p99: z.number().nullable(), count: z.number().int() }),
  /** In the last minute: error logs of browsers, commands and calls that ended in a bug; null: not known. */
  errors: z.strictObject({ browser: z.number().int().nullable(), server: z.number().int() }),
  players: z.number().int().optional(),
  /** Players who took a seat or came back to it, in the last minute. */
  joins: z.number().int().optional(),
  /** Codes of no game that were tried in the last minute. */
  wrongCodes: z.number().int().optional(),
  /** Refusals of the last minute by the limit's error code; those without any are left out. */
  refusals: z.record(z.string(), z.number().int()).optional(),
  /** What does not work right now; empty: all of it does. */
  down: z.array(Dependency).optional(),
});
export type OperationsFrame = z.infer<typeof OperationsFrame>;
