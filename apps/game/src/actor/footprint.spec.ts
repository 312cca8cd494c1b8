import { contentBytes } from '@earworm/contracts';
import { decide, evolve, GameId, NO_GAME, UserId, type AnyCommand, type GameState } from '@earworm/rules';
import { collectGarbage } from '@earworm/service-kit/testing';
import { describe, expect, it } from '@jest/globals';
import { createGameOf } from '../testing/game-in-memory.js';
import { HEAP_BYTES_PER_CHARACTER } from './footprint.js';

type Create = AnyCommand & { type: 'createGame' };
const boardOf = (categories: number, questions: number, text: string): Create =>
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
  }) as Create;

/** The event that a game begins with, as the log keeps it. */
function created(command: Create): string {
  const actor = { userId: UserId.parse('mo'), isAdmin: false };
  const decision = decide(NO_GAME, command, { now: 1, actor, seatHash: null, gameId: GameId.parse('game-1') });
  if (!decision.ok) throw new Error(decision.rejection.code);
  return JSON.stringify(decision.events[0]);
}

/** Bytes of heap for each of many states that are read from this text. */
function heapFor(text: string, states: number): number {
  const kept: GameState[] = [];
  const read = () => void kept.push(evolve(NO_GAME, JSON.parse(text) as Parameters<typeof evolve>[1]));
  read();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < states; n++) read();
  collectGarbage();
  return (process.memoryUsage().heapUsed - before) / states;
}

describe("the estimate of a game's heap", () => {
  it.each([
    ['a large board', boardOf(40, 30, 'y'.repeat(200)), 20],
    ['many short questions', boardOf(40, 30, 'y'), 20],
    ['a board in Chinese', boardOf(40, 30, '漢'.repeat(100)), 20],
    ['a small game', boardOf(6, 5, 'y'.repeat(20)), 1_000],
  ])('is no less than %s takes, and not twice as much', (_, command, states) => {
    const text = created(command);
    const heap = heapFor(text, states);
    expect(text.length * HEAP_BYTES_PER_CHARACTER).toBeGreaterThan(heap);
    expect(text.length * HEAP_BYTES_PER_CHARACTER).toBeLessThan(2 * heap);
  });

  it('reserves about as much for a new game as its first event has characters', () => {
    for (const command of [boardOf(40, 30, 'y'.repeat(200)), boardOf(40, 30, 'y')]) {
      const { length } = created(command);
      expect(contentBytes(command.categories) / length).toBeGreaterThan(0.9);
      expect(contentBytes(command.categories) / length).toBeLessThan(1.2);
    }
  });
});
