import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { admitGame, RefusedError } from '@earworm/contracts';
import { type Bus, createInProcessBus } from '@earworm/service-kit/bus';
import { createLog } from '@earworm/service-kit/log';
import { eventually } from '@earworm/service-kit/testing';
import { LARGE_BYTES, NewGames, type NewGamesOptions } from './new-games.js';

const MB = 1024 * 1024;
const BUSY = expect.objectContaining({ code: 'busy' });
const game = { userId: 'ann', requestId: 'request-of-ann' };

describe('creating games with content', () => {
  let bus: Bus;
  let isMemoryFull: boolean;
  beforeEach(() => {
    bus = createInProcessBus({ log: createLog('spec', { level: 'silent' }) });
    isMemoryFull = false;
    bus.serve(admitGame, () => {
      if (isMemoryFull) throw new RefusedError('busy');
      return {};
    });
  });
  afterEach(() => bus.drain());

  const open = (terms: Partial<NewGamesOptions> = {}) =>
    new NewGames(bus, { concurrency: 1, queue: 30, maxWaitMs: 60_000, restMsPerMb: 0, busyMs: 0, ...terms });

  /** A creation that is in progress until it is ended. */
  function begin(newGames: NewGames, bytes = 0) {
    const { promise, resolve } = Promise.withResolvers<void>();
    let isBegun = false;
    const answer = newGames.createInTurn(game, async () => {
      isBegun = true;
      await promise;
      return { result: 'made', bytes };
    });
    return { answer, end: resolve, begun: () => eventually(() => expect(isBegun).toBe(true)) };
  }

  it('pauses after each, in proportion to its content', async () => {
    const newGames = open({ restMsPerMb: 100 });
    const begunAt: number[] = [];
    const create = () => {
      begunAt.push(performance.now());
      return Promise.resolve({ result: 'made', bytes: 2 * MB });
    };
    await Promise.all([newGames.createInTurn(game, create), newGames.createInTurn(game, create)]);
    const [first = NaN, second = NaN] = begunAt;
    // A timer may fire a millisecond early.
    expect(second - first).toBeGreaterThan(190);
  });

  it('does not pause between small games', async () => {
    const newGames = open({ restMsPerMb: 60 * 60 * 1_000 });
    const create = () => Promise.resolve({ result: 'made', bytes: LARGE_BYTES });
    expect(await Promise.all(Array.from({ length: 20 }, () => newGames.createInTurn(game, create)))).toHaveLength(20);
  });

  it('is refused only when the queue is full', async () => {
    const newGames = open({ queue: 1 });
    const first = begin(newGames);
    await first.begun();
    await newGames.admit(game);
    const second = begin(newGames);
    await expect(newGames.admit(game)).rejects.toEqual(BUSY);
    await expect(newGames.reserve('bob')).rejects.toEqual(BUSY);
    await expect(newGames.createInTurn(game, () => Promise.reject(new Error('begun')))).rejects.toEqual(BUSY);
    first.end();
    second.end();
    expect(await Promise.all([first.answer, second.answer])).toEqual(['made', 'made']);
  });

  it('is refused while queued once the estimated wait is too long', async () => {
    const newGames = open({ queue: 100, maxWaitMs: 3_000, restMsPerMb: 200 });
    const first = begin(newGames, MB);
    await first.begun();
    const made = () => Promise.resolve({ result: 'made', bytes: 0 });
    const waiting = Array.from({ length: 100 }, () =>
      newGames.createInTurn(game, made).catch((error: unknown) => error),
    );
    first.end();
    // The first took at least 200 ms, so the average turn takes more than 30 ms.
    expect(await waiting.at(-1)).toEqual(BUSY);
    expect(await waiting[0]).toBe('made');
    await Promise.all(waiting);
  });

  it('reserves a place while the body is uploaded, until it is released', async () => {
    const newGames = open({ queue: 1 });
    const first = begin(newGames);
    await first.begun();
    const leave = await newGames.reserve('bob');
    await expect(newGames.reserve('cem')).rejects.toEqual(BUSY);
    leave();
    leave();
    const again = await newGames.reserve('cem');
    await expect(newGames.admit(game)).rejects.toEqual(BUSY);
    again();
    first.end();
    await first.answer;
  });

  it('is refused while memory is full, without reserving a place', async () => {
    const newGames = open({ queue: 0 });
    isMemoryFull = true;
    await expect(newGames.reserve('bob')).rejects.toEqual(BUSY);
    await expect(newGames.admit(game)).rejects.toEqual(BUSY);
    await expect(newGames.createInTurn(game, () => Promise.reject(new Error('begun')))).rejects.toEqual(BUSY);
    isMemoryFull = false;
    await newGames.reserve('bob');
  });

  it('delays its refusal', async () => {
    const newGames = open({ busyMs: 80 });
    isMemoryFull = true;
    const startedAt = performance.now();
    await expect(newGames.admit(game)).rejects.toEqual(BUSY);
    expect(performance.now() - startedAt).toBeGreaterThan(75);
  });
});
