import {
  beginAct,
  endAct,
  endSessions,
  exportAudit,
  listAccounts,
  listAudit,
  readAccount,
  RefusedError,
  setAdmin,
  setDisabled,
  type RequestOf,
} from '@earworm/contracts';
import { Handles, KIT, type Kit } from '@earworm/service-kit/bootstrap';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import { logFailedCall } from '../failures.js';
import { type AccountDirectory, OPENED_PROVIDER, type OpenedProvider } from '../providers/identity-provider.js';

@Injectable()
export class AccountsHandler {
  readonly #directory: AccountDirectory;

  constructor(
    @Inject(OPENED_PROVIDER) { directory }: OpenedProvider,
    private readonly audit: AuditLog,
    @Inject(KIT) private readonly kit: Pick<Kit, 'log'>,
  ) {
    this.#directory = directory;
  }

  @Handles(listAccounts)
  list(query: RequestOf<typeof listAccounts>) {
    return this.#directory.search(query);
  }

  @Handles(readAccount)
  read({ userId }: RequestOf<typeof readAccount>) {
    return this.#directory.read(userId);
  }

  @Handles(setAdmin)
  setAdmin({ userId, admin }: RequestOf<typeof setAdmin>) {
    return this.#directory.setAdmin(userId, admin);
  }

  @Handles(setDisabled)
  setDisabled({ userId, disabled }: RequestOf<typeof setDisabled>) {
    return this.#directory.setDisabled(userId, disabled);
  }

  @Handles(endSessions)
  async endSessions({ userId }: RequestOf<typeof endSessions>) {
    await this.#directory.endSessions(userId);
    return {};
  }

  @Handles(beginAct)
  async beginAct(entry: RequestOf<typeof beginAct>) {
    return this.audit.begin(entry, entry.target?.kind === 'account' ? await this.#nameOf(entry.target.id) : null);
  }

  @Handles(endAct)
  async endAct(outcome: RequestOf<typeof endAct>) {
    await this.audit.end(outcome);
    return {};
  }

  @Handles(listAudit)
  listAudit(query: RequestOf<typeof listAudit>) {
    return this.audit.list(query);
  }

  @Handles(exportAudit)
  exportAudit(query: RequestOf<typeof exportAudit>) {
    return this.audit.export(query);
  }

  /** Null when it is not known: an act on an account that does not exist is recorded, too. */
  async #nameOf(userId: string): Promise<string | null> {
    try {
      return (await this.#directory.read(userId)).displayName;
    } catch (error) {
      if (!(error instanceof RefusedError)) logFailedCall(this.kit.log, readAccount, error);
      return null;
    }
  }
}
