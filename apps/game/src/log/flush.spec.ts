import { describe, expect, it } from '@jest/globals';
import type { LogRow, Outcome } from './append.js';
import { Flush, WAITING_BYTES_MAX, type AppendListener } from './flush.js';

const row = (gameId: string, version: number, text = '{}'): LogRow => ({
  gameId,
  version,
  userId: null,
  commandId: null,
  event: text,
  at: 0,
  epoch: 1,
});

/** A flush whose statements are answered by hand, and games that record their outcomes. */
function underTest() {
  const statements: { rows: readonly LogRow[]; answer: (outcome: Outcome) => void }[] = [];
  const settled: string[] = [];
  const flush = new Flush((rows) => new Promise((answer) => statements.push({ rows, answer })), {
    batch: () => undefined,
    outcome: () => undefined,
  });
  const author = (name: string, isGone = false): AppendListener => ({
    isGone,
    onCommitted: (version) => settled.push(`${name} ${version}`),
    onRefused: (code) => settled.push(`${name} refused ${code}`),
    onUnknown: () => settled.push(`${name} uncertain`),
  });
  /** Answers the statement that is this many before the last. */
  const answerEarlier = async (before: number, outcome: Outcome) => {
    statements.at(-1 - before)?.answer(outcome);
    await turn();
  };
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const answer = async (outcome: Outcome) => {
    statements.at(-1)?.answer(outcome);
    await turn();
  };
  const last = () => statements.at(-1)?.rows.map(({ gameId, version }) => `${gameId} ${version}`);
  return { flush, statements, settled, author, turn, answer, answerEarlier, last };
}

describe('the flush', () => {
  it('writes at once when idle, and all waiting rows in the next statement, sorted by game and version', async () => {
    const { flush, statements, settled, author, turn, answer, last } = underTest();
    const [a, b] = [author('a'), author('b')];
    flush.offer(b, 'b', [row('b', 1)]);
    await turn();
    expect(last()).toEqual(['b 1']);
    flush.offer(b, 'b', [row('b', 2)]);
    flush.offer(a, 'a', [row('a', 1), row('a', 2)]);
    flush.offer(b, 'b', [row('b', 3)]);
    await turn();
    expect(statements).toHaveLength(1);
    await answer({ kind: 'committed' });
    expect(last()).toEqual(['a 1', 'a 2', 'b 2', 'b 3']);
    await answer({ kind: 'committed' });
    expect(settled).toEqual(['b 1', 'a 2', 'b 3']);
    await flush.idle();
  });

  it('writes each game of a refused statement alone; only those that fail again are refused', async () => {
    const { flush, settled, author, turn, answer, last } = underTest();
    for (const name of ['a', 'b', 'c']) flush.offer(author(name), name, [row(name, 1)]);
    await turn();
    await answer({ kind: 'refused', code: '23505' });
    expect(last()).toEqual(['a 1']);
    await answer({ kind: 'committed' });
    expect(last()).toEqual(['b 1']);
    await answer({ kind: 'refused', code: '23505' });
    await answer({ kind: 'committed' });
    expect(settled).toEqual(['a 1', 'b refused 23505', 'c 1']);
  });

  it('reports an unknown outcome to every game of the statement', async () => {
    const { flush, settled, author, turn, answer } = underTest();
    for (const name of ['a', 'b']) flush.offer(author(name), name, [row(name, 1)]);
    await turn();
    await answer({ kind: 'unknown' });
    expect(settled).toEqual(['a uncertain', 'b uncertain']);
  });

  it('sends unsent rows again before later rows of the same game', async () => {
    const { flush, author, turn, answer, last } = underTest();
    const a = author('a');
    flush.offer(a, 'a', [row('a', 1)]);
    await turn();
    flush.offer(a, 'a', [row('a', 2)]);
    await answer({ kind: 'unsent' });
    expect(last()).toEqual(['a 1', 'a 2']);
  });

  it('drops unsent rows of a game that was lost meanwhile', async () => {
    const { flush, author, turn, answer, statements, settled } = underTest();
    flush.offer(author('a', true), 'a', [row('a', 1)]);
    await turn();
    await answer({ kind: 'unsent' });
    await flush.idle();
    expect(statements).toHaveLength(1);
    expect(settled).toEqual([]);
  });

  it('writes one large append beside the others, and later rows of its game after it', async () => {
    const { flush, statements, settled, author, turn, answer, answerEarlier, last } = underTest();
    const [large, other, small] = [author('large'), author('other'), author('small')];
    const long = 'x'.repeat(100_000);
    flush.offer(large, 'large', [row('large', 1, long)]);
    flush.offer(other, 'other', [row('other', 1, long)]);
    await turn();
    expect(last()).toEqual(['large 1']);
    flush.offer(large, 'large', [row('large', 2)]);
    flush.offer(small, 'small', [row('small', 1)]);
    await turn();
    expect(last()).toEqual(['small 1']);
    await answer({ kind: 'committed' });
    expect(settled).toEqual(['small 1']);
    expect(statements).toHaveLength(2);
    await answerEarlier(1, { kind: 'committed' });
    expect(settled).toEqual(['small 1', 'large 1']);
    expect(statements.slice(2).map(({ rows }) => rows.map(({ gameId, version }) => `${gameId} ${version}`))).toEqual([
      ['other 1'],
      ['large 2'],
    ]);
    await answer({ kind: 'committed' });
    await answerEarlier(1, { kind: 'committed' });
    await flush.idle();
    expect(settled).toEqual(['small 1', 'large 1', 'large 2', 'other 1']);
  });

  it('sends an unsent large append again, and reports one that was refused', async () => {
    const { flush, settled, author, turn, answer, last } = underTest();
    const a = author('a');
    flush.offer(a, 'a', [row('a', 1, 'x'.repeat(100_000))]);
    await turn();
    flush.offer(a, 'a', [row('a', 2)]);
    await answer({ kind: 'unsent' });
    expect(last()).toEqual(['a 1', 'a 2']);
    await answer({ kind: 'refused', code: '23505' });
    expect(settled).toEqual(['a refused 23505']);
    await flush.idle();
  });

  it('accepts nothing beyond eight mebibytes and forgets withdrawn rows', async () => {
    const { flush, author, turn, answer, statements } = underTest();
    const [a, b] = [author('a'), author('b')];
    flush.offer(b, 'b', [row('b', 1)]);
    await turn();
    const big = 'x'.repeat(WAITING_BYTES_MAX / 2);
    expect(flush.offer(a, 'a', [row('a', 1, big)])).toBe(true);
    expect(flush.offer(b, 'b', [row('b', 2, big)])).toBe(false);
    flush.withdraw(a, 'a');
    expect(flush.offer(b, 'b', [row('b', 2, big)])).toBe(true);
    await answer({ kind: 'committed' });
    expect(statements.at(-1)?.rows).toHaveLength(1);
  });
});
