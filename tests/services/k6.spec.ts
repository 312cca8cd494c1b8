import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lastingPort } from '../harness/ports.js';
import { type Product, startProduct } from '../harness/product.js';
import { RAISED_LIMITS } from '../harness/raised-limits.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { findK6, NO_K6, runK6 } from '../k6/k6.js';
import { COUNTERS, TRENDS } from '../k6/metric-names.js';
import { losingGateway } from './support/losing-gateway.js';

const k6 = await findK6();
const parameters = { seconds: '2', rate: '10' };

describe('npm run k6', () => {
  if (k6 === null) {
    it.skip(`DID NOT RUN: ${NO_K6}`, () => undefined);
    return;
  }
  let product: Product;
  let folder: string;
  let runs = 0;
  beforeAll(async () => {
    [product, folder] = await Promise.all([
      startProduct({ env: { ...RAISED_LIMITS, PUBLIC_PROBES: 'true' } }),
      temporaryFolder('k6'),
    ]);
  });
  afterAll(async () => {
    await product.stop();
    await rm(folder, { recursive: true, force: true });
  });

  async function smoke(url: string) {
    const out = join(folder, String(++runs));
    await mkdir(out);
    let output = '';
    const { code, summary } = await runK6(k6!, { scenario: 'smoke', url, parameters }, out, (text) => (output += text));
    if (summary === null) throw new Error(`k6 has no result:\n${output}`);
    return { out, code, summary };
  }

  it('passes on the product and leaves a summary for programs, for people and as a page', async () => {
    const { out, code, summary } = await smoke(product.url);
    expect(summary.thresholds.filter(({ ok }) => !ok)).toEqual([]);
    expect({ code, passed: summary.passed }).toEqual({ code: 0, passed: true });
    expect((await readdir(out)).sort()).toEqual(['earworm.js', 'report.html', 'summary.json', 'summary.md']);
    expect(JSON.parse(await readFile(join(out, 'summary.json'), 'utf8'))).toEqual(summary);
    expect(await readFile(join(out, 'summary.md'), 'utf8')).toContain('# smoke: passed');
  });

  it('reports server metrics under their Prometheus names', async () => {
    const served = await fetch(`${product.url}/metrics`).then((response) => response.text());
    const shared = [...Object.values(TRENDS), ...Object.values(COUNTERS)].filter((name) => name.startsWith('gateway_'));
    expect(shared).toContain('gateway_buzz_seconds');
    for (const name of shared) expect(served).toContain(`# TYPE ${name} `);
  });

  it('fails on a server that loses acknowledged commands', async () => {
    const losing = await losingGateway(product.url);
    try {
      const { code, summary } = await smoke(losing.url);
      expect(code).toBe(99);
      expect(summary.thresholds.filter(({ ok }) => !ok).map(({ metric }) => metric)).toEqual(['lost']);
    } finally {
      await losing.close();
    }
  });

  it('fails without a server', async () => {
    const { code, summary } = await smoke(`http://127.0.0.1:${await lastingPort()}`);
    expect(code).toBe(99);
    expect(summary.thresholds.filter(({ ok }) => !ok).map(({ metric }) => metric)).toEqual(['accepted', 'failed']);
  });
});
