import { afterEach, describe, expect, it } from '@jest/globals';
import { JsonThread } from './json-thread.js';

const bounds = { members: 100_000, nul: true };

describe('the JSON thread', () => {
  const thread = new JsonThread();
  afterEach(() => thread.stop());

  it('parses several texts at once, each to its own value, and refuses those that are not strict JSON', async () => {
    const texts = ['{"a":1}', '{"a":1,"a":2}', '[1,2]', '{'];
    const outcomes = await Promise.allSettled(texts.map((text) => thread.parse(Buffer.from(text), bounds)));
    expect(outcomes).toMatchObject([
      { value: { a: 1 } },
      { reason: expect.any(SyntaxError) },
      { value: [1, 2] },
      { reason: expect.any(SyntaxError) },
    ]);
  });

  it('refuses as busy what it had not parsed when it ended, and starts again with the next text', async () => {
    const cut = thread.parse(Buffer.from(`[${'1,'.repeat(50_000)}1]`), bounds).catch((error: unknown) => error);
    await thread.stop();
    expect(await cut).toMatchObject({ code: 'busy' });
    expect(await thread.parse(Buffer.from('[1]'), bounds)).toEqual([1]);
  });
});
