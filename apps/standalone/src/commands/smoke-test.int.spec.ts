import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith } from '@earworm/service-kit/testing';
import { type RunningProduct, runProduct } from '../testing/running-product.js';

const PROGRAM = join(import.meta.dirname, '../../dist/commands/smoke-test.js');

const smokeTest = (...args: string[]) =>
  new Promise<{ code: number; lines: string[] }>((resolve) => {
    execFile(process.execPath, [PROGRAM, ...args], (error, stdout, stderr) => {
      const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
      resolve({ code: Number(error?.code ?? 0), lines });
    });
  });

describeWith('postgres', 'smoke test', () => {
  let product: RunningProduct;
  beforeAll(async () => void (product = await runProduct()));
  afterAll(() => product?.close());

  it('plays a game on a running product and prints a line for each step', async () => {
    const { code, lines } = await smokeTest('--url', `${product.url}/`);
    expect(lines.map((line) => line.replace(/ \(\d+ ms\)$/, ''))).toEqual([
      'ok      a guest signs in',
      'ok      another guest signs in',
      'ok      a game is created',
      'ok      the moderator connects',
      'ok      the player finds the game by its code',
      'ok      the player connects',
      'ok      the player joins',
      'ok      the game starts',
      'ok      a question is selected',
      'ok      the player buzzes',
      'ok      the moderator judges',
      'ok      the player has the points',
      'ok      the game ends',
      'A game was played.',
    ]);
    expect(code).toBe(0);
  });

  it('names the step that failed, and exits with 1', async () => {
    const { code, lines } = await smokeTest('--url', 'http://127.0.0.1:1');
    expect(lines).toEqual([expect.stringMatching(/^failed {2}a guest signs in: ./)]);
    expect(code).toBe(1);
  });

  it('prints its usage when called without an address, and exits with 2', async () => {
    expect(await smokeTest()).toEqual({ code: 2, lines: [expect.stringMatching(/^usage: smoke-test --url URL/)] });
  });
});
