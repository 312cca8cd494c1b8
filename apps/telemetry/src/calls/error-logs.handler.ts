import { errorLogs } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { refuseWhileDown } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { logsOf } from '../errors/read-logs.js';

@Injectable()
export class ErrorLogsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(errorLogs, async ({ fingerprint }) => ({
      logs: await refuseWhileDown(() => logsOf(this.database, fingerprint)),
    }));
  }
}
