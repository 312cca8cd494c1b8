import { errorLogs } from '@earworm/contracts';
import { BUS } from '@earworm/service-kit/bootstrap';
import type { Bus, CallHandler } from '@earworm/service-kit/bus';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { logsOf } from '../errors/read-logs.js';
import { unlessAway } from './unless-away.js';

@Injectable()
export class ErrorLogsHandler implements CallHandler {
  constructor(
    @Inject(BUS) private readonly bus: Bus,
    @Inject(DataSource) private readonly database: DataSource,
  ) {}

  serve() {
    return this.bus.serve(errorLogs, async ({ fingerprint }) => ({
      logs: await unlessAway(() => logsOf(this.database, fingerprint)),
    }));
  }
}
