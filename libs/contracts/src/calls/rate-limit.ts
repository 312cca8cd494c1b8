import { z } from 'zod';
import { defineCall, defineCallByReference } from '../call.js';
import {
  ADDRESS_LIMITS,
  type AddressLimitName,
  COUNTED_ACTIONS,
  type CountedAction,
  LOGIN_THROTTLES,
  type ThrottledLogin,
  LIMITS,
} from '../limits.js';

const isPublic = (action: CountedAction) => 'isPublic' in LIMITS[action];

/** Actions whose limits the public route reports. */
export const LimitedAction = z.enum(COUNTED_ACTIONS).extract(COUNTED_ACTIONS.filter(isPublic));

/** What has to wait because many came from one address: how long, at which place, and how fast the places before it go. */
export const Delay = z.strictObject({
  ms: z.number().int().min(1),
  place: z.number().int().min(1),
  /** Milliseconds from one place to the next. */
  everyMs: z.number().positive(),
});
export type Delay = z.infer<typeof Delay>;

/** IPv4, or the /64 of an IPv6 address. */
const Address = z.string().min(1).max(64);

export const checkLimit = defineCallByReference({
  subject: 'rate-limit.check',
  request: z.strictObject({
    userId: z.string().max(128),
    gameId: z.string().max(64),
    action: z.enum(COUNTED_ACTIONS),
    /** Who asks has shown that it is this device; null: it has none. */
    device: z.string().max(64).nullable().default(null),
    /** Null: not known, or one that says nothing; then a user without a device is counted by user alone. */
    address: Address.nullable().default(null),
    /** How many points it costs, one by default; bytes, of an action that is counted by them. */
    points: z.number().int().min(1).optional(),
    /** False only looks. */
    spend: z.boolean().default(true),
  }),
  reply: z.strictObject({
    allowed: z.boolean(),
    remaining: z.number().int(),
    /** ms; 0 when allowed. */
    resetTime: z.number(),
    /** Allowed, but not yet. */
    delay: Delay.nullable().optional(),
  }),
  errors: ['unavailable'],
});

const AddressLimit = z.enum(Object.keys(ADDRESS_LIMITS) as [AddressLimitName, ...AddressLimitName[]]);

/** Adds what addresses did at one gateway since its last call; the reply lists those above a limit. */
export const countAddresses = defineCall({
  subject: 'rate-limit.addresses',
  request: z.strictObject({
    spent: z
      .array(
        z.strictObject({
          address: Address,
          ceiling: AddressLimit,
          points: z.number().int().min(1).max(1_000_000),
        }),
      )
      .max(1_000),
  }),
  reply: z.strictObject({
    /** `forMs`: until the address may go on. */
    refused: z.array(z.strictObject({ address: Address, ceiling: AddressLimit, forMs: z.number() })),
  }),
  errors: ['unavailable'],
});

const Throttled = z.enum(Object.keys(LOGIN_THROTTLES) as [ThrottledLogin, ...ThrottledLogin[]]);
/** A hash of the e-mail address and, where attempts are counted by device, of the device. */
const Account = z.string().regex(/^[\w-]{43}$/);

/** Counts an attempt before the password is checked. A refused attempt does not lengthen the wait. On the bus: a guess. */
export const countLoginAttempt = defineCall({
  subject: 'rate-limit.guess',
  request: z.strictObject({ guessed: Throttled, account: Account }),
  reply: z.strictObject({ wait: z.number().int().min(0) }),
  errors: ['unavailable'],
});

/** Resets the count after the right password, or after its owner replaced it. On the bus: guessed right. */
export const resetLoginAttempts = defineCall({
  subject: 'rate-limit.guessed-right',
  request: z.strictObject({ guessed: Throttled, account: Account }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});
