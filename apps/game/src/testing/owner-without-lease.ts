import { NO_TRACING } from '@earworm/service-kit/tracing';
import { randomUUID } from 'node:crypto';
import type { Command, GameId } from '@earworm/rules';
import type { DataSource } from 'typeorm';
import { randomCode } from '../codes/reserve-code.js';
import { LogWriter } from '../log/append.js';
import { Flush } from '../log/flush.js';
import { loadLog } from '../log/read.js';
import { systemClock, type Clock } from '../actor/clock.js';
import { GameMemory } from '../actor/game-memory.js';
import { Owner } from '../shards/owner.js';
import { user } from './game-service.js';

/** An owner that believes in its lease whatever happens, as a frozen process does just after it has thawed. */
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
      offer: (author, gameId, rows) => flush.offer(author, gameId, rows),
      withdraw: (author, gameId) => flush.withdraw(author, gameId),
      publish: (subject) => published.push(subject),
      memory,
      save: () => undefined,
      busy: () => undefined,
      warn: () => undefined,
      tracing: NO_TRACING,
      ringMs: 100_000,
      absence: { expiresMs: 12_000, awayMs: 60_000, deskMs: 3_000 },
      seatRequests: { expiresMs: 12_000, awayMs: 20_000, openMs: 300_000 },
    },
    {
      maySpeak: () => true,
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
  /** `waitedMs`: how long the command had been with a gateway. */
  const send = (gameId: GameId, userId: string, command: Command | { type: 'createGame' }, waitedMs = 0) =>
    owner.answer(gameId, (actor) =>
      actor.submit({
        issuer: { userId: user(userId), isAdmin: false },
        commandId: randomUUID(),
        command:
          command.type === 'createGame'
            ? { type: 'createGame', gameCode: randomCode(), moderatorName: 'Mo', settings: {}, categories: [] }
            : command,
        pressedAt: clock.now() - waitedMs,
        deadline: clock.ticks() + 4_000,
      }),
    );
  return { owner, send, givenUp, published, close: () => writer.close() };
}
