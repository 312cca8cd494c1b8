import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { FairTurns } from './fair-turns.js';

describe('fair turns', () => {
  let turns: FairTurns;
  let begun: string[];
  const run = (address: string | null, ...names: readonly string[]) => {
    const list = begun;
    names.forEach((name) => turns.run(address, () => void list.push(name)));
  };

  beforeEach(() => {
    begun = [];
    turns = new FairTurns(2);
  });

  it('begin a few in each turn of the event loop, in order of arrival within an address', async () => {
    run('a', '1', '2', '3');
    expect(begun).toEqual([]);
    await nextTurn();
    expect(begun).toEqual(['1', '2']);
    await nextTurn();
    expect(begun).toEqual(['1', '2', '3']);
  });

  it('let the work of another address pass a flood from one', async () => {
    run('flood', ...Array.from({ length: 1_000 }, (_, n) => `${n}`));
    run('hall', 'first', 'second');
    run(null, 'unknown address');
    await nextTurn();
    expect(begun).toEqual(['0', 'first']);
    await nextTurn();
    expect(begun).toEqual(['0', 'first', 'unknown address', '1']);
    await nextTurn();
    expect(begun.slice(4)).toEqual(['second', '2']);
  });

  it('begin everything once, also what arrives while other work begins', async () => {
    turns.run('a', () => run('a', 'late'));
    run('b', 'b');
    await nextTurn();
    await nextTurn();
    expect(begun).toEqual(['b', 'late']);
    await nextTurn();
    expect(begun).toEqual(['b', 'late']);
  });
});
