import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { copyText } from './copy-text.js';

describe('copying a text', () => {
  const page = { navigator: globalThis.navigator, document: globalThis.document };
  const written: string[] = [];
  let isAllowed = true;
  const field = { value: '', style: {}, select: jest.fn(), remove: jest.fn() };
  const copied: string[] = [];

  beforeEach(() => {
    const writeText = (text: string) =>
      isAllowed ? Promise.resolve(void written.push(text)) : Promise.reject(new Error('NotAllowedError'));
    define({
      navigator: { clipboard: { writeText } },
      document: {
        createElement: () => field,
        body: { append: () => undefined },
        execCommand: () => copied.push(field.value) > 0,
      },
    });
  });
  afterEach(() => {
    define(page);
    written.length = copied.length = 0;
    isAllowed = true;
  });

  it('writes it to the clipboard', async () => {
    expect(await copyText('AB12CD')).toBe(true);
    expect([written, copied]).toEqual([['AB12CD'], []]);
  });

  it('selects and copies it from a field when the browser refuses the clipboard', async () => {
    isAllowed = false;
    expect(await copyText('AB12CD')).toBe(true);
    expect([written, copied]).toEqual([[], ['AB12CD']]);
  });

  it('selects and copies it from a field without a secure context, where there is no clipboard', async () => {
    define({ navigator: {} });
    expect(await copyText('AB12CD')).toBe(true);
    expect(copied).toEqual(['AB12CD']);
  });
});

function define(globals: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
