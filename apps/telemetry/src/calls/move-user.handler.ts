import { moveInTelemetry } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { refuseWhileDown } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { moveUser } from '../sessions/move-user.js';

@Injectable()
export class MoveUserHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(moveInTelemetry, async (move) => {
      await refuseWhileDown(() => moveUser(this.database, move));
      return {};
    });
  }
}
