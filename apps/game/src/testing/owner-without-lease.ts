import { NO_TRACING } from '@earworm/service-kit/tracing';
import { randomUUID } from 'node:crypto';
import type { BuzzTiming, Command, GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { randomCode } from '../codes/codes.js';
import { LogWriter } from '../log/append.js';
import { Flush } from '../log/flush.js';
import { loadLog } from '../log/read.js';
import { systemClock, type Clock } from '../actor/clock.js';
import { GameMemory } from '../actor/footprint.js';
import { Owner } from '../shards/owner.js';
import { CREATE_GAME, PRESENCE_TIMES } from './game-in-memory.js';
import { user } from './game-service.js';

/** An owner whose lease is always valid, as in a process that has just resumed from a suspension. */
export function ownerWithoutLease(
  { database, url, epoch, shard }: { database: DataSource; url: string; epoch: number; shard: number },
  clock: Clock = systemClock,
  memory = new GameMemory(64 * 1024 * 1024),
) {
  const writer = new LogWriter(url);
  const flush = new Flush((rows) => writer.append(rows), { batch: () => undefined, outcome: () => undefined });
  const givenUp: string[] = [];
  const published: string[] = [];
  const owner: Owner = new Owner(
    {
      clock,
      load: (gameId) => loadLog(database, gameId),
      offer: (listener, gameId, rows) => flush.offer(listener, gameId, rows),
      withdraw: (listener, gameId) => flush.withdraw(listener, gameId),
      publish: (subject) => published.push(subject),
      memory,
      save: () => undefined,
      countBusy: () => undefined,
      warn: () => undefined,
      tracing: NO_TRACING,
      ringMs: 100_000,
      presence: PRESENCE_TIMES,
    },
    {
      isLeaseValid: () => true,
      giveUp: (number, reason) => {
        givenUp.push(`${number} ${reason}`);
        owner.lost([number]);
      },
      taken: () => undefined,
      freed: () => undefined,
      gamesMax: 100,
    },
  );
  owner.taken(new Map([[shard, epoch]]));
  /** `waitedMs`: how long the command had been with a gateway; `timing`: what that measured of a buzz. */
  const send = (
    gameId: GameId,
    userId: string,
    command: Command | { type: 'createGame' },
    waitedMs = 0,
    timing?: BuzzTiming,
  ) =>
    owner.answer(gameId, (actor) =>
      actor.submit({
        ...(timing && { timing }),
        issuer: { userId: user(userId), isAdmin: false },
        commandId: randomUUID(),
        command: command.type === 'createGame' ? { ...CREATE_GAME, gameCode: randomCode() } : command,
        receivedAt: clock.now() - waitedMs,
        deadline: clock.ticks() + 4_000,
      }),
    );
  return { owner, send, givenUp, published, close: () => writer.close() };
}
