import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { __vitePreload } from './load-chunks.js';

const importChunk = jest.fn<() => Promise<string>>();
const fetchFile = jest.fn<(url: string) => Promise<{ ok: boolean; arrayBuffer(): Promise<void> }>>();
const AGAIN_MS = 500;
const failed = new TypeError('Failed to fetch');
const found = { ok: true, arrayBuffer: () => Promise.resolve() };
const { fetch } = globalThis;

describe('the import of a chunk', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    importChunk.mockReset().mockResolvedValue('module');
    fetchFile.mockReset().mockResolvedValue(found);
    Object.assign(globalThis, { fetch: fetchFile });
  });
  afterEach(() => {
    jest.useRealTimers();
    Object.assign(globalThis, { fetch });
    document.head.replaceChildren();
  });

  it('waits until each of its files is in the browser’s cache, fetched once', async () => {
    const body = Promise.withResolvers<void>();
    fetchFile.mockResolvedValueOnce({ ok: true, arrayBuffer: () => body.promise });
    const imported = __vitePreload(importChunk, ['assets/once-a.js', 'assets/once-b.js']);
    await Promise.resolve();
    expect(importChunk).not.toHaveBeenCalled();
    body.resolve();
    expect(await imported).toBe('module');
    await __vitePreload(importChunk, ['assets/once-b.js']);
    expect(fetchFile.mock.calls).toEqual([
      ['http://localhost/assets/once-a.js'],
      ['http://localhost/assets/once-b.js'],
    ]);
  });

  it('asks once more for a file that fails, as while a phone changes its network', async () => {
    fetchFile.mockRejectedValueOnce(failed);
    const imported = __vitePreload(importChunk, ['assets/again.js']);
    await jest.advanceTimersByTimeAsync(AGAIN_MS);
    expect(await imported).toBe('module');
    expect(fetchFile).toHaveBeenCalledTimes(2);
  });

  it('fails while a file cannot be fetched, and succeeds afterwards', async () => {
    const failures: unknown[] = [];
    const listen = (event: Event & { payload?: unknown }) => failures.push(event.payload);
    addEventListener('vite:preloadError', listen);
    const failing = () => {
      const imported = __vitePreload(importChunk, ['assets/failing.js']).catch((error: unknown) => String(error));
      return jest.advanceTimersByTimeAsync(AGAIN_MS).then(() => imported);
    };
    fetchFile.mockRejectedValueOnce(failed).mockRejectedValueOnce(failed);
    expect(await failing()).toBe(String(failed));
    fetchFile.mockResolvedValueOnce({ ...found, ok: false }).mockResolvedValueOnce({ ...found, ok: false });
    expect(await failing()).toMatch('assets/failing.js');
    expect(importChunk).not.toHaveBeenCalled();
    expect(failures).toEqual([failed, expect.any(TypeError)]);
    expect(await __vitePreload(importChunk, ['assets/failing.js'])).toBe('module');
    removeEventListener('vite:preloadError', listen);
  });

  it('loads a stylesheet again that failed', async () => {
    const link = () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
    const failing = __vitePreload(importChunk, ['assets/page.css']).catch((error: unknown) => String(error));
    for (let times = 0; times < 2; times++) {
      link()?.dispatchEvent(new Event('error'));
      expect(link()).toBeNull();
      await jest.advanceTimersByTimeAsync(AGAIN_MS);
    }
    expect(await failing).toMatch('assets/page.css');
    const second = __vitePreload(importChunk, ['assets/page.css']);
    link()?.dispatchEvent(new Event('load'));
    expect(await second).toBe('module');
  });

  it('skips files that the page has loaded itself', async () => {
    const script = document.createElement('script');
    script.src = '/assets/first.js';
    document.head.append(script);
    await __vitePreload(importChunk, ['assets/first.js']);
    expect(fetchFile).not.toHaveBeenCalled();
  });
});
