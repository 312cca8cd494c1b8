import { contentBytes } from '@earworm/contracts';
import { decide, GameId, NO_GAME, UserId, type CreateGame } from '@earworm/rules';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createGameOf } from '../testing/game-in-memory.js';
import { HEAP_BYTES_PER_CHARACTER } from './footprint.js';

const boardOf = (categories: number, questions: number, text: string): CreateGame =>
  ({
    ...createGameOf(0),
    categories: Array.from({ length: categories }, (_, c) => ({
      categoryId: `c${c}`,
      name: `C${c}`,
      questions: Array.from({ length: questions }, (_, q) => ({
        questionId: `q${c}-${q}`,
        ...{ points: 100, answer: text, youtubeSongName: text, youtubeLink: 'https://youtu.be/dQw4w9WgXcQ' },
      })),
    })),
  }) as CreateGame;

/** The first event of a game, as stored in the log. */
function created(command: CreateGame): string {
  const actor = { userId: UserId.parse('mo'), isAdmin: false };
  const decision = decide(NO_GAME, command, { now: 1, actor, seatHash: null, gameId: GameId.parse('game-1') });
  if (!decision.ok) throw new Error(decision.rejection.code);
  return JSON.stringify(decision.events[0]);
}

const CASES = [
  ['a large board', boardOf(40, 30, 'y'.repeat(200)), 20],
  ['many short questions', boardOf(40, 30, 'y'), 20],
  ['a board in Chinese', boardOf(40, 30, '漢'.repeat(100)), 20],
  ['a small game', boardOf(6, 5, 'y'.repeat(20)), 1_000],
] as const;

const HOOKS = join(import.meta.dirname, '../../../../tests/harness/source-hooks.mjs');
const FLAGS = ['--expose-gc', '--no-warnings', '--experimental-transform-types', '--input-type=module'];
const MEASURE = `
  import { readFileSync } from 'node:fs';
  import { evolve, NO_GAME } from '@earworm/rules';
  const heaps = JSON.parse(readFileSync(0, 'utf8')).map(({ text, states }) => {
    const kept = [];
    const read = () => void kept.push(evolve(NO_GAME, JSON.parse(text)));
    read();
    gc();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < states; n++) read();
    gc();
    return (process.memoryUsage().heapUsed - before) / states;
  });
  console.log(JSON.stringify(heaps));`;

/** Bytes of heap for each of many states that are read from a text, in a process without garbage of other specs. */
function measureHeaps(given: readonly { readonly text: string; readonly states: number }[]): number[] {
  const args = [...FLAGS, '--import', HOOKS, '--eval', MEASURE];
  const options = { input: JSON.stringify(given), cwd: import.meta.dirname, encoding: 'utf8' } as const;
  return JSON.parse(execFileSync(process.execPath, args, options)) as number[];
}

describe("the estimate of a game's heap", () => {
  const texts = CASES.map(([, command]) => created(command));
  let heaps: number[];
  beforeAll(() => {
    heaps = measureHeaps(CASES.map(([, , states], i) => ({ text: texts[i]!, states })));
  });

  it.each(CASES.map(([title], i) => [title, i] as const))(
    'covers what %s takes, and less than twice as much',
    (_, i) => {
      const estimate = texts[i]!.length * HEAP_BYTES_PER_CHARACTER;
      expect(estimate).toBeGreaterThan(heaps[i]!);
      expect(estimate).toBeLessThan(2 * heaps[i]!);
    },
  );

  it('reserves about as much for a new game as its first event has characters', () => {
    for (const command of [boardOf(40, 30, 'y'.repeat(200)), boardOf(40, 30, 'y')]) {
      const { length } = created(command);
      expect(contentBytes(command.categories) / length).toBeGreaterThan(0.9);
      expect(contentBytes(command.categories) / length).toBeLessThan(1.2);
    }
  });
});
