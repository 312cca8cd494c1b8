import { type Limit, type Route, ROUTES, type RouteName, STARTER_TEMPLATE } from '@earworm/contracts';
import { newId } from '@earworm/client';
import { attempt, type AttackClass } from '../attempt.js';
import { startApart } from '../../load/run-apart.js';
import { filled } from '../sample.js';
import type { Target } from '../target.js';

/** Of one guest, as many as a server that others play on should not notice. */
const CONNECTIONS = 50;
/** Stands for an id that is new in each request. */
const NEW_ID = 'a-new-id';
const SECONDS = { short: 1, whole: 8 };
/** What a gateway allows at once is what a second refills. */
const AT_ONCE_SECONDS = 1;

/** What a guest may read, each as dear as it can be made. */
export async function readsOf(target: Target): Promise<readonly Read[]> {
  const { gameId } = await target.game(await target.guest());
  return [
    { what: 'a stranger’s game', name: 'joinInfo', path: `/api/games/${gameId}` },
    { what: 'games that do not exist', name: 'joinInfo', path: `/api/games/${NEW_ID}` },
    { what: 'the own history', name: 'history', path: '/api/history' },
    { what: 'results of games that do not exist', name: 'gameResult', path: filled(ROUTES.gameResult, NEW_ID) },
    { what: 'the published templates', name: 'browseTemplates', path: '/api/templates' },
    {
      what: 'the preview of a template',
      name: 'readTemplate',
      path: filled(ROUTES.readTemplate, STARTER_TEMPLATE),
    },
  ];
}

interface Read {
  readonly what: string;
  readonly name: RouteName;
  readonly path: string;
}

/** Closed loops on 50 connections of one new guest. Resolves with the number of answers by status. */
export async function readFor(target: Target, seconds: number, path: string): Promise<Map<number, number>> {
  const token = await (await target.guest()).token();
  const address = target.address();
  const statuses = new Map<number, number>();
  // The refusals of a flood are delayed: the last are not waited for.
  const over = AbortSignal.timeout(seconds * 1_000);
  const readOn = async () => {
    while (!over.aborted) {
      const { status } = await target.send(path.replaceAll(NEW_ID, newId()), { token, address, signal: over });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  for (const ended of await Promise.allSettled(Array.from({ length: CONNECTIONS }, readOn)))
    if (ended.status === 'rejected' && !over.aborted) throw ended.reason;
  return statuses;
}

export interface ReadOrder {
  readonly url: string;
  readonly seconds: number;
  readonly path: string;
}

/** Does the same in a process of its own, so that it delays nothing that this one measures. */
export const startReader = () =>
  startApart<ReadOrder, Map<number, number>>(new URL('reads-process.js', import.meta.url));

export interface ReadTerms {
  readonly isShort: boolean;
  /** Points of requests that one user has there. */
  readonly limit: Limit;
}

/** Reads on many connections of one guest, one after the other on each. */
export function reads(target: Target, { isShort, limit: { points, seconds } }: ReadTerms): AttackClass {
  const lastsS = isShort ? SECONDS.short : SECONDS.whole;
  return {
    name: 'reads',
    atOnce: 1,
    attempts: async () =>
      (await readsOf(target)).map(({ what, name, path }) =>
        attempt(`${what} on ${CONNECTIONS} connections of one guest`, async () => {
          const startedAt = performance.now();
          const statuses = await readFor(target, lastsS, path);
          const tookS = (performance.now() - startedAt) / 1_000;
          const answered = [...statuses].reduce((sum, [status, count]) => sum + (status === 429 ? 0 : count), 0);
          const { price = 1 }: Route = ROUTES[name];
          const most = Math.ceil(((AT_ONCE_SECONDS + tookS) * points) / seconds / price);
          return answered <= most ? null : `${answered} answered, and ${most} at most`;
        }),
      ),
  };
}
