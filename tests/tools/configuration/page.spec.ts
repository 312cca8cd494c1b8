import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { described, integer } from '@earworm/service-kit/config';
import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ROOT } from '../../harness/root.js';
import { configurationPage } from './page.js';
import { configurationSchemas } from './schemas.js';

/** An operator who looks for one must be able to read them all. */
const MOST = 100;

const schemas = await configurationSchemas('src');

describe('docs/configuration.md', () => {
  it('matches the schemas of the services (else: npm run generate -w tests)', async () => {
    const committed = readFileSync(join(ROOT, 'docs/configuration.md'), 'utf8');
    expect(committed).toBe(await configurationPage(schemas));
  });

  it(`lists at most ${MOST} variables`, () => {
    const names = new Set(schemas.flatMap(({ shape }) => Object.keys(shape)));
    expect(names.size).toBeGreaterThan(MOST / 2);
    expect(names.size).toBeLessThanOrEqual(MOST);
  });
});

describe('the page of configuration', () => {
  it('lists the default with its unit and the meaning of a described variable', async () => {
    const LATE_MS = described('load', z.string().default('200'), 'how late');
    expect(await configurationPage([z.object({ LATE_MS })])).toMatch(/^\| `LATE_MS` +\| `200` ms +\| how late +\|$/m);
  });

  it('lists the bounds of a number', async () => {
    const MOST = described('load', integer({ min: 1, max: 20_000, default: 16 }), 'how many');
    expect(await configurationPage([z.object({ MOST })])).toMatch(
      /^\| `MOST` +\| `16` +\| how many \(1 to 20,000\) +\|$/m,
    );
  });

  it('fails while a variable has no description', async () => {
    await expect(async () => configurationPage([z.object({ NEW_MS: z.string() })])).rejects.toThrow('NEW_MS');
  });
});
