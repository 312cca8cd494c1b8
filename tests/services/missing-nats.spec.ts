import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { NO_NATS } from '../harness/nats-server.js';

const MAIN = join(import.meta.dirname, '..', 'dist', 'load', 'main.js');

describe('npm run perf -- load --layout services', () => {
  it('prints one sentence and exits with 2 where there is no NATS', async () => {
    // Nothing is on this PATH: no server, no engine.
    const env = { ...process.env, NATS_URL: '', PATH: import.meta.dirname };
    const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) =>
      execFile(process.execPath, [MAIN, '--layout', 'services'], { env }, (error, _out, stderr) =>
        resolve({ code: error?.code, stderr }),
      ),
    );
    expect({ code, stderr: stderr.trim() }).toEqual({ code: 2, stderr: NO_NATS });
  });
});
