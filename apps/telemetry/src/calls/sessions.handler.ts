import { beatSession, countViews, endSession, moveInTelemetry, seeSessions, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { moveUser, beat, end, see, keepViews, type ViewsReport } from '../sessions/sessions.js';
import { Batcher } from '@earworm/service-kit/resilience';

@Injectable()
export class SessionsHandler {
  readonly #views = new Batcher<ViewsReport>((reports) => keepViews(this.database, reports, new Date()));

  constructor(private readonly database: DataSource) {}

  @Handles(beatSession)
  async beat(given: RequestOf<typeof beatSession>) {
    await beat(this.database, given, new Date());
    return {};
  }

  @Handles(seeSessions)
  async see(given: RequestOf<typeof seeSessions>) {
    await see(this.database, given, new Date());
    return {};
  }

  @Handles(endSession)
  async end({ sessionId }: RequestOf<typeof endSession>) {
    await end(this.database, sessionId, new Date());
    return {};
  }

  @Handles(countViews)
  async countViews(given: RequestOf<typeof countViews>) {
    await this.#views.add(given);
    return {};
  }

  @Handles(moveInTelemetry)
  async move(given: RequestOf<typeof moveInTelemetry>) {
    await moveUser(this.database, given);
    return {};
  }
}
