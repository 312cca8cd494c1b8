import { gameResult } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { resultOf } from '../history/result.js';

@Injectable()
export class GameResultHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(gameResult, (request) => resultOf(this.database, this.bus, request));
  }
}
