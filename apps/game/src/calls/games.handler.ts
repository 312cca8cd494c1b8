import {
  admitGame,
  checkStageKey,
  contentBytes,
  createGame,
  type ErrorCode,
  findByCode,
  onShard,
  RefusedError,
  shardOf,
  type RequestOf,
} from '@earworm/contracts';
import { decide, NO_GAME } from '@earworm/rules';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import { retry } from '@earworm/service-kit/resilience';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { gameIdFor } from '../codes/game-id-for.js';
import { gameOfCode, randomCode, reserveCode } from '../codes/reserve-code.js';
import { fitsStage } from '../codes/stage-key.js';
import { systemClock } from '../actor/clock.js';
import { admitOn } from './admit-on.js';
import { CommandsHandler } from './commands.handler.js';
import { createOn } from './owner-calls.js';

/** An owner that says nothing is no reason to refuse: creating the game waits for the next one. */
const ADMITTED_WITHIN_MS = 300;
const DEADLINE_MS = 4_000;
const AGAIN_MS = 50;
/** A game with more content takes its time: it is decided once, and not written out for an owner in this very process. */
const LARGE_BYTES = 64 * 1024;

/** How games come into being, and how they are found; answered by any replica. */
@Injectable()
export class GamesHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    private readonly database: DataSource,
    private readonly own: CommandsHandler,
  ) {}

  @Handles(admitGame)
  async admit({ userId, requestId }: RequestOf<typeof admitGame>) {
    const gameId = gameIdFor(userId, requestId);
    try {
      return await this.bus.call(onShard(admitOn, shardOf(gameId)), { gameId }, { timeoutMs: ADMITTED_WITHIN_MS });
    } catch (error) {
      if (error instanceof BusError) return {};
      throw error;
    }
  }

  @Handles(findByCode)
  async findByCode({ gameCode }: RequestOf<typeof findByCode>) {
    const gameId = await gameOfCode(this.database, gameCode);
    if (gameId === null) throw new RefusedError('game-not-found');
    return { gameId };
  }

  @Handles(checkStageKey)
  async checkStageKey({ gameId, stageKey }: RequestOf<typeof checkStageKey>) {
    return { fits: await fitsStage(this.database, gameId, stageKey) };
  }

  @Handles(createGame)
  async create({ actor, requestId, moderatorName, settings, categories }: RequestOf<typeof createGame>) {
    const gameId = gameIdFor(actor.userId, requestId);
    const command = { type: 'createGame' as const, moderatorName, settings, categories };
    // A request that the rules refuse reserves no code; of a large one the owner's look is enough.
    const isLarge = contentBytes(categories) > LARGE_BYTES;
    if (!isLarge) {
      const ctx = { now: systemClock.now(), actor, gameId, seatHash: null };
      const verdict = decide(NO_GAME, { ...command, gameCode: randomCode() }, ctx);
      if (!verdict.ok) throw new RefusedError(verdict.rejection.code, verdict.rejection.params);
    }

    const gameCode = await reserveCode(this.database, gameId);
    await this.handToOwner({ gameId, actor, commandId: requestId, command: { ...command, gameCode } }, isLarge);
    return { gameId, gameCode };
  }

  private async handToOwner(input: Omit<RequestOf<typeof createOn>, 'deadlineMs'>, isLarge: boolean): Promise<void> {
    const call = onShard(createOn, shardOf(input.gameId));
    const until = systemClock.ticks() + DEADLINE_MS;
    const hand = async () => {
      const left = Math.floor(until - systemClock.ticks());
      if (left <= 0) throw new RefusedError('unavailable');
      const request = { ...input, deadlineMs: left };
      const isDone = isLarge && (await this.own.createHere(request)) !== undefined;
      if (!isDone) await this.bus.call(call, request);
    };
    const shouldRetry = (error: unknown) => error instanceof BusError || isRefusal(error, 'retry');
    await retry(hand, { pauseMs: () => AGAIN_MS, shouldRetry }).catch((error: unknown) => {
      // The id is made from the request, so a game that exists already is this very game.
      if (!isRefusal(error, 'game-already-exists')) throw error;
    });
  }
}

const isRefusal = (error: unknown, code: ErrorCode) => error instanceof RefusedError && error.code === code;
