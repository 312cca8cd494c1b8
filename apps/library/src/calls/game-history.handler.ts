import { gameHistory } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { historyOf } from '../history/read.js';
import { BUS } from '../tokens.js';
import type { CallHandler } from './call-handler.js';

@Injectable()
export class GameHistoryHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(gameHistory, async ({ userId, list, limit }) => ({
      games: await historyOf(this.database, userId, limit, list),
    }));
  }
}
