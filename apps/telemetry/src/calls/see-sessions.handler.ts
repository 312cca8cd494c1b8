import { seeSessions } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { refuseWhileDown } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { see } from '../sessions/sessions.js';

@Injectable()
export class SeeSessionsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(seeSessions, async (given) => {
      await refuseWhileDown(() => see(this.database, given, new Date()));
      return {};
    });
  }
}
