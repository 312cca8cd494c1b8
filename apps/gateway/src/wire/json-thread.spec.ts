import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { JsonThread } from './json-thread.js';

const bounds = { members: 100_000, nul: true };
const change = (basedOn: number, order: readonly string[] = []) =>
  JSON.stringify({ saveId: randomUUID(), basedOn, order });

describe('the JSON thread', () => {
  const thread = new JsonThread();
  afterEach(() => thread.stop());
  const parse = (text: string) => thread.parse(Buffer.from(text), bounds, 'saveTemplate');

  it('parses several texts at once, each to its own value, and refuses those that are not strict JSON', async () => {
    const [first, second] = [change(1), change(2)];
    const texts = [first, first.replace('{', '{"order":[],'), second, '{'];
    const outcomes = await Promise.allSettled(texts.map(parse));
    expect(outcomes).toMatchObject([
      { value: JSON.parse(first) },
      { reason: expect.any(SyntaxError) },
      { value: JSON.parse(second) },
      { reason: expect.any(SyntaxError) },
    ]);
  });

  it('starts before it is given a text', async () => {
    thread.start();
    expect(thread.isStarted).toBe(true);
    expect(await parse(change(1))).toMatchObject({ basedOn: 1 });
  });

  it('refuses what the schema of the route does not allow', async () => {
    await expect(parse('{"unknown":1}')).rejects.toThrow(SyntaxError);
  });

  it('refuses as busy what it had not parsed when it ended, and starts again with the next text', async () => {
    const cut = parse(change(1, Array(200).fill('c'))).catch((error: unknown) => error);
    await thread.stop();
    expect(await cut).toMatchObject({ code: 'busy' });
    expect(await parse(change(1))).toMatchObject({ basedOn: 1 });
  });
});
