import { z } from 'zod';

const DOUBTS = ['late-echoes', 'far-touches', 'far-from-venue'] as const;
/** Why the times of a phone may not be true: a reason to look, and no proof. It changes no order. */
export type Doubt = (typeof DOUBTS)[number];
export const doubtField = () => z.enum(DOUBTS).optional();

/** What a gateway measured of a buzz and of the connection that it came over; all in ms. */
export const buzzTiming = () =>
  z.strictObject({
    /** How long before its arrival the touch was, by what the phone says of it. */
    agoMs: z.number(),
    /** By how much that may be off, either way. */
    errorMs: z.number().min(0).max(10_000),
    /** The shortest of the last minutes. */
    roundTripMs: z.number().min(0).max(10_000),
    /** The median of that of the phones at the same place; null where too few are known. */
    venueMs: z.number().min(0).max(10_000).nullable(),
    /** Absent: its times fit what was measured. */
    doubt: doubtField(),
  });
export type BuzzTiming = z.infer<ReturnType<typeof buzzTiming>>;

/** No phone gains more than this. */
export const CREDIT_MAX_MS = 150;
/** By how much the connection of a phone may be slower than those around it. */
const ABOVE_VENUE_MS = 30;
/** Enough for three of the slowest buzzes in a row, and for one every fifteen seconds. */
const BUDGET_MS = 3 * CREDIT_MAX_MS;
const BUDGET_PER_SECOND_MS = 10;

/** What is left of a player's credit; it refills as time passes. */
export interface CreditBudget {
  readonly leftMs: number;
  /** When it was so, ms since the epoch. */
  readonly at: number;
}

export const budgetLeft = (budget: CreditBudget | undefined, now: number): number =>
  budget === undefined
    ? BUDGET_MS
    : Math.min(BUDGET_MS, budget.leftMs + (Math.max(0, now - budget.at) / 1_000) * BUDGET_PER_SECOND_MS);

export interface AcceptedTime {
  /** When the touch counts, ms since the epoch. */
  readonly at: number;
  /** How much earlier than its arrival that is. */
  readonly creditMs: number;
  /** Null: nothing was measured, and the buzz counts when it arrived. */
  readonly errorMs: number | null;
}

/**
 * From when on a phone heard the song, in whole ms after the question began, by what it says: that the song had played for
 * `heardMs` when it was touched. Null where it says nothing, nothing was measured, or the song had not begun by then.
 */
export function heardFrom(
  arrivedAt: number,
  timing: BuzzTiming | undefined,
  heardMs: number | undefined,
  { questionStartTime, runningSince }: { readonly questionStartTime: number; readonly runningSince: number },
): number | null {
  if (timing === undefined || heardMs === undefined) return null;
  const { agoMs, errorMs } = timing;
  if (!Number.isFinite(agoMs) || !Number.isFinite(heardMs) || heardMs < 0) return null;
  const from = arrivedAt - Math.max(0, agoMs) - heardMs;
  const earliest = Math.max(questionStartTime, runningSince);
  return from < earliest - errorMs ? null : Math.round(Math.max(from, earliest) - questionStartTime);
}

/**
 * When a buzz counts: when the phone says that it was touched, but not after its arrival, and not earlier than the connection
 * explains. A stamp is a claim: everything that bounds it was measured here.
 */
export function acceptedTime(
  arrivedAt: number,
  timing: BuzzTiming | undefined,
  { creditMs: most, budgetMs }: { readonly creditMs: number; readonly budgetMs: number },
): AcceptedTime {
  if (timing === undefined || !Number.isFinite(timing.agoMs)) return { at: arrivedAt, creditMs: 0, errorMs: null };
  const { agoMs, errorMs, roundTripMs, venueMs } = timing;
  const venue = venueMs === null ? Infinity : venueMs + ABOVE_VENUE_MS;
  const bound = Math.max(0, Math.min(most, CREDIT_MAX_MS, roundTripMs, venue, budgetMs));
  const creditMs = Math.floor(Math.min(bound, Math.max(0, agoMs)));
  return { at: arrivedAt - creditMs, creditMs, errorMs };
}
