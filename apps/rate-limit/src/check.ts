import type { checkLimit, CountedAction, ReplyOf, RequestOf } from '@earworm/contracts';
import type { Counter, Counters, Left } from './counters.js';
import { ACTIONS, DEVICES_OF_THE_HIDDEN, LIMIT_DEFAULTS, type CountedBy, type Limit, type Limits } from './limits.js';

type Asked = RequestOf<typeof checkLimit>;
type Who = Pick<Asked, 'userId' | 'gameId' | 'device' | 'address'>;

/** Answers whether an action may happen, and spends one point of each of its keys unless only asked. */
export type Check = (request: Asked) => Promise<ReplyOf<typeof checkLimit>>;

/** A key of an action: where it is counted, and whose it is; null where nothing is known to count by. */
type Key = (who: Who) => { readonly counter: Counter; readonly of: string } | null;

export function createCheck(limits: Limits, counters: Counters): Check {
  const keys = new Map(ACTIONS.map((action) => [action, keysOf(action, limits, counters)]));
  const { points, seconds } = limits.actions.take_seat;
  const seated = counters('take_seat:seated', { points: 1, seconds });

  async function everyKey(request: Asked): Promise<Left> {
    let remaining = limits.actions[request.action].points;
    // One after the other, the user's own first: who is refused there does not use up what others share with them.
    for (const key of keys.get(request.action) ?? []) {
      const found = key(request);
      if (found === null) continue;
      const left = await (request.spend ? found.counter.spend(found.of) : found.counter.look(found.of));
      if (!left.allowed) return left;
      remaining = Math.min(remaining, left.remaining);
    }
    return { allowed: true, remaining, resetTime: 0 };
  }

  return async (request) => {
    if (request.action !== 'take_seat' || !request.spend) return everyKey(request);
    // Somebody who comes again has their seat already.
    const seat = `${request.gameId} ${request.userId}`;
    if (!(await seated.look(seat)).allowed) return { allowed: true, remaining: points, resetTime: 0 };
    const left = await everyKey(request);
    // Only now: marked any earlier, who asks twice at once would pass on a seat that is refused the next moment.
    if (left.allowed) await seated.spend(seat);
    return left;
  };
}

function keysOf(action: CountedAction, limits: Limits, counters: Counters): Key[] {
  const limit = limits.actions[action];
  const byUser = counters(action, limit);
  const byDevice = counters(`${action}:device`, limit);
  const byHidden = counters(`${action}:hidden`, times(DEVICES_OF_THE_HIDDEN, limit));
  const device = ({ device, address }: Who, prefix = '') => {
    if (device !== null) return { counter: byDevice, of: prefix + device };
    return address === null ? null : { counter: byHidden, of: prefix + address };
  };
  const key: Record<CountedBy, Key> = {
    user: ({ userId }) => ({ counter: byUser, of: userId }),
    'user and game': ({ userId, gameId }) => ({ counter: byUser, of: `${gameId} ${userId}` }),
    device: (who) => device(who),
    'device and game': (who) => device(who, `${who.gameId} `),
  };
  const own = LIMIT_DEFAULTS[action].by.map((by) => key[by]);
  if (action !== 'take_seat') return own;
  const ofAddress = counters('take_seat:address', limits.seatsOfAddress);
  return [
    ...own,
    ({ gameId, address }) => (address === null ? null : { counter: ofAddress, of: `${gameId} ${address}` }),
  ];
}

const times = (factor: number, { points, seconds }: Limit): Limit => ({ points: points * factor, seconds });
