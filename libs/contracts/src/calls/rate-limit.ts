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
import { ShowId } from '../show.js';

const isPublic = (action: CountedAction) => 'isPublic' in LIMITS[action];

/** Actions that the route `checkGameActionLimit` accepts. */
export const LimitedAction = z.enum(COUNTED_ACTIONS).extract(COUNTED_ACTIONS.filter(isPublic));

/** A wait in a queue because too many came from one address: `ms` to wait, and the place in the queue, from 1. */
export const Delay = z.strictObject({
  ms: z.number().int().min(1),
  place: z.number().int().min(1),
  /** Time between two places, in ms. */
  everyMs: z.number().positive(),
});
export type Delay = z.infer<typeof Delay>;

/** An IPv4 address, or the /64 network of an IPv6 address. */
const Address = z.string().min(1).max(64);

/** Checks the limits of an action, and spends its points if they allow it. */
export const checkLimit = defineCallByReference({
  subject: 'rate-limit.check',
  request: z.strictObject({
    userId: z.string().max(128),
    gameId: z.string().max(64),
    action: z.enum(COUNTED_ACTIONS),
    /** Verified device id; null if the user has none. */
    device: z.string().max(64).nullable().default(null),
    /** Null if unknown, or loopback (an unconfigured proxy). A user without a device is then counted by user alone. */
    address: Address.nullable().default(null),
    /** Points that the action costs, 1 by default. For actions that are counted in bytes: the bytes. */
    points: z.number().int().min(1).optional(),
    /** False checks without spending. */
    spend: z.boolean().default(true),
    /** The event of the game, for an address whose limits are raised there. */
    showId: ShowId.optional(),
  }),
  reply: z.strictObject({
    allowed: z.boolean(),
    remaining: z.number().int(),
    /** Time until the action is allowed again, in ms; 0 if it is allowed. */
    resetTime: z.number(),
    /** The action is allowed, but has to wait. */
    delay: Delay.nullable().optional(),
  }),
  errors: ['unavailable'],
});

const AddressLimit = z.enum(Object.keys(ADDRESS_LIMITS) as [AddressLimitName, ...AddressLimitName[]]);

/** Adds the points that addresses spent at one gateway since its last call. Replies with addresses above a limit. */
export const countAddresses = defineCall({
  subject: 'rate-limit.addresses',
  request: z.strictObject({
    spent: z
      .array(
        z.strictObject({
          address: Address,
          ceiling: AddressLimit,
          points: z.number().int().min(1).max(1_000_000),
          /** Spent in this event's rooms, from an address whose limits are raised there. */
          showId: ShowId.optional(),
        }),
      )
      .max(1_000),
  }),
  reply: z.strictObject({
    /** `forMs`: how long the address is refused, in ms. */
    refused: z.array(
      z.strictObject({ address: Address, ceiling: AddressLimit, forMs: z.number(), showId: ShowId.optional() }),
    ),
  }),
  errors: ['unavailable'],
});

const Throttled = z.enum(Object.keys(LOGIN_THROTTLES) as [ThrottledLogin, ...ThrottledLogin[]]);
/** Hash of the e-mail address, and of the device if attempts are counted by device. */
const Account = z.string().regex(/^[\w-]{43}$/);

/**
 * Counts a login attempt before the password is checked. `guessed`: the throttle that counts it. `wait`: seconds until
 * an attempt is allowed; 0 if this one is. A refused attempt does not lengthen the wait.
 */
export const countLoginAttempt = defineCall({
  subject: 'rate-limit.guess',
  request: z.strictObject({ guessed: Throttled, account: Account }),
  reply: z.strictObject({ wait: z.number().int().min(0) }),
  errors: ['unavailable'],
});

/** Resets the count after a successful login or a password reset. */
export const resetLoginAttempts = defineCall({
  subject: 'rate-limit.guessed-right',
  request: z.strictObject({ guessed: Throttled, account: Account }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});
