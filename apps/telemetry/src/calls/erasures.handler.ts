import { eraseInTelemetry, type RequestOf } from '@earworm/contracts';
import { eraseFromProjections } from '@earworm/projections';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ERASE_GAMES } from '../facts/facts.sql.js';

@Injectable()
export class ErasuresHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(eraseInTelemetry)
  async erase({ gameIds }: RequestOf<typeof eraseInTelemetry>) {
    await eraseFromProjections(this.database, gameIds, ERASE_GAMES);
    return {};
  }
}
