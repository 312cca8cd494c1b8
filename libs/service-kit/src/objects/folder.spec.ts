import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderObjects, folderRoutes } from './index.js';
import { behavesAsAnObjectStore } from './objects.suite.js';

const freshFolder = () => mkdtemp(join(tmpdir(), 'earworm-objects-'));

describe('Objects in a folder', () => {
  behavesAsAnObjectStore(async () => {
    const root = await freshFolder();
    const server = express().use(folderRoutes(root)).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    return {
      store: folderObjects(root),
      origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      readsAtMost: 64 * 1024 * 1024,
      close: async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        await rm(root, { recursive: true });
      },
    };
  });

  it('are signed alike by every process that has the folder, with a key that nobody else can read', async () => {
    const root = await freshFolder();
    const terms = { key: 'a/b', contentType: 'image/png', maxBytes: 10, expiresInS: 60 };
    const forms = await Promise.all([1, 2, 3, 4].map(() => folderObjects(root).presignUpload(terms)));
    const again = await folderObjects(root).presignDownload('a/b', { expiresInS: 60 });
    expect(again).toContain('signature=');
    const signatures = forms.map(
      ({ fields }) => fields['policy'] === forms[0]!.fields['policy'] && fields['signature'],
    );
    expect(new Set(signatures.filter(Boolean)).size).toBe(1);
    expect((await stat(join(root, 'signing-key'))).mode & 0o777).toBe(0o600);
    await rm(root, { recursive: true });
  });
});
