import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OBJECTS_PATH } from './folder-terms.js';
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

  it('are taken while strangers hold forms open that were never given to anybody', async () => {
    const root = await freshFolder();
    const server = express().use(folderRoutes(root)).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const head = 'Host: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000';
    const strangers = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(
      strangers.map(
        (line) =>
          new Promise((resolve) => line.write(`POST ${OBJECTS_PATH} HTTP/1.1\r\n${head}\r\n\r\n--b\r\n`, resolve)),
      ),
    );
    const store = folderObjects(root);
    const { url, fields } = await store.presignUpload({
      ...{ key: 'a/b', contentType: 'image/png', maxBytes: 10, expiresInS: 60 },
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['bytes']));
    const { status } = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: form });
    expect(status).toBe(204);
    for (const line of strangers) line.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(root, { recursive: true });
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

  it('can be read by the owner of the folder alone, whatever is asked of it first, and after an earlier release', async () => {
    const parent = await freshFolder();
    const terms = { key: 'a/b', contentType: 'image/png', maxBytes: 10, expiresInS: 60 };
    for (const [name, first] of [
      ['checked', (store) => store.check()],
      ['signed', (store) => store.presignUpload(terms)],
      ['put', (store) => store.put('a/b', Buffer.from('x'), 'image/png')],
      ['earlier', (store) => store.check()],
    ] as readonly [string, (store: ReturnType<typeof folderObjects>) => Promise<unknown>][]) {
      const root = join(parent, name, 'objects');
      if (name === 'earlier') await mkdir(root, { recursive: true, mode: 0o755 });
      await first(folderObjects(root));
      expect([name, (await stat(root)).mode & 0o777]).toEqual([name, 0o700]);
    }
    await rm(parent, { recursive: true });
  });
});
