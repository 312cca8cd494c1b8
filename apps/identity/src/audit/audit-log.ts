import {
  AUDIT_LIMITS,
  type AuditEntry,
  type AuditFilter,
  type beginAct,
  type endAct,
  type exportAudit,
  type listAudit,
  type ReplyOf,
  type RequestOf,
} from '@earworm/contracts';
import { likePattern } from '@earworm/service-kit/postgres';
import type { DataSource } from 'typeorm';
import { countEntries, INSERT_ENTRY, INSERT_OUTCOME, selectEntries } from './audit.sql.js';

type Row = Omit<AuditEntry, 'target'> & {
  readonly targetKind: string | null;
  readonly targetId: string | null;
  readonly targetName: string | null;
};

/** jsonb takes no lone surrogate. */
const storable = (details: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(details).map(([name, text]) => [name, text.toWellFormed()]));

/** Append-only log of administrative acts: an entry before the act, its outcome afterwards. */
export class AuditLog {
  constructor(private readonly db: Pick<DataSource, 'query'>) {}

  /** `targetName`: at this time, if known. */
  async begin(
    { act, userId, userName, target, details, reason }: RequestOf<typeof beginAct>,
    targetName: string | null,
  ): Promise<ReplyOf<typeof beginAct>> {
    const [row] = await this.db.query<{ entryId: string }[]>(INSERT_ENTRY, [
      userId,
      userName,
      act,
      target?.kind ?? null,
      target?.id ?? null,
      targetName,
      storable(details),
      reason,
    ]);
    if (row === undefined) throw new Error('the audit log stored no entry');
    return row;
  }

  /** Keeps the first outcome. */
  async end({ entryId, outcome, code }: RequestOf<typeof endAct>): Promise<void> {
    await this.db.query(INSERT_OUTCOME, [entryId, outcome, code]);
  }

  /** Newest first. */
  async list({ page, ...filter }: RequestOf<typeof listAudit>): Promise<ReplyOf<typeof listAudit>> {
    const { sql, values } = conditionsOf(filter);
    const { pageSize } = AUDIT_LIMITS;
    const [rows, [counted]] = await Promise.all([
      this.db.query<Row[]>(selectEntries(sql, pageSize, (page - 1) * pageSize), values),
      this.db.query<{ total: number }[]>(countEntries(sql), values),
    ]);
    return { entries: rows.map(toEntry), total: counted?.total ?? 0 };
  }

  /** Newest first, by keyset: new entries do not shift the pages. */
  async export({ before, ...filter }: RequestOf<typeof exportAudit>): Promise<ReplyOf<typeof exportAudit>> {
    const { sql, values } = conditionsOf(filter, before);
    const { exportSize } = AUDIT_LIMITS;
    const rows = await this.db.query<Row[]>(selectEntries(sql, exportSize, 0), values);
    return { entries: rows.map(toEntry), next: rows.length === exportSize ? (rows.at(-1)?.entryId ?? null) : null };
  }
}

function conditionsOf({ who, act, target, from, to }: AuditFilter, before: string | null = null) {
  const values: unknown[] = [];
  const conditions: string[] = [];
  const place = (value: unknown) => `$${values.push(value)}`;
  const either = (name: string, id: string, typed: string) => {
    const wanted = typed.trim();
    if (wanted !== '') conditions.push(`(${name} ilike ${place(likePattern(wanted))} or ${id} = ${place(wanted)})`);
  };
  either('user_name', 'user_id', who);
  either('target_name', 'target_id', target);
  if (act !== undefined) conditions.push(`act = ${place(act)}`);
  if (from !== undefined) conditions.push(`entry.at >= to_timestamp(${place(from)}::float8 / 1000)`);
  if (to !== undefined) conditions.push(`entry.at < to_timestamp(${place(to)}::float8 / 1000)`);
  if (before !== null) conditions.push(`entry.id < ${place(before)}::bigint`);
  return { sql: conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`, values };
}

const toEntry = ({ targetKind: kind, targetId: id, targetName: name, ...row }: Row): AuditEntry => ({
  ...row,
  target: kind === null || id === null ? null : { kind, id, name },
});
