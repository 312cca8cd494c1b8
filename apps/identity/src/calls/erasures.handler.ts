import { erasePeopleAgain, erasePerson, exportFromIdentity, RefusedError, type RequestOf } from '@earworm/contracts';
import { Handles } from '@earworm/service-kit/bootstrap';
import { exportRows } from '@earworm/service-kit/postgres';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EXPORT_OF_IDENTITY } from '../erasures/export.sql.js';
import { PersonErasures } from '../erasures/person-erasures.js';
import { OPENED_PROVIDER, type OpenedProvider } from '../providers/identity-provider.js';

@Injectable()
export class ErasuresHandler {
  constructor(
    @Inject(OPENED_PROVIDER) private readonly opened: OpenedProvider,
    private readonly erasures: PersonErasures,
    private readonly database: DataSource,
  ) {}

  @Handles(erasePerson)
  async erase({ userId, keepsTemplates }: RequestOf<typeof erasePerson>) {
    await this.opened.directory.erase(userId, (tx, account) => this.erasures.note(tx, userId, account, keepsTemplates));
    return {};
  }
  @Handles(erasePeopleAgain)
  async again({ userIds, keepsTemplates }: RequestOf<typeof erasePeopleAgain>) {
    return { people: await this.erasures.notePeople(userIds, keepsTemplates) };
  }

  @Handles(exportFromIdentity)
  async export(request: RequestOf<typeof exportFromIdentity>) {
    const page = await exportRows(this.database, EXPORT_OF_IDENTITY, request);
    return request.after === null ? { ...page, rows: [...(await this.#account(request.userId)), ...page.rows] } : page;
  }

  async #account(userId: string) {
    try {
      return [{ what: 'account', row: await this.opened.directory.read(userId) }];
    } catch (error) {
      if (error instanceof RefusedError && error.code === 'account-not-found') return [];
      throw error;
    }
  }
}
