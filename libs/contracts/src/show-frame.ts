import { z } from 'zod';
import { type RoomNow, ShowCard } from './attention.js';
import { Dependency } from './operations.js';
import { StaffRole } from './show.js';

/** The members of a room that have changed; null: it no longer has this one. */
export type RoomChange = Pick<RoomNow, 'roomId'> & { readonly [K in keyof RoomNow]?: RoomNow[K] | null };
const RoomChange = z.custom<RoomChange>((value) => typeof value === 'object');

/** Of the whole installation, in the last minute. Without the bus they are those of one gateway. */
export const ShowFigures = z.object({
  joins: z.number().int(),
  wrongCodes: z.number().int(),
  /** By limits. */
  refusals: z.number().int(),
  /** Of buzzes, in ms; null if there were none. */
  p99: z.number().nullable(),
  /** Dependencies that are down. */
  down: z.array(Dependency),
  /** Services of which an instance is silent, fails a check or is missing. */
  failing: z.array(z.string()),
});
export type ShowFigures = z.infer<typeof ShowFigures>;

/** From the gateway to the control room of an event: what has changed, at least once a second. At most 64 KB a second. */
export const ShowFrame = z.object({
  type: z.literal('show'),
  now: z.number(),
  /** Of who reads it. */
  role: StaffRole,
  /** False while the shows service does not answer: what the page shows may be out of date. */
  known: z.boolean(),
  /** True: this is everything, or with `more` the first part of it. False: only what has changed since the last frame. */
  whole: z.boolean(),
  /** Further parts follow. What was known before and is in none of them is no more. */
  more: z.literal(true).optional(),
  rooms: z.array(RoomChange),
  cards: z.array(ShowCard),
  /** Ids of rooms and cards that are no more. */
  gone: z.array(z.string()),
  /** Once a second. */
  figures: ShowFigures.optional(),
});
export type ShowFrame = z.infer<typeof ShowFrame>;
