import type { LogRow } from '@earworm/contracts';
import type { Logger } from 'pino';
import { Counter, type Registry } from 'prom-client';
import { type EntityManager, QueryFailedError } from 'typeorm';

/** What a follower makes of rows, in the transaction that also moves its checkpoint. */
export type Effect = (rows: readonly LogRow[], manager: EntityManager) => Promise<void>;
/** Is told of rows of one game that are left out. */
export type PutAside = (rows: readonly LogRow[], error: unknown) => void;

const ASIDE = 'follower_games_aside_total';

/**
 * Applies rows, in their order. When the database refuses their data each game is tried alone, and only that of a game
 * which is refused once more is left out. Throws whatever may pass by waiting: a lost connection, a newer release's event.
 */
export async function eachGame(
  effect: Effect,
  rows: readonly LogRow[],
  manager: EntityManager,
  putAside: PutAside,
): Promise<void> {
  try {
    await manager.transaction((inner) => effect(rows, inner));
    return;
  } catch (error) {
    if (!isOfData(error)) throw error;
  }
  for (const [, ofGame] of Map.groupBy(rows, ({ gameId }) => gameId)) {
    try {
      await manager.transaction((inner) => effect(ofGame, inner));
    } catch (error) {
      if (!isOfData(error)) throw error;
      putAside(ofGame, error);
    }
  }
}

/** Logs and counts what is left out: the log keeps it, and whoever mended the cause reads it again from the start. */
export function asideOf(follower: string, { log, metrics }: { log: Logger; metrics?: Registry }): PutAside {
  const counter = metrics === undefined ? null : counterIn(metrics);
  counter?.inc({ follower }, 0);
  return (rows, error) => {
    counter?.inc({ follower });
    const { gameId, version } = rows[0] ?? {};
    log.error({ err: error, follower, gameId, version, rows: rows.length }, 'events of a game were put aside');
  };
}

const counterIn = (metrics: Registry): Counter => {
  const there = metrics.getSingleMetric(ASIDE);
  if (there instanceof Counter) return there;
  const help = 'Games whose events a follower of the log had to leave out';
  return new Counter({ name: ASIDE, help, labelNames: ['follower'], registers: [metrics] });
};

/** The classes of SQLSTATE for a value that does not fit and a constraint that is broken: the same the next time. */
const isOfData = (error: unknown): boolean =>
  error instanceof QueryFailedError && /^2[23]/.test((error.driverError as { code?: string }).code ?? '');
