import { checkStageKey } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { fitsStage } from '../codes/stage-key.js';
import { BUS } from '../tokens.js';
import type { CallHandler } from './call-handler.js';

@Injectable()
export class CheckStageKeyHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(checkStageKey, async ({ gameId, stageKey }) => ({
      fits: await fitsStage(this.database, gameId, stageKey),
    }));
  }
}
