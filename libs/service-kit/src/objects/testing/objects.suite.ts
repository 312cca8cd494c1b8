import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../testing/eventually.js';
import { listed, sendEndlessly } from './objects.suite-parts.js';
import { ObjectTooLargeError, type ObjectStore, type UploadForm } from '../port.js';

export interface OpenedStore {
  readonly store: ObjectStore;
  /** What paths at the page's own origin are relative to. */
  readonly origin: string;
  /** Bytes of an upload too large that are read before it is refused; Infinity for one that reads on and keeps nothing. */
  readonly readsAtMost: number;
  close(): Promise<void>;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MAX_BYTES = 1_000;

/** What a store of objects does, wherever it keeps them. `open` starts from nothing. */
export function behavesAsAnObjectStore(open: () => Promise<OpenedStore>): void {
  let opened: OpenedStore;
  let keys = 0;
  const freshKey = () => `incoming/spec-${process.pid}-${(keys += 1)}`;
  const offer = async (wish: Partial<Parameters<ObjectStore['presignUpload']>[0]> = {}) => {
    const key = wish.key ?? freshKey();
    const terms = { key, contentType: 'image/png', maxBytes: MAX_BYTES, expiresInS: 60, ...wish };
    return { key, form: await opened.store.presignUpload(terms) };
  };
  const send = async ({ url, fields }: UploadForm, bytes: Buffer, changed: Record<string, string> = {}) => {
    const body = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...changed })) body.append(name, value);
    body.append('file', new Blob([new Uint8Array(bytes)]), 'picture.png');
    const response = await fetch(new URL(url, opened.origin), { method: 'POST', body }).catch(() => null);
    await response?.arrayBuffer().catch(() => null);
    // A line that was closed before everything was sent is a refusal too.
    return response?.status ?? 400;
  };
  const addressOf = async (key: string, terms: { expiresInS: number; fileName?: string } = { expiresInS: 60 }) =>
    new URL(await opened.store.presignDownload(key, terms), opened.origin);

  const statusOf = async (address: URL) => {
    const answer = await fetch(address);
    await answer.arrayBuffer();
    return answer.status;
  };

  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());

  it('keeps what it is given, with its type', async () => {
    const key = freshKey();
    await opened.store.put(key, PNG, 'image/png');
    expect(await opened.store.get(key, MAX_BYTES)).toMatchObject({
      bytes: PNG,
      contentType: 'image/png',
      size: PNG.length,
    });
    expect(Math.abs((await opened.store.stat(key))!.modifiedAt - Date.now())).toBeLessThan(60_000);
    await opened.store.put(key, Buffer.from('again'), 'text/plain');
    expect(await opened.store.get(key, MAX_BYTES)).toMatchObject({ contentType: 'text/plain', size: 5 });
  });

  it('has nothing under a key that was never used or was removed, and removes what is not there', async () => {
    const key = freshKey();
    await opened.store.put(key, PNG, 'image/png');
    await opened.store.remove(key);
    await opened.store.remove(key);
    expect([await opened.store.get(key, MAX_BYTES), await opened.store.stat(key)]).toEqual([null, null]);
  });

  it('does not read what is larger than asked for', async () => {
    const key = freshKey();
    await opened.store.put(key, Buffer.alloc(2_000), 'image/png');
    await expect(opened.store.get(key, 1_999)).rejects.toThrow(ObjectTooLargeError);
    expect((await opened.store.get(key, 2_000))?.size).toBe(2_000);
  });

  it('lists what stands under a prefix', async () => {
    const folder = `listed-${process.pid}/`;
    const some = ['a', 'b/c', 'd'].map((name) => folder + name);
    for (const key of some) await opened.store.put(key, PNG, 'image/png');
    const found = await listed(opened.store, folder);
    expect(found.map(({ key }) => key).sort()).toEqual(some);
    expect(found.every(({ size, modifiedAt }) => size === PNG.length && modifiedAt > 0)).toBe(true);
    expect(await listed(opened.store, 'nothing-here/')).toEqual([]);
  });

  it('takes an upload from a browser under the terms of its form', async () => {
    const { key, form } = await offer();
    expect(await send(form, PNG)).toBe(204);
    expect(await opened.store.get(key, MAX_BYTES)).toMatchObject({ bytes: PNG, contentType: 'image/png' });
  });

  it('takes an upload of exactly the bytes allowed and not one more', async () => {
    const exact = await offer();
    expect(await send(exact.form, Buffer.alloc(MAX_BYTES, 1))).toBe(204);
    const over = await offer();
    expect(await send(over.form, Buffer.alloc(MAX_BYTES + 1, 1))).toBeGreaterThanOrEqual(400);
    expect(await opened.store.stat(over.key)).toBeNull();
  });

  it('takes no upload of nothing', async () => {
    const { key, form } = await offer();
    expect(await send(form, Buffer.alloc(0))).toBeGreaterThanOrEqual(400);
    expect(await opened.store.stat(key)).toBeNull();
  });

  it('takes no other type, no other key and no other terms than those that were signed', async () => {
    const changes: Record<string, string>[] = [
      { 'Content-Type': 'text/html' },
      { key: freshKey() },
      { policy: Buffer.from('{"expires":9999999999999}').toString('base64') },
      { policy: '' },
    ];
    for (const changed of changes) {
      const { key, form } = await offer();
      expect(await send(form, PNG, changed)).toBeGreaterThanOrEqual(400);
      expect(await opened.store.stat(key)).toBeNull();
      if (changed['key'] !== undefined) expect(await opened.store.stat(changed['key'])).toBeNull();
    }
  });

  it('takes no upload after its form has expired', async () => {
    const { key, form } = await offer({ expiresInS: -1 });
    expect(await send(form, PNG)).toBeGreaterThanOrEqual(400);
    expect(await opened.store.stat(key)).toBeNull();
  });

  it.each([
    ['that says it has 4 GB', { 'content-length': String(4 * 1024 ** 3) }],
    ['that never says how many it has', { 'transfer-encoding': 'chunked' }],
  ])('refuses an upload %s and keeps nothing of it', async (_, headers) => {
    const { key, form } = await offer();
    const { status, sent } = await sendEndlessly(new URL(form.url, opened.origin), form.fields, headers);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(sent).toBeLessThan(opened.readsAtMost);
    expect(await opened.store.stat(key)).toBeNull();
  });

  it('gives what is kept to whoever has an address for it, whole and in ranges', async () => {
    const key = freshKey();
    await opened.store.put(key, PNG, 'image/png');
    const whole = await fetch(await addressOf(key));
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(PNG);
    const part = await fetch(await addressOf(key), { headers: { range: 'bytes=1-3' } });
    expect([part.status, await part.text()]).toEqual([206, 'PNG']);
    const saved = await fetch(await addressOf(key, { expiresInS: 60, fileName: 'a.png' }));
    expect(saved.headers.get('content-disposition')).toBe('attachment; filename="a.png"');
  });

  it('gives nothing without an address, with one for something else, and after it has expired', async () => {
    const [key, other] = [freshKey(), freshKey()];
    await opened.store.put(key, PNG, 'image/png');
    await opened.store.put(other, PNG, 'image/png');
    const signed = await addressOf(key);
    const bare = new URL(signed);
    bare.search = '';
    const moved = new URL(signed);
    moved.pathname = moved.pathname.replace(key, other);
    const brief = await addressOf(key, { expiresInS: 1 });
    const gone = await addressOf(freshKey());
    await eventually(async () => expect(await statusOf(brief)).toBeGreaterThanOrEqual(403));
    for (const address of [bare, moved, brief, gone]) {
      expect(await statusOf(address)).toBeGreaterThanOrEqual(403);
    }
  });

  it('takes no key that leads out of its place', async () => {
    for (const key of [
      '',
      '/etc/passwd',
      '../secret',
      'incoming/../../secret',
      'a//b',
      'incoming/.hidden',
      'loose',
      'a/b c',
    ]) {
      await expect((async () => opened.store.put(key, PNG, 'image/png'))()).rejects.toThrow("not an object's key");
    }
  });

  it('can be asked whether it works', async () => {
    await opened.store.check();
  });
}
