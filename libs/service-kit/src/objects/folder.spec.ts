import { describe, expect, it } from '@jest/globals';
import express from 'express';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../testing/index.js';
import { OBJECTS_PATH } from './signatures.js';
import { folderObjects, folderRoutes } from './index.js';
import { behavesAsAnObjectStore } from './testing/objects.suite.js';

const freshFolder = () => mkdtemp(join(tmpdir(), 'earworm-objects-'));

describe('object store in a folder', () => {
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

  it('accepts an upload while other clients hold forms open that were never signed', async () => {
    const root = await freshFolder();
    const server = express().use(folderRoutes(root)).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const head = 'Host: x\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 9000';
    const otherClients = Array.from({ length: 40 }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    await Promise.all(
      otherClients.map(
        (line) =>
          new Promise((resolve) => line.write(`POST ${OBJECTS_PATH} HTTP/1.1\r\n${head}\r\n\r\n--b\r\n`, resolve)),
      ),
    );
    const store = folderObjects(root);
    const { url, fields } = await store.presignUpload({
      key: 'a/b',
      contentType: 'image/png',
      maxBytes: 10,
      expiresInS: 60,
    });
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob(['bytes']));
    const { status } = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: form });
    expect(status).toBe(204);
    for (const line of otherClients) line.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(root, { recursive: true });
  });

  it.each([
    ['are cut by their sender', (line: Socket) => line.destroy()],
    ['end before their form does', (line: Socket) => line.end('0\r\n\r\n')],
    ['turn malformed halfway', (line: Socket) => line.end('7\r\n\r\n--b\r\n\r\n\r\n0\r\n\r\n')],
  ])('frees the reserved space, and leaves no draft, when uploads %s', async (_, breakOff) => {
    const root = await freshFolder();
    const server = express().use(folderRoutes(root)).listen(0);
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    const { url, fields } = await folderObjects(root).presignUpload({
      key: 'a/b',
      contentType: 'image/png',
      maxBytes: 1_000_000,
      expiresInS: 60,
    });
    const part = (name: string, rest: string) =>
      `--b\r\ncontent-disposition: form-data; name="${name}"${rest.includes('filename') ? rest : `\r\n\r\n${rest}\r\n`}`;
    const parts = Object.entries(fields).map(([name, value]) => part(name, value));
    const begun = `${parts.join('')}${part('file', '; filename="a.png"\r\n\r\n')}${'x'.repeat(100_000)}`;
    const head = `Host: x\r\nContent-Type: multipart/form-data; boundary=b\r\nTransfer-Encoding: chunked`;
    const lines = Array.from({ length: 16 }, () =>
      connect(port, '127.0.0.1')
        .on('error', () => undefined)
        .resume(),
    );
    for (const line of lines)
      line.write(`POST ${url} HTTP/1.1\r\n${head}\r\n\r\n${begun.length.toString(16)}\r\n${begun}\r\n`);
    const upload = async () => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob(['bytes']));
      return (await fetch(`http://127.0.0.1:${port}${url}`, { method: 'POST', body: form })).status;
    };
    await eventually(async () => expect(await upload()).toBe(503));
    for (const line of lines) breakOff(line);
    await eventually(async () => expect(await upload()).toBe(204));
    await eventually(async () => expect(await readdir(join(root, 'drafts'))).toEqual([]));
    for (const line of lines) line.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(root, { recursive: true });
  });

  it('signs forms alike in every process with the folder, with a key that only its user can read', async () => {
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

  it('makes the folder readable to its owner only, whichever call comes first, also after an upgrade', async () => {
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
