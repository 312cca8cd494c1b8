import { gameHistory, gameResult, gamesOfUser, type RequestOf } from '@earworm/contracts';
import { BUS, Handles } from '@earworm/service-kit/bootstrap';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { gamesOf, historyOf, resultOf } from '../history/read.js';

@Injectable()
export class HistoryHandler {
  constructor(
    private readonly database: DataSource,
    @Inject(BUS) private readonly bus: Bus,
  ) {}

  @Handles(gameHistory)
  async history({ userId, list, limit }: RequestOf<typeof gameHistory>) {
    return { games: await historyOf(this.database, userId, limit, list) };
  }

  @Handles(gamesOfUser)
  gamesOfUser({ userId, page }: RequestOf<typeof gamesOfUser>) {
    return gamesOf(this.database, userId, page);
  }

  @Handles(gameResult)
  result(request: RequestOf<typeof gameResult>) {
    return resultOf(this.database, this.bus, request);
  }
}
