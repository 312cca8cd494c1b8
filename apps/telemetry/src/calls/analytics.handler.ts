import { analytics } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { refuseWhileDown } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { readAnalytics } from '../analytics/read.js';

@Injectable()
export class AnalyticsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(analytics, (range) => refuseWhileDown(() => readAnalytics(this.database, range)));
  }
}
