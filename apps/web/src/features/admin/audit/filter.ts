import { AuditFilter, AuditQuery } from '@earworm/contracts';
import { z } from 'zod';
import { startOfDay } from '../../../shared/ui/iso-time.js';
import { useQueryInAddress } from '../../../shared/ui/query-in-address.js';

const Day = z.iso.date().optional();
/** In the address and the form a range is of days, both included. */
const AuditAddress = AuditQuery.extend({ from: Day, to: Day });
export type AuditAddress = z.output<typeof AuditAddress>;

const NAMES = ['who', 'act', 'target', 'from', 'to', 'page'] as const;

export const useAuditQuery = () => useQueryInAddress(AuditAddress, NAMES);

export function filterOf({ who, act, target, from, to }: AuditAddress, timeZone: string): z.output<typeof AuditFilter> {
  const end = to === undefined ? undefined : startOfDay(dayAfter(to), timeZone);
  return {
    who,
    target,
    ...(act === undefined ? {} : { act }),
    ...(from === undefined ? {} : { from: startOfDay(from, timeZone) }),
    ...(end === undefined ? {} : { to: end }),
  };
}

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
