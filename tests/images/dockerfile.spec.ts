import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../harness/root.js';
import { SERVER_FLAGS } from '../harness/server-flags.js';

describe('docker/Dockerfile', () => {
  it("starts services with Node's flags from server-flags.json", async () => {
    const lines = (await readFile(join(ROOT, 'docker', 'Dockerfile'), 'utf8')).split('\n');
    const command = lines.find((line) => line.startsWith('CMD ['));
    expect(JSON.parse(command!.slice('CMD '.length))).toEqual(['node', ...SERVER_FLAGS, 'main.js']);
  });
});
