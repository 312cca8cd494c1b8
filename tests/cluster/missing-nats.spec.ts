import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NO_NATS } from '../harness/nats-server.js';

const MAIN = join(import.meta.dirname, '..', 'dist', 'load', 'main.js');

describe('npm run load -- --layout services', () => {
  it('says so in a sentence and ends with 2 where there is no NATS', async () => {
    // Nothing is on this PATH: no server, no engine.
    const env = { ...process.env, NATS_URL: '', PATH: import.meta.dirname };
    const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) =>
      execFile(process.execPath, [MAIN, '--layout', 'services'], { env, timeout: 30_000 }, (error, _out, said) =>
        resolve({ code: error?.code, said }),
      ),
    );
    expect({ code, said: said.trim() }).toEqual({ code: 2, said: NO_NATS });
  }, 40_000);
});
