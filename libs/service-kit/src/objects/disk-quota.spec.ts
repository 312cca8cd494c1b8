import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../config.js';
import { z } from 'zod';
import { folderObjects, folderRoutes, objectsVariables, ObjectStoreUnavailableError, diskQuotaOf } from './index.js';
import type { DiskQuota } from './disk-quota.js';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'earworm-room-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const ROOMY: DiskQuota = { percent: 100, reserveBytes: 0 };
/** A policy under which objects may take so many bytes in all. */
async function atMost(bytes: number): Promise<DiskQuota> {
  const { blocks, bsize } = await statfs(root);
  return { percent: (bytes / (blocks * bsize)) * 100, reserveBytes: 0 };
}
const FILE = Buffer.alloc(4_000);
const put = (terms: DiskQuota, key: string) => folderObjects(root, terms).put(key, FILE, 'text/plain');
const FORM = { contentType: 'text/plain', maxBytes: 9_000, expiresInS: 60 };

describe('disk quota of objects', () => {
  it('accepts objects up to their share of the disk, and again after some are removed', async () => {
    const terms = await atMost(10_000);
    for (const key of ['clips/1', 'clips/2', 'clips/3']) await put(terms, key);
    await expect(put(terms, 'clips/4')).rejects.toThrow(ObjectStoreUnavailableError);
    const store = folderObjects(root, terms);
    await expect(store.presignUpload({ key: 'clips/4', ...FORM })).rejects.toThrow(ObjectStoreUnavailableError);
    await expect(store.check()).rejects.toThrow(ObjectStoreUnavailableError);
    expect(await store.get('clips/1', 9_000)).toMatchObject({ size: 4_000 });
    await store.remove('clips/1');
    await put(terms, 'clips/4');
  });

  it('counts an object once when it replaces another', async () => {
    const terms = await atMost(10_000);
    for (let i = 0; i < 5; i++) await put(terms, 'clips/1');
    await put(terms, 'clips/2');
    expect(await readdir(join(root, 'kept', 'clips'))).toEqual(['1', '2']);
  });

  it('leaves free what is reserved for the log', async () => {
    const { bavail, bsize } = await statfs(root);
    await expect(put({ percent: 100, reserveBytes: bavail * bsize * 2 }, 'clips/1')).rejects.toThrow(
      ObjectStoreUnavailableError,
    );
    await put(ROOMY, 'clips/1');
  });

  it('counts the objects that existed when the process started', async () => {
    await put(ROOMY, 'clips/1');
    const other = `${root}/.`;
    await expect(folderObjects(other, await atMost(3_000)).put('clips/2', FILE, 'text/plain')).rejects.toThrow(
      ObjectStoreUnavailableError,
    );
  });

  it('refuses an upload although its form was signed before the share was used up', async () => {
    const terms = await atMost(10_000);
    const server = express()
      .use(folderRoutes(root, [], terms))
      .listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const store = folderObjects(root, terms);
    const { url, fields } = await store.presignUpload({ key: 'clips/4', ...FORM });
    for (const key of ['clips/1', 'clips/2', 'clips/3']) await store.put(key, FILE, 'text/plain');
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([FILE]));
    const { port } = server.address() as AddressInfo;
    const { status } = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: form });
    expect(status).toBe(503);
    expect(await store.stat('clips/4')).toBeNull();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  it('takes half of the disk and leaves a gigabyte unless configured', () => {
    expect(diskQuotaOf(loadConfig(z.object(objectsVariables), {}))).toEqual({ percent: 50, reserveBytes: 1024 ** 3 });
    const env = { OBJECTS_DISK_PERCENT: '20', LOG_RESERVE_MB: '5' };
    expect(diskQuotaOf(loadConfig(z.object(objectsVariables), env))).toEqual({
      percent: 20,
      reserveBytes: 5 * 1024 ** 2,
    });
  });
});
