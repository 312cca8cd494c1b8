import { randomUUID } from 'node:crypto';
import {
  type checkLimit,
  CODE_QUEUE,
  COUNTED_ACTIONS,
  type CountedAction,
  type ReplyOf,
  raiseFor,
  type RequestOf,
} from '@earworm/contracts';
import type { Counter, Counters, Left } from './counters.js';
import {
  DEVICES_WITHOUT_COOKIE,
  LIMIT_DEFAULTS,
  type CountedBy,
  type Limit,
  type Limits,
} from './rate-limit.config.js';
import type { JoinQueues } from './join-queue.js';
import { NONE_RAISED, type Raised, spendMoreOf } from './raised-limit.js';

type CheckRequest = RequestOf<typeof checkLimit>;
type Answer = ReplyOf<typeof checkLimit>;
type Who = Pick<CheckRequest, 'userId' | 'gameId' | 'device' | 'address' | 'showId'>;

/** Checks a limit; spends points unless `spend` is false. */
export type Check = (request: CheckRequest) => Promise<Answer>;

export interface Stores {
  readonly counters: Counters;
  readonly joinQueues: JoinQueues;
}

interface Counted {
  readonly counter: Counter;
  readonly of: string;
  readonly isShared?: true;
  /** Beyond the points of an address. */
  readonly more?: (points: number | undefined, spend: boolean) => Promise<Left | null>;
}
type Key = (who: Who) => Counted | null;
/** `isShared`: refused by points that the people at one address share. */
type Checked = Left & { readonly isShared?: true };

export function createCheck(limits: Limits, { counters, joinQueues }: Stores, raised: Raised = NONE_RAISED): Check {
  const keys = new Map(COUNTED_ACTIONS.map((action) => [action, keysOf(action, limits, counters, raised)]));
  const { points, seconds } = limits.rows.LIMIT_SEATS;
  const seated = counters('take_seat:seated', { points: 1, seconds });
  const queue = joinQueues('take_seat:throttle', limits.seats);
  const codes = joinQueues('try_code:throttle', CODE_QUEUE);

  async function everyKey(request: CheckRequest): Promise<Checked> {
    let remaining = Math.min(...LIMIT_DEFAULTS[request.action].map(({ variable }) => limits.rows[variable].points));
    for (const key of keys.get(request.action) ?? []) {
      const found = key(request);
      if (found === null) continue;
      const { spend, points: wanted } = request;
      const own = await (spend ? found.counter.spend(found.of, wanted) : found.counter.look(found.of));
      const left = own.allowed ? own : ((await found.more?.(wanted, spend)) ?? own);
      if (!left.allowed) return found.isShared ? { ...left, isShared: true } : left;
      remaining = Math.min(remaining, left.remaining);
    }
    return { allowed: true, remaining, resetTime: 0 };
  }

  /** A whole hall has one address: beyond its points codes are tried in turn instead of being refused. */
  async function code(request: CheckRequest): Promise<Answer> {
    const { isShared, ...left } = await everyKey(request);
    if (!isShared || request.address === null) return left;
    const everyMs = (CODE_QUEUE.rate.seconds * 1_000) / CODE_QUEUE.rate.points;
    const next = { ms: everyMs, place: 1, everyMs };
    const delay = request.spend ? await codes.enter(request.address, randomUUID()) : next;
    return { allowed: true, remaining: 0, resetTime: 0, delay };
  }

  return async (request) => {
    if (request.action === 'try_code') return code(request);
    if (request.action !== 'take_seat' || !request.spend) {
      const { isShared: _, ...left } = await everyKey(request);
      return left;
    }
    const { gameId, userId, address, showId } = request;
    const { perRoom = 0 } = raised.inRoomsOf(showId, address) ?? {};
    const seat = `${gameId} ${userId}`;
    // A repeated request has its seat, or its place in the queue.
    if (!(await seated.look(seat)).allowed) {
      return { allowed: true, remaining: points, resetTime: 0, delay: await queue.waitOf(seat) };
    }
    const { isShared: _, ...left } = await everyKey(request);
    if (!left.allowed) return left;
    const delay = address === null ? null : await queue.enter(`${gameId} ${address}`, seat, raiseFor(perRoom));
    // Last: otherwise a parallel request would pass on a seat that is then refused.
    await seated.spend(seat);
    return { ...left, delay };
  };
}

function keysOf(action: CountedAction, limits: Limits, counters: Counters, raised: Raised): Key[] {
  return LIMIT_DEFAULTS[action].flatMap(({ variable, by }) => {
    const limit = limits.rows[variable];
    const byUser = counters(action, limit);
    const byDevice = counters(`${action}:device`, limit);
    const byHidden = counters(`${action}:hidden`, times(DEVICES_WITHOUT_COOKIE, limit));
    const byAddress = counters(`${action}:address`, limit);
    const device = ({ device, address }: Who, prefix = '') => {
      if (device !== null) return { counter: byDevice, of: prefix + device };
      return address === null ? null : { counter: byHidden, of: prefix + address, isShared: true as const };
    };
    const more = spendMoreOf(`${action}:address`, variable, limit, counters, raised);
    const address = ({ address, showId }: Who, gameId?: string): Counted | null => {
      if (address === null) return null;
      const spender = { address, showId, ...(gameId !== undefined && { gameId }) };
      return {
        ...{ counter: byAddress, of: gameId === undefined ? address : `${gameId} ${address}`, isShared: true },
        more: (points, spend) => more(spender, points, spend),
      };
    };
    const key: Record<CountedBy, Key> = {
      user: ({ userId }) => ({ counter: byUser, of: userId }),
      'user and game': ({ userId, gameId }) => ({ counter: byUser, of: `${gameId} ${userId}` }),
      device: (who) => device(who),
      'device and game': (who) => device(who, `${who.gameId} `),
      address: (who) => address(who),
      'address and game': (who) => address(who, who.gameId),
    };
    return by.map((each) => key[each]);
  });
}

const times = (factor: number, { points, seconds }: Limit): Limit => ({ points: points * factor, seconds });
