import { GameId, type AnyCommand } from '@earworm/rules';
import { describe, expect, it } from '@jest/globals';
import { createGameOf, ownerInMemory } from '../testing/game-in-memory.js';

const GAME = GameId.parse('game-1');
const join = (n: number): AnyCommand => ({ type: 'joinGame', name: `Player ${n}` });

describe('snapshots of a game', () => {
  it('saves the first snapshot after 200 events', async () => {
    const { give, saved } = ownerInMemory({ limit: 64 * 1024 * 1024 });
    await give(GAME, 'mo', createGameOf(400));
    for (let n = 0; saved.length === 0; n++) await give(GAME, `player-${n}`, join(n));
    expect(saved.map(({ version }) => version)).toEqual([200]);
  });

  it('saves the next snapshot only when the events since are as long as the last one', async () => {
    const { give, rows, saved } = ownerInMemory({ limit: 64 * 1024 * 1024 });
    await give(GAME, 'mo', createGameOf(100_000));
    let length = 0;
    for (let n = 0; saved.length < 2; n++) {
      await give(GAME, `player-${n}`, join(n));
      if (length > 0 || saved[0] === undefined) continue;
      length = JSON.stringify(saved[0].state).length + JSON.stringify(saved[0].answered).length;
      saved[0].onWritten(length);
    }
    const [first, second] = saved.map(({ version }) => version);
    expect(first).toBe(200);
    const charactersUpTo = (last: number) =>
      rows
        .get(GAME)!
        .filter(({ version }) => version > first! && version <= last)
        .reduce((sum, { event }) => sum + event.length, 0);
    expect(charactersUpTo(second!)).toBeGreaterThanOrEqual(length);
    expect(charactersUpTo(second! - 1)).toBeLessThan(length);
  });

  it('saves the next snapshot after 200 events when one could not be written', async () => {
    const { give, saved } = ownerInMemory({ limit: 64 * 1024 * 1024 });
    await give(GAME, 'mo', createGameOf(100_000));
    for (let n = 0; saved.length < 2; n++) {
      await give(GAME, `player-${n}`, join(n));
      if (n === 200) saved[0]!.onWritten(null);
    }
    expect(saved.map(({ version }) => version)).toEqual([200, 400]);
  });

  it('saves the next snapshot after 2,000 events however long the last one is', async () => {
    const { give, saved } = ownerInMemory({ limit: 64 * 1024 * 1024 });
    await give(GAME, 'mo', createGameOf(1_000_000));
    for (let n = 0; saved.length < 2; n++) {
      await give(GAME, `player-${n}`, join(n));
      if (saved.length === 1 && n < 400) saved[0]!.onWritten(1_300_000);
    }
    expect(saved.map(({ version }) => version)).toEqual([200, 2_200]);
  });
});
