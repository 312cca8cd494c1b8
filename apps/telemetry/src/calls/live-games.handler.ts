import { liveGames } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readLiveGames } from '../operations/live-games.js';
import { unlessAway } from './unless-away.js';

@Injectable()
export class LiveGamesHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(liveGames, ({ after }) => unlessAway(() => readLiveGames(this.database, after, Date.now())));
  }
}
