import { z } from 'zod';
import { LiveGame } from './calls/telemetry.js';

/** Subject on which a gateway asks for vitals, once a second while the operations page is open. */
export const VITALS_WANTED = 'operations.wanted';
/** Subject on which every service instance then publishes its vitals. */
export const VITALS_SUBJECT = 'operations.vitals';

/** Usage of something that can fill up, such as a disk. */
export const Space = z.strictObject({
  usedBytes: z.number(),
  /** Null if there is no limit. */
  totalBytes: z.number().nullable(),
});
export type Space = z.infer<typeof Space>;

/** An instance that has sent no vitals for this long is shown as silent. */
export const SILENT_AFTER_MS = 5_000;

/** What the figures depend on. Without the bus, only those of the gateway itself are known. */
export const Dependency = z.enum(['bus', 'database']);
export type Dependency = z.infer<typeof Dependency>;

/** State and figures of one service instance. */
export const Vitals = z.strictObject({
  service: z.string(),
  instance: z.string(),
  /** Event loop delay. */
  lagMs: z.strictObject({ p50: z.number(), p99: z.number() }),
  checks: z.array(
    z.strictObject({
      name: z.string(),
      ok: z.boolean(),
      ms: z.number(),
      /** True if the service works without it, with less function. */
      optional: z.boolean().optional(),
    }),
  ),
  /** By name, such as a disk; unknown ones are left out. */
  spaces: z.record(z.string(), Space).optional(),
  /** Further figures by name, such as open sockets. `upMs`: time since the instance started. */
  numbers: z.record(z.string(), z.number()),
  /** Histograms by name, as counts per bucket, such as buzz times of the last minute. */
  spreads: z.record(z.string(), z.array(z.number().int())),
});
export type Vitals = z.infer<typeof Vitals>;

const ServiceState = Vitals.omit({ numbers: true, spreads: true }).extend({
  /** Time since its last vitals, in ms; null if none have arrived since the page was opened. */
  heardAgoMs: z.number().nullable(),
});
export type ServiceState = z.infer<typeof ServiceState>;

/** From the gateway to the operations page, once a second: state of all services, figures, and changed games. */
export const OperationsFrame = z.object({
  type: z.literal('operations'),
  now: z.number(),
  /** True: `games` is the whole list. False: only the games that changed since the last frame. */
  whole: z.boolean(),
  games: z.array(LiveGame),
  /** False while the list of games is not available: what the page shows may be out of date. */
  gamesKnown: z.boolean(),
  services: z.array(ServiceState),
  sockets: z.number().int(),
  /** Buzz times of the last minute, in ms; null if there were none. */
  press: z.strictObject({ p50: z.number().nullable(), p99: z.number().nullable(), count: z.number().int() }),
  /** Of the last minute. `browser`: error logs from browsers, null if unknown. `server`: bugs in commands and calls. */
  errors: z.strictObject({ browser: z.number().int().nullable(), server: z.number().int() }),
  players: z.number().int().optional(),
  /** Players who joined or rejoined in the last minute. */
  joins: z.number().int().optional(),
  /** Unknown game codes that were tried in the last minute. */
  wrongCodes: z.number().int().optional(),
  /** Refusals of the last minute, by the error code of the limit; limits without any are left out. */
  refusals: z.record(z.string(), z.number().int()).optional(),
  /** Dependencies that are down; empty if none are. */
  down: z.array(Dependency).optional(),
});
export type OperationsFrame = z.infer<typeof OperationsFrame>;
