import { gameHistory, gamesOfUser } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import { allOf, type Bus, type CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { gamesOf, historyOf } from '../history/read.js';

@Injectable()
export class GameHistoryHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return allOf(
      this.bus.serve(gameHistory, async ({ userId, list, limit }) => ({
        games: await historyOf(this.database, userId, limit, list),
      })),
      this.bus.serve(gamesOfUser, ({ userId, page }) => gamesOf(this.database, userId, page)),
    );
  }
}
