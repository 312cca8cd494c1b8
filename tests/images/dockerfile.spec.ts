import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { IMAGES } from '../harness/images.js';
import { ROOT } from '../harness/root.js';
import { SERVER_ENV, SERVER_FLAGS } from '../harness/node-flags.js';

const read = (...path: readonly string[]): Promise<string> => readFile(join(ROOT, ...path), 'utf8');

describe('docker/Dockerfile', () => {
  it("starts services with Node's flags from server-flags.json", async () => {
    const lines = (await read('docker', 'Dockerfile')).split('\n');
    const command = lines.find((line) => line.startsWith('CMD ['));
    expect(JSON.parse(command!.slice('CMD '.length))).toEqual(['node', ...SERVER_FLAGS, 'main.js']);
  });

  it('limits the memory that malloc keeps, as npm start does', async () => {
    const variables = Object.entries(SERVER_ENV).map(([name, value]) => `${name}=${value}`);
    const line = (await read('docker', 'Dockerfile')).split('\n').find((each) => each.startsWith('ENV NODE_ENV='));
    expect(line!.split(' ')).toEqual(expect.arrayContaining(variables));
    const launcher = await read('apps', 'standalone', 'launch', 'run.mjs');
    expect(launcher).toContain(`MALLOC_ARENA_MAX || '${SERVER_ENV.MALLOC_ARENA_MAX}'`);
  });
});

describe('docker/compose.yaml', () => {
  it('uses the servers of the specs', async () => {
    const compose = await read('docker', 'compose.yaml');
    expect(Object.values(IMAGES).filter(({ image }) => !compose.includes(` ${image}\n`))).toEqual([]);
  });

  it('takes the images of this version', async () => {
    const { version } = JSON.parse(await read('package.json')) as { version: string };
    const tags = new Set((await read('docker', 'compose.yaml')).match(/(?<=EARWORM_TAG:-)[^}]+/g));
    expect([...tags]).toEqual([version]);
  });
});
