import {
  AUDIT_LIMITS,
  type AuditOutcome,
  beginAct,
  endAct,
  ERRORS,
  type Recorded,
  RefusedError,
  type RequestOf,
} from '@earworm/contracts';
import type { Principal } from '@earworm/service-kit/auth';
import type { Bus } from '@earworm/service-kit/bus';
import type { Logger } from '@earworm/service-kit/log';

const TIMEOUT_MS = 5_000;

export type Act = RequestOf<typeof beginAct>;

/** Records administrators' acts: an entry before, its outcome after. */
export class Audit {
  constructor(
    private readonly bus: Pick<Bus, 'call'>,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  /** Acts once the entry is committed; otherwise throws `audit-unavailable`. */
  async record<T>(act: Act, work: () => Promise<T>): Promise<T> {
    const entryId = await this.#begin(act);
    try {
      const result = await work();
      await this.#end(act, entryId, 'done', null);
      return result;
    } catch (error) {
      const code = error instanceof RefusedError ? error.code : 'internal';
      await this.#end(act, entryId, ERRORS[code].http < 500 ? 'refused' : 'failed', code);
      throw error;
    }
  }

  async #begin(act: Act): Promise<string> {
    try {
      return (await this.bus.call(beginAct, act, { timeoutMs: TIMEOUT_MS })).entryId;
    } catch (error) {
      this.log.error(
        { act: act.act, userId: act.userId, err: error },
        'an action was refused because the audit log could not record it',
      );
      throw new RefusedError('audit-unavailable');
    }
  }

  /** The act is done; without an outcome its entry stays open. */
  async #end({ act, userId }: Act, entryId: string, outcome: AuditOutcome, code: string | null): Promise<void> {
    try {
      await this.bus.call(endAct, { entryId, outcome, code }, { timeoutMs: TIMEOUT_MS });
    } catch (error) {
      this.log.error(
        { act, userId, entryId, outcome, err: error },
        'the audit log could not record the outcome of an action',
      );
    }
  }
}

/** @param fields of the request's params, query and body */
export function actOf(
  { act, on, reason, details = [] }: Recorded,
  { userId, name }: Pick<Principal, 'userId' | 'name'>,
  fields: Readonly<Record<string, unknown>>,
): Act {
  const text = (field: string, length: number) => {
    const value = fields[field];
    return value === undefined || value === null ? '' : String(value).trim().slice(0, length);
  };
  const given = details.map((field) => [field, text(field, AUDIT_LIMITS.detailLength)] as const);
  return {
    act,
    userId,
    userName: name,
    target: on === undefined ? null : { kind: on[0], id: text(on[1], 256) },
    details: Object.fromEntries(given.filter(([, value]) => value !== '')),
    reason: (reason !== undefined && text(reason, AUDIT_LIMITS.reasonLength)) || null,
  };
}
