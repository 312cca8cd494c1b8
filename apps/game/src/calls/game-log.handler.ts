import { gameLog } from '@earworm/contracts';
import { EncodedReply, type Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { followLog } from '../log/follow.js';
import { BUS } from '../tokens.js';
import type { CallHandler } from './call-handler.js';

@Injectable()
export class GameLogHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(gameLog, async (asked) => new EncodedReply(await followLog(this.database, asked)));
  }
}
