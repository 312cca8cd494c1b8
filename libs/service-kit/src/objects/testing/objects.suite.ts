import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../../testing/eventually.js';
import { listed, sendEndlessly } from './objects.suite-parts.js';
import { ObjectTooLargeError, type ObjectStore, type UploadForm } from '../port.js';

export interface OpenedStore {
  readonly store: ObjectStore;
  /** What paths at the page's own origin are relative to. */
  readonly origin: string;
  /**
   * Bytes of a too large upload that are read before it is refused; Infinity for a store that reads on and stores
   * nothing.
   */
  readonly readsAtMost: number;
  close(): Promise<void>;
}

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const MAX_BYTES = 1_000;

/** The common behaviour of object stores. `open` starts with an empty one. */
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
    // A connection that was closed before everything was sent is a refusal, too.
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

  it('stores an object with its type', async () => {
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

  it('returns nothing for a key that was removed, and removes a missing object without an error', async () => {
    const key = freshKey();
    await opened.store.put(key, PNG, 'image/png');
    await opened.store.remove(key);
    await opened.store.remove(key);
    expect([await opened.store.get(key, MAX_BYTES), await opened.store.stat(key)]).toEqual([null, null]);
  });

  it('refuses to read an object larger than requested', async () => {
    const key = freshKey();
    await opened.store.put(key, Buffer.alloc(2_000), 'image/png');
    await expect(opened.store.get(key, 1_999)).rejects.toThrow(ObjectTooLargeError);
    expect((await opened.store.get(key, 2_000))?.size).toBe(2_000);
  });

  it('lists the keys under a prefix', async () => {
    const folder = `listed-${process.pid}/`;
    const some = ['a', 'b/c', 'd'].map((name) => folder + name);
    for (const key of some) await opened.store.put(key, PNG, 'image/png');
    const found = await listed(opened.store, folder);
    expect(found.map(({ key }) => key).sort()).toEqual(some);
    expect(found.every(({ size, modifiedAt }) => size === PNG.length && modifiedAt > 0)).toBe(true);
    expect(await listed(opened.store, 'nothing-here/')).toEqual([]);
  });

  it('accepts an upload from a browser under the policy of its form', async () => {
    const { key, form } = await offer();
    expect(await send(form, PNG)).toBe(204);
    expect(await opened.store.get(key, MAX_BYTES)).toMatchObject({ bytes: PNG, contentType: 'image/png' });
  });

  it('accepts an upload of exactly the allowed size and not one byte more', async () => {
    const exact = await offer();
    expect(await send(exact.form, Buffer.alloc(MAX_BYTES, 1))).toBe(204);
    const over = await offer();
    expect(await send(over.form, Buffer.alloc(MAX_BYTES + 1, 1))).toBeGreaterThanOrEqual(400);
    expect(await opened.store.stat(over.key)).toBeNull();
  });

  it('refuses an empty upload', async () => {
    const { key, form } = await offer();
    expect(await send(form, Buffer.alloc(0))).toBeGreaterThanOrEqual(400);
    expect(await opened.store.stat(key)).toBeNull();
  });

  it('refuses any other type, key or policy than those that were signed', async () => {
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

  it('refuses an upload after its form has expired', async () => {
    const { key, form } = await offer({ expiresInS: -1 });
    expect(await send(form, PNG)).toBeGreaterThanOrEqual(400);
    expect(await opened.store.stat(key)).toBeNull();
  });

  it.each([
    ['that says it has 4 GB', { 'content-length': String(4 * 1024 ** 3) }],
    ['that never says how many it has', { 'transfer-encoding': 'chunked' }],
  ])('refuses an upload %s and stores nothing of it', async (_, headers) => {
    const { key, form } = await offer();
    const { status, sent } = await sendEndlessly(new URL(form.url, opened.origin), form.fields, headers);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(sent).toBeLessThan(opened.readsAtMost);
    expect(await opened.store.stat(key)).toBeNull();
  });

  it('serves an object to anyone with a signed URL for it, whole and in ranges', async () => {
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

  it('serves nothing without a URL, with one for another object, or with an expired one', async () => {
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

  it('refuses a key that leads out of its place', async () => {
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

  it('passes its health check', async () => {
    await opened.store.check();
  });
}
