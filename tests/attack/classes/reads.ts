import { type Limit, type Route, ROUTES, type RouteName, STARTER_TEMPLATE } from '@earworm/contracts';
import { newId } from '@earworm/client';
import { attempt, type AttackClass } from '../attempt.js';
import { filled } from '../sample.js';
import type { Target } from '../target.js';

/** Of one guest, as many as a server that others play on should not notice. */
const CONNECTIONS = 50;
const SECONDS = { short: 1, whole: 8 };
/** What a gateway allows at once is what a second refills. */
const AT_ONCE_SECONDS = 1;

export interface ReadTerms {
  readonly isShort: boolean;
  /** Points of requests that one user has there. */
  readonly limit: Limit;
}

/** Reads on many connections of one guest, one after the other on each. */
export function reads(target: Target, { isShort, limit: { points, seconds } }: ReadTerms): AttackClass {
  const lastsS = isShort ? SECONDS.short : SECONDS.whole;
  const loop = (what: string, name: RouteName, path: () => string) =>
    attempt(`${what} on ${CONNECTIONS} connections of one guest`, async () => {
      const token = await (await target.guest()).token();
      const address = target.address();
      const statuses = new Map<number, number>();
      const startedAt = performance.now();
      // The refusals of a flood are delayed: the last are not waited for.
      const over = AbortSignal.timeout(lastsS * 1_000);
      const readOn = async () => {
        while (!over.aborted) {
          const { status } = await target.send(path(), { token, address, signal: over });
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
      };
      const ended = await Promise.allSettled(Array.from({ length: CONNECTIONS }, readOn));
      const [failed] = ended.filter((each) => each.status === 'rejected' && !isAbort(each.reason));
      if (failed !== undefined) return `a request failed: ${String((failed as PromiseRejectedResult).reason)}`;
      const tookS = (performance.now() - startedAt) / 1_000;
      const limited = statuses.get(429) ?? 0;
      const answered = [...statuses].reduce((sum, [status, count]) => sum + (status === 429 ? 0 : count), 0);
      const { price = 1 }: Route = ROUTES[name];
      const most = Math.ceil(((AT_ONCE_SECONDS + tookS) * points) / seconds / price);
      return answered <= most && (limited > 0 || answered < CONNECTIONS)
        ? null
        : `${answered} answered, ${most} at most, and ${limited} refused`;
    });
  return {
    name: 'reads',
    atOnce: 1,
    async attempts() {
      const { gameId } = await target.game(await target.guest());
      return [
        loop('a stranger’s game', 'joinInfo', () => `/api/games/${gameId}`),
        loop('games that do not exist', 'joinInfo', () => `/api/games/${newId()}`),
        loop('the own history', 'history', () => '/api/history'),
        loop('results of games that do not exist', 'gameResult', () => filled(ROUTES.gameResult, newId())),
        loop('the published templates', 'browseTemplates', () => '/api/templates'),
        loop('the preview of a template', 'readTemplate', () => filled(ROUTES.readTemplate, STARTER_TEMPLATE)),
      ];
    },
  };
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError';
