import { randomUUID } from 'node:crypto';
import { setTimeout as pace } from 'node:timers/promises';
import { RefusedError } from '@earworm/contracts';
import type { Command, GameId } from '@earworm/rules';
import type { Bus } from '@earworm/service-kit/bus';
import { eventually } from '@earworm/service-kit/testing';
import { logOf } from './database.js';
import { MODERATOR, send } from './game-service.js';

export interface Answered {
  readonly gameId: GameId;
  readonly commandId: string;
  readonly command: Command;
  readonly version: number;
  /** Wall clock, ms: when it was first sent, and when answered. */
  readonly givenAt: number;
  readonly answeredAt: number;
  /** Monotonic ms. */
  readonly at: number;
}

/** Every run has its own ids with a common prefix. */
const RUN_LENGTH = 8;

/** Refusals that only mean "not now"; the client resends the same command. */
const NOT_NOW = ['retry', 'busy'];

/** One command after the other in every game, each resent under its id until it is answered. */
export function streamOfCommands(bus: Bus, gameIds: readonly GameId[], pauseMs = 10) {
  const answered: Answered[] = [];
  const run = randomUUID().slice(0, RUN_LENGTH);
  let playing = true;
  const insist = async (gameId: GameId, commandId: string, command: Command): Promise<number> => {
    for (;;) {
      try {
        const times = { commandId, withinMs: 30_000 };
        return (await send(bus, gameId, MODERATOR, command, times)).version;
      } catch (error) {
        if (!(error instanceof RefusedError) || !NOT_NOW.includes(error.code)) throw error;
        await pace(20);
      }
    }
  };
  const over = Promise.all(
    gameIds.map(async (gameId) => {
      for (let n = 0; playing; n++) {
        const commandId = `${run}-${gameId}-${n}`;
        const command: Command = { type: 'switchTimeTrial', on: n % 2 === 0 };
        const givenAt = Date.now();
        const version = await insist(gameId, commandId, command);
        const answeredAt = Date.now();
        answered.push({ gameId, commandId, command, version, givenAt, answeredAt, at: performance.now() });
        await pace(pauseMs);
      }
    }),
  );
  return {
    answered,
    /** Resolves when so many more were answered. */
    goesOn: async (count = 20) => {
      const before = answered.length;
      await eventually(() => {
        if (answered.length < before + count) throw new Error(`${answered.length - before} of ${count} were answered`);
      });
    },
    /** How many were answered at or after a time; until another time, if one is given. */
    answeredFrom: (from: number, until = Number.POSITIVE_INFINITY) =>
      answered.filter(({ at }) => at >= from && at < until).length,
    /** The longest time that each game went without an answer, ms, worst first. */
    longestPauses: () =>
      gameIds
        .map((gameId) => {
          const times = answered.filter((each) => each.gameId === gameId).map(({ at }) => at);
          return Math.max(0, ...times.slice(1).map((at, index) => at - (times[index] ?? at)));
        })
        .sort((a, b) => b - a),
    /** How long all games went without an answer around a time, ms: the one that waited longest. */
    pauseAround: (moment: number) =>
      Math.max(
        ...gameIds.map((gameId) => {
          const times = answered.filter((each) => each.gameId === gameId).map(({ at }) => at);
          const next = times.findIndex((at) => at > moment);
          return next < 1 ? Infinity : (times[next] ?? Infinity) - (times[next - 1] ?? moment);
        }),
      ),
    end: async () => {
      playing = false;
      await over;
    },
  };
}

/** Compares the log of these games with the answers: every list must be empty. */
export async function faultsOf(url: string, gameIds: readonly GameId[], answered: readonly Answered[]) {
  const lost: Answered[] = [];
  const doubled: string[] = [];
  const gaps: string[] = [];
  const unasked: string[] = [];
  for (const gameId of gameIds) {
    const log = await logOf(url, gameId);
    if (log.some((row, index) => row.version !== index + 1)) gaps.push(gameId);
    const mine = answered.filter((each) => each.gameId === gameId);
    const ids = log.flatMap((row) => row.command_id ?? []);
    doubled.push(...ids.filter((id, index) => ids.indexOf(id) !== index));
    lost.push(...mine.filter(({ commandId, version }) => log[version - 1]?.command_id !== commandId));
    const run = mine[0]?.commandId.slice(0, RUN_LENGTH) ?? '';
    const known = new Set(mine.map(({ commandId }) => commandId));
    unasked.push(...ids.filter((id) => id.startsWith(run) && !known.has(id)));
  }
  return { lost, doubled, gaps, unasked };
}
export const NO_FAULTS = { lost: [], doubled: [], gaps: [], unasked: [] };
