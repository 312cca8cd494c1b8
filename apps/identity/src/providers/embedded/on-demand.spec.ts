import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RealmMiddleware } from '../identity-provider.js';
import { onDemand } from './on-demand.js';

/** Requests to a middleware whose loading fails for the first `failures` times. */
function requests(failures: number) {
  const answers: string[] = [];
  const errors: unknown[] = [];
  let loads = 0;
  const load = async (): Promise<RealmMiddleware> => {
    if (++loads <= failures) throw new Error('no memory');
    return ({ url }) => answers.push(`served ${url}`);
  };
  const serve = onDemand(load, (error) => errors.push(error));
  const refuse = (status: number) => ({ end: () => answers.push(String(status)) });
  const ask = async (url: string) => {
    serve({ url } as IncomingMessage, { writeHead: refuse } as unknown as ServerResponse);
    await new Promise(setImmediate);
  };
  return { ask, answers, errors, loads: () => loads };
}

describe('middleware loaded on demand', () => {
  it('loads once, at the first request', async () => {
    const { ask, answers, loads } = requests(0);
    expect(loads()).toBe(0);
    await Promise.all([ask('/a'), ask('/b')]);
    expect([answers, loads()]).toEqual([['served /a', 'served /b'], 1]);
  });

  it('answers 503 when loading fails, and loads again at the next request', async () => {
    const { ask, answers, errors } = requests(1);
    await ask('/a');
    await ask('/b');
    expect(answers).toEqual(['503', 'served /b']);
    expect(errors).toHaveLength(1);
  });
});
