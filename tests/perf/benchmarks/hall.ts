import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '@earworm/client';
import { startProduct } from '../../harness/product.js';
import { percentile } from '../../load/percentiles.js';
import { joinAll, phoneAt } from '../../load/phones.js';
import type { Benchmark } from '../benchmark.js';

/** One address, which a router gives to everybody in the hall. */
const HALL = '203.0.113.7';
const ELSEWHERE = '198.51.100.9';
const SCANNED = 300;
const TYPED = 30;
const WRONG_PER_SECOND = 100;
const WITHIN_S = 60;
/** A phone that is refused tries again, as somebody who reads the message does. */
const AGAIN_MS = 2_000;

const wrongCode = () =>
  Array.from({ length: 6 }, () => 'ABCDEFGHJKLMNPQRSTUVWXYZ'[Math.floor(Math.random() * 24)]).join('');

export const benchmark: Benchmark = {
  what: `the last of ${SCANNED} phones that scan and ${TYPED} that type a code gets a seat, while somebody at their address tries ${WRONG_PER_SECOND} wrong codes a second from new devices`,
  async run() {
    const product = await startProduct({ env: { TRUSTED_PROXIES: 'loopback' } });
    const over = new AbortController();
    try {
      const moderator = await phoneAt(product.url, ELSEWHERE);
      const body = { requestId: newId(), moderatorName: 'Maria', quiz: 'starter' as const };
      const { gameId, gameCode } = await moderator.http.call('createGame', { body });
      const { signature } = await moderator.http.call('joinInfo', { params: { gameId } });
      const look = (code: string, signed?: string) =>
        fetch(`${product.url}/api/games/by-code/${code}${signed === undefined ? '' : `?signature=${signed}`}`, {
          headers: { 'x-forwarded-for': HALL },
          signal: over.signal,
        });
      const pranks = setInterval(
        () =>
          void look(wrongCode()).then(
            (r) => r.arrayBuffer(),
            () => undefined,
          ),
        1_000 / WRONG_PER_SECOND,
      );
      try {
        const startedAt = performance.now();
        const arrive = async (signed?: string): Promise<number> => {
          while (!(await look(gameCode, signed)).ok) await pause(AGAIN_MS);
          const phone = await phoneAt(product.url, HALL);
          const { seated, refusals } = await joinAll(gameId, [phone]);
          if (seated !== 1) throw new Error(`a phone got no seat: ${[...refusals.keys()].join()}`);
          return (performance.now() - startedAt) / 1_000;
        };
        // Those who type come first: nobody at the address has used the code before.
        const typed = Array.from({ length: TYPED }, () => arrive());
        const scanned = Array.from({ length: SCANNED }, () => arrive(signature));
        const [typedS, scannedS] = await Promise.all([Promise.all(typed), Promise.all(scanned)]);
        const last = Math.max(...typedS, ...scannedS);
        const figures = {
          typedP50S: percentile(typedS, 0.5),
          typedLastS: Math.max(...typedS),
          scannedP50S: percentile(scannedS, 0.5),
          scannedLastS: Math.max(...scannedS),
        };
        return { ratio: last / WITHIN_S, target: 1, reference: `${WITHIN_S} s`, figures };
      } finally {
        clearInterval(pranks);
        over.abort();
      }
    } finally {
      await product.stop();
    }
  },
};
