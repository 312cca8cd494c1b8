import {
  admitGame,
  checkStageKey,
  createGame,
  crewRights,
  type ErrorCode,
  findByCode,
  onShard,
  RefusedError,
  shardOf,
  type RequestOf,
} from '@earworm/contracts';
import { decide, needsDesk, NO_GAME } from '@earworm/rules';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import { BusError, type Bus, callShard } from '@earworm/service-kit/bus';
import { retry } from '@earworm/service-kit/resilience';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { systemClock } from '../actor/clock.js';
import { gameIdFor, gameOfCode, randomCode, reserveCode, makersOfStageKey } from '../codes/codes.js';
import { isErased } from '../erasure/erasures.js';
import { admitOn, createOn } from './owner-calls.js';

/** Without an answer from an owner the game is admitted: its creation waits for the next owner. */
const ADMIT_WITHIN_MS = 300;
const CREATE_WITHIN_MS = 8_000;
/** A large quiz takes a busy owner longer than other calls; each attempt sends it again. */
const CREATE_ATTEMPT_MS = 2_000;
const RETRY_PAUSE_MS = 50;

/** Calls that create and find games; answered by any replica. */
@Injectable()
export class GamesHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    private readonly database: DataSource,
  ) {}

  @Handles(admitGame)
  async admit({ userId, requestId }: RequestOf<typeof admitGame>) {
    const gameId = gameIdFor(userId, requestId);
    try {
      return await this.bus.call(onShard(admitOn, shardOf(gameId)), { gameId }, { timeoutMs: ADMIT_WITHIN_MS });
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
    const makers = await makersOfStageKey(this.database, gameId, stageKey);
    if (makers === null) return { fits: true };
    const rights = await Promise.all(
      makers.map((userId) => callShard(this.bus, crewRights, gameId, { gameId, userId })),
    );
    return { fits: rights.some((each) => needsDesk(each.rights)) };
  }

  @Handles(createGame)
  async create(request: RequestOf<typeof createGame>) {
    const { actor, requestId, moderatorName, settings, timeTrialMode, categories, teams } = request;
    const gameId = gameIdFor(actor.userId, requestId);
    const command = { type: 'createGame' as const, moderatorName, settings, timeTrialMode, categories, teams };
    // A request that the rules reject reserves no code.
    const context = { now: systemClock.now(), actor, gameId, seatHash: null };
    const decision = decide(NO_GAME, { ...command, gameCode: randomCode() }, context);
    if (!decision.ok) throw new RefusedError(decision.rejection.code, decision.rejection.params);

    const gameCode = await reserveCode(this.database, gameId).catch(async (error: unknown) => {
      throw (await isErased(this.database, gameId)) ? new RefusedError('game-erased') : error;
    });
    await this.#createOnOwner({ gameId, actor, commandId: requestId, command: { ...command, gameCode } });
    return { gameId, gameCode };
  }

  async #createOnOwner(input: Omit<RequestOf<typeof createOn>, 'deadlineMs'>): Promise<void> {
    const call = onShard(createOn, shardOf(input.gameId));
    const until = systemClock.ticks() + CREATE_WITHIN_MS;
    const attempt = async () => {
      const deadlineMs = Math.floor(until - systemClock.ticks());
      if (deadlineMs <= 0) throw new RefusedError('unavailable');
      await this.bus.call(call, { ...input, deadlineMs }, { timeoutMs: Math.min(deadlineMs, CREATE_ATTEMPT_MS) });
    };
    const shouldRetry = (error: unknown) => error instanceof BusError || isRefusal(error, 'retry');
    await retry(attempt, { pauseMs: () => RETRY_PAUSE_MS, shouldRetry }).catch((error: unknown) => {
      // The id is derived from the request, so it is this very game that exists.
      if (!isRefusal(error, 'game-already-exists')) throw error;
    });
  }
}

const isRefusal = (error: unknown, code: ErrorCode) => error instanceof RefusedError && error.code === code;
