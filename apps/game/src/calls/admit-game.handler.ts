import { admitGame, onShard, shardOf } from '@earworm/contracts';
import { BusError, type Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { BUS } from '../tokens.js';
import { admitOn } from './admit-on.js';
import type { CallHandler } from './call-handler.js';
import { gameIdFor } from '../codes/game-id-for.js';

/** An owner that says nothing is no reason to refuse: creating the game waits for the next one. */
const WITHIN_MS = 300;

@Injectable()
export class AdmitGameHandler implements CallHandler {
  constructor(@Inject(BUS) private readonly bus: Bus) {}

  serve() {
    return this.bus.serve(admitGame, async ({ userId, requestId }) => {
      const gameId = gameIdFor(userId, requestId);
      try {
        return await this.bus.call(onShard(admitOn, shardOf(gameId)), { gameId }, { timeoutMs: WITHIN_MS });
      } catch (error) {
        if (error instanceof BusError) return {};
        throw error;
      }
    });
  }
}
