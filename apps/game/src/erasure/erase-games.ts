import { setTimeout as sleep } from 'node:timers/promises';
import {
  defineCall,
  eraseInFeedback,
  eraseInLibrary,
  eraseInShows,
  eraseInTelemetry,
  existingShows,
  type ShowId,
} from '@earworm/contracts';
import { GameId } from '@earworm/rules';
import { type Bus, callShard } from '@earworm/service-kit/bus';
import { backoff } from '@earworm/service-kit/resilience';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { type DueErasure, endErasures, noteOld, noteOrphaned, postpone, takeDue } from './erasures.js';

const AT_ONCE = 20;
const CALL = { timeoutMs: 10_000 };
const BACKOFF = { first: 10_000, longest: 3_600_000 };

/** The replica that runs the job calls the owner, which unloads the game and deletes its log. Repeated, it does so again. */
export const eraseOn = defineCall({
  subject: 'game.erase-on',
  request: z.strictObject({ gameId: GameId }),
  reply: z.strictObject({}),
  errors: ['unavailable'],
});

export interface EraseOptions {
  readonly database: DataSource;
  readonly bus: Bus;
  readonly keepDays: number;
  /** Between the logs of two games: others are being played meanwhile. */
  readonly pauseMs: number;
}

/**
 * Erases the games that are due, each in every service; returns how many. After a failure it goes on with the others, and
 * then throws: a game that was not erased everywhere is tried again, with all its steps.
 */
export async function eraseGames(options: EraseOptions, stopped = () => false): Promise<number> {
  const { database, bus, keepDays } = options;
  const failures: unknown[] = [];
  await noteOld(database, keepDays);
  const existing = async (showIds: readonly ShowId[]) =>
    (await bus.call(existingShows, { showIds: [...showIds] }, CALL)).showIds;
  await noteOrphaned(database, keepDays, existing).catch((error: unknown) => failures.push(error));
  let erased = 0;
  while (!stopped()) {
    const due = await takeDue(database, AT_ONCE);
    if (due.length === 0) break;
    const batch = await eraseBatch(options, due, stopped);
    failures.push(...batch.failures);
    erased += batch.erased.length;
  }
  if (failures.length > 0) throw failures[0];
  return erased;
}

async function eraseBatch(
  { database, bus, pauseMs }: EraseOptions,
  due: readonly DueErasure[],
  stopped: () => boolean,
) {
  const failures: unknown[] = [];
  const attempt = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      failures.push(error);
      return false;
    }
  };
  const gameIds = due.map(({ gameId }) => gameId);
  const inAll = { gameIds };
  let erased: GameId[] = [];
  // First, for it notes the ids outside the database.
  if (await attempt(bus.call(eraseInLibrary, inAll, CALL))) {
    for (const gameId of gameIds) {
      if (stopped()) break;
      if (await attempt(callShard(bus, eraseOn, gameId, { gameId }))) erased.push(gameId);
      await sleep(pauseMs);
    }
    const others = [
      await attempt(bus.call(eraseInTelemetry, inAll, CALL)),
      await attempt(bus.call(eraseInShows, inAll, CALL)),
      await attempt(bus.call(eraseInFeedback, inAll, CALL)),
    ];
    if (others.includes(false)) erased = [];
  }
  await endErasures(database, erased);
  const left = due.filter(({ gameId }) => !erased.includes(gameId));
  const attempts = Math.max(1, ...left.map((each) => each.attempts));
  const pause = backoff(BACKOFF.first, BACKOFF.longest)(attempts - 1);
  if (left.length > 0)
    await postpone(
      database,
      left.map(({ gameId }) => gameId),
      pause,
    );
  return { erased, failures };
}
