import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { newId } from '@earworm/client';
import { PATHS } from '@earworm/contracts';
import { lastingPort } from '../../harness/ports.js';
import { launchByCommand } from '../../harness/product.js';
import { temporaryFolder } from '../../harness/temporary-folder.js';
import { signInGuest } from '../../load/guests.js';
import type { Benchmark } from '../benchmark.js';

const RUNS = 3;
/** Promised by the product specification. */
const WITHIN_MS = 3_000;

export const benchmark: Benchmark = {
  what: 'The time from Ctrl-C in `npm start` until every process has ended, while a phone stalls in a request.',
  run: async () => {
    const dataDir = await temporaryFolder('ctrl-c');
    try {
      const tookMs: number[] = [];
      for (let run = 0; run < RUNS; run++) tookMs.push(await stopped(dataDir));
      const [fastestMs = NaN, medianMs = NaN, slowestMs = NaN] = tookMs.toSorted((a, b) => a - b);
      return {
        ratio: medianMs / WITHIN_MS,
        target: 1,
        reference: `${WITHIN_MS} ms, which the product specification allows`,
        figures: { fastestMs, medianMs, slowestMs },
      };
    } finally {
      await rm(dataDir, { recursive: true, force: true });
    }
  },
};

async function stopped(dataDir: string): Promise<number> {
  const port = await lastingPort();
  const product = launchByCommand({ env: { DATA_DIR: dataDir, PORT: String(port) } });
  try {
    const url = await product.url();
    const stalled = connect(port, '127.0.0.1');
    stalled.on('error', () => undefined);
    stalled.write(`POST ${PATHS.guest.path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{`);
    // The projections are at work when the signal comes.
    const moderator = await signInGuest(url);
    await moderator.http.call('createGame', { body: { requestId: newId(), moderatorName: 'Ada' } });
    const pressedAt = performance.now();
    product.signal('SIGINT');
    const code = await product.exited;
    const tookMs = performance.now() - pressedAt;
    stalled.destroy();
    if (code !== 0) throw new Error(`npm start ended with ${code}:\n${product.output.slice(-2_000)}`);
    return tookMs;
  } finally {
    await product.stop();
  }
}
