import { findByCode, RefusedError } from '@earworm/contracts';
import type { Bus } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { gameOfCode } from '../codes/reserve-code.js';
import { BUS } from '../tokens.js';
import type { CallHandler } from './call-handler.js';

@Injectable()
export class FindByCodeHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(findByCode, async ({ gameCode }) => {
      const gameId = await gameOfCode(this.database, gameCode);
      if (gameId === null) throw new RefusedError('game-not-found');
      return { gameId };
    });
  }
}
