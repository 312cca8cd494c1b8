import { eraseInTelemetry, erasePersonInTelemetry, exportFromTelemetry, type RequestOf } from '@earworm/contracts';
import { eraseFromProjections } from '@earworm/projections';
import { Handles } from '@earworm/service-kit/bootstrap';
import { exportRows } from '@earworm/service-kit/postgres';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ERASE_GAMES } from '../facts/facts.sql.js';
import { erasePerson } from '../sessions/erase-person.js';
import { EXPORT_OF_TELEMETRY } from '../sessions/sessions.sql.js';

@Injectable()
export class ErasuresHandler {
  constructor(private readonly database: DataSource) {}

  @Handles(eraseInTelemetry)
  async erase({ gameIds }: RequestOf<typeof eraseInTelemetry>) {
    await eraseFromProjections(this.database, gameIds, ERASE_GAMES);
    return {};
  }
  @Handles(erasePersonInTelemetry)
  async erasePerson(request: RequestOf<typeof erasePersonInTelemetry>) {
    await erasePerson(this.database, request);
    return {};
  }
  @Handles(exportFromTelemetry)
  export(request: RequestOf<typeof exportFromTelemetry>) {
    return exportRows(this.database, EXPORT_OF_TELEMETRY, request);
  }
}
