import { afterAll, beforeAll, expect, it } from '@jest/globals';
import express from 'express';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { webFiles } from './web-files.js';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'earworm-files-'));
  await writeFile(join(root, 'index.html'), '<title>Earworm</title>');
});
afterAll(() => rm(root, { recursive: true }));

async function serve(read: (file: string) => Promise<Buffer>) {
  const server: Server = createServer(express().use(webFiles(root, read)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const page = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });
    return [response.status, await response.text()] as const;
  };
  const close = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { page, close };
}

it('a file that many ask for at once is read once', async () => {
  let reads = 0;
  const { page, close } = await serve(async () => {
    reads += 1;
    return Buffer.from('page');
  });
  const pages = await Promise.all(Array.from({ length: 20 }, page));
  expect(new Set(pages.map(String))).toEqual(new Set(['200,page']));
  expect(reads).toBe(1);
  await close();
});

it('a file that could not be read is read again for the next request', async () => {
  let reads = 0;
  const { page, close } = await serve(async () => {
    reads += 1;
    if (reads === 1) throw Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
    return Buffer.from('page');
  });
  expect((await page())[0]).toBe(500);
  expect(await page()).toEqual([200, 'page']);
  await close();
});
