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
} from '@earworm/contracts';
import type { Bus, Subscription } from '@earworm/service-kit/bus';
import type { AuditLog } from '../audit/audit-log.js';
import type { AccountDirectory } from '../providers/account-directory.js';

/** Answers the calls about accounts and the audit log. What fails for no fault of the caller's is reported and `unavailable`. */
export function serveAccounts(
  bus: Bus,
  { directory, audit }: { readonly directory: AccountDirectory; readonly audit: AuditLog },
  onError: (call: string, error: unknown) => void,
): Subscription[] {
  const or = async <T>(call: { readonly subject: string }, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      onError(call.subject, error);
      throw new RefusedError('unavailable');
    }
  };
  /** Null where it cannot be known now: an act on an account that does not exist is recorded, too. */
  const nameOf = async (userId: string): Promise<string | null> => {
    try {
      return (await directory.read(userId)).displayName;
    } catch (error) {
      if (!(error instanceof RefusedError)) onError('identity.account', error);
      return null;
    }
  };
  return [
    bus.serve(listAccounts, (query) => or(listAccounts, () => directory.search(query))),
    bus.serve(readAccount, ({ userId }) => or(readAccount, () => directory.read(userId))),
    bus.serve(setAdmin, ({ userId, admin }) => or(setAdmin, () => directory.setAdmin(userId, admin))),
    bus.serve(setDisabled, ({ userId, disabled }) => or(setDisabled, () => directory.setDisabled(userId, disabled))),
    bus.serve(endSessions, ({ userId }) => or(endSessions, async () => done(await directory.endSessions(userId)))),
    bus.serve(beginAct, (entry) =>
      or(beginAct, async () =>
        audit.begin(entry, entry.target?.kind === 'account' ? await nameOf(entry.target.id) : null),
      ),
    ),
    bus.serve(endAct, (outcome) => or(endAct, async () => done(await audit.end(outcome)))),
    bus.serve(listAudit, (query) => or(listAudit, () => audit.list(query))),
    bus.serve(exportAudit, (query) => or(exportAudit, () => audit.export(query))),
  ];
}

const done = (_: void) => ({});
