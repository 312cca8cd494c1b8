import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { describeWith } from '../testing/index.js';
import { ObjectStoreUnavailableError, openObjectStore, objectsVariables } from './index.js';
import { listed } from './testing/objects.suite-parts.js';
import { behavesAsAnObjectStore } from './testing/objects.suite.js';
import { loadConfig } from '../config.js';
import { z } from 'zod';

const configOf = (env: Record<string, string>) => loadConfig(z.object(objectsVariables), env);

describeWith('minio', 'object store in MinIO', (url) => {
  const { origin, username, password } = new URL(url);
  const open = (env: Record<string, string> = {}) =>
    openObjectStore(
      configOf({
        MINIO_ENDPOINT: origin,
        MINIO_ACCESS_KEY: username,
        MINIO_SECRET_KEY: password,
        MINIO_BUCKET: `spec-${process.pid}`,
        ...env,
      }),
    );

  behavesAsAnObjectStore(async () => ({
    store: await open(),
    origin,
    readsAtMost: Infinity,
    close: async () => undefined,
  }));

  it('signs URLs for the address that browsers use', async () => {
    const store = await open({ MINIO_PUBLIC_ENDPOINT: 'https://pictures.example:8443' });
    const { url: form } = await store.presignUpload({
      key: 'incoming/a',
      contentType: 'image/png',
      maxBytes: 10,
      expiresInS: 60,
    });
    const address = await store.presignDownload('incoming/a', { expiresInS: 60 });
    expect([new URL(form).origin, new URL(address).origin]).toEqual([
      'https://pictures.example:8443',
      'https://pictures.example:8443',
    ]);
  });

  it('creates the bucket once, also with concurrent requests', async () => {
    const bucket = `spec-${process.pid}-race`;
    const stores = await Promise.all(Array.from({ length: 4 }, () => open({ MINIO_BUCKET: bucket })));
    await Promise.all(stores.map((store, at) => store.put(`race/${at}`, Buffer.from('x'), 'text/plain')));
    expect(await listed(stores[0]!, 'race/')).toHaveLength(4);
  });

  it('reports how full the server is, and nothing when the keys may not read it', async () => {
    const space = await (await open()).space();
    expect(space?.usedBytes).toBeGreaterThan(0);
    expect(space?.totalBytes).toBeGreaterThan(space?.usedBytes ?? Infinity);
    expect(await (await open({ MINIO_SECRET_KEY: 'not-the-secret' })).space()).toBeNull();
  });

  it('reports itself as unavailable when the keys are wrong', async () => {
    await expect((await open({ MINIO_SECRET_KEY: 'not-the-secret' })).check()).rejects.toThrow(
      ObjectStoreUnavailableError,
    );
  });
});

describe('object store in a MinIO that does not answer', () => {
  it('reports itself as unavailable, and still signs URLs', async () => {
    const lines: Socket[] = [];
    const silent = createServer((line) => void lines.push(line)).listen(0);
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as AddressInfo;
    const store = await openObjectStore(
      configOf({ MINIO_ENDPOINT: `http://127.0.0.1:${port}`, MINIO_ACCESS_KEY: 'key', MINIO_SECRET_KEY: 'secret' }),
    );
    await expect(store.put('a/b', Buffer.from('x'), 'text/plain')).rejects.toThrow(ObjectStoreUnavailableError);
    expect(await store.presignDownload('a/b', { expiresInS: 60 })).toContain(`127.0.0.1:${port}`);
    // A response that is never read never ends by itself.
    for (const line of lines) line.destroy();
    silent.close();
  });
});
